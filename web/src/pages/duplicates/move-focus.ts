import type { KeyboardEvent } from 'react'

/** Arrows move among the pictures of a family, and on to the families above and below. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')
  const row = card?.closest('[data-family]')
  if (!card || !row || event.altKey || event.ctrlKey || event.metaKey) return
  const cards = [...row.querySelectorAll<HTMLElement>('[data-card]')]
  const at = cards.indexOf(card)
  const rows = [...document.querySelectorAll('[data-family]')]
  const cardOf = (of: Element | undefined): HTMLElement | null | undefined =>
    of?.querySelector<HTMLElement>('[data-card][tabindex="0"]')
  const wanted: Readonly<Record<string, () => HTMLElement | null | undefined>> = {
    ArrowLeft: () => cards[at - 1],
    ArrowRight: () => cards[at + 1],
    ArrowUp: () => cardOf(rows[rows.indexOf(row) - 1]),
    ArrowDown: () => cardOf(rows[rows.indexOf(row) + 1]),
    Home: () => cards[0],
    End: () => cards.at(-1),
  }
  const find = wanted[event.key]
  if (!find) return
  event.preventDefault()
  find()?.focus()
}
