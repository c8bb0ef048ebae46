import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'
import type { SelectionControl } from '../selection/use-selection.ts'
import type { GalleryActions } from './gallery.ts'
import type { Direction } from './justified-rows.ts'

interface Given {
  readonly items: readonly { readonly id: number }[]
  readonly selection: SelectionControl
  readonly actions?: GalleryActions | undefined
  readonly openId?: number | undefined
  readonly root: RefObject<HTMLElement | null>
  readonly current: number
  /** Where an arrow leads. */
  readonly move: (index: number, direction: Direction) => number
  /** Where Page Down leads, or with -1 Page Up. */
  readonly movePage: (index: number, pages: 1 | -1) => number
  /** Makes an item the current one and focuses it. */
  readonly onFocus: (index: number) => void
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/**
 * The keyboard of a gallery: arrows and pages move (with Shift they select on the way), Space selects, Enter
 * opens, Esc clears the selection, Ctrl+A selects all that is loaded; the rest are the keys of the actions.
 * It listens when the focus is in the gallery or nowhere; to Esc in the bar of the selection, too.
 */
export function useGalleryKeys(given: Given): void {
  useWindowEvent('keydown', (event) => {
    if (
      event.defaultPrevented ||
      event.altKey ||
      given.openId !== undefined ||
      !isOurs(event, given.root.current)
    )
      return
    if (handleKey(event, given)) event.preventDefault()
    // The bar is gone with the selection, and would take the focus with it.
    if (event.defaultPrevented && isInBar(event.target)) given.onFocus(given.current)
  })
}

function isOurs(event: KeyboardEvent, root: HTMLElement | null): boolean {
  const target = event.target
  if (!(target instanceof HTMLElement) || root === null) return false
  if (document.querySelector('[role="dialog"]') !== null) return false
  if (isInBar(target)) return event.key === 'Escape'
  return root.contains(target) || target === document.body || target.id === 'main'
}

/** Whether the focus is in the bar of the selection, and no menu of it is open. */
function isInBar(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('[data-selection-bar]') !== null &&
    target.closest('[aria-expanded="true"]') === null
  )
}

function handleKey(event: KeyboardEvent, given: Given): boolean {
  const { items, selection, current } = given
  const item = items[current]
  const mod = event.ctrlKey || event.metaKey
  if (event.key === 'Escape') {
    if (selection.selection.ids.size === 0) return false
    selection.clear()
    return true
  }
  if (item === undefined) return false
  if (mod) return event.key.toLowerCase() === 'a' && selectAll(given)
  const target = targetOf(event.key, given)
  if (target !== null) {
    if (event.shiftKey) extend(given, target)
    given.onFocus(target)
    return true
  }
  if (event.key === ' ') {
    if (event.shiftKey)
      selection.extendTo(
        item.id,
        items.map(({ id }) => id),
      )
    else selection.toggle(item.id)
    return true
  }
  return given.actions?.onKey(event, item.id) ?? false
}

function targetOf(key: string, { items, current, move, movePage, root }: Given): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return items.length - 1
  if (key === 'PageDown') return movePage(current, 1)
  if (key === 'PageUp') return movePage(current, -1)
  const direction = directions[key]
  if (direction === undefined) return null
  // The first arrow enters the gallery where it stands.
  return root.current?.contains(document.activeElement) ? move(current, direction) : current
}

function extend({ items, selection, current }: Given, target: number): void {
  const order = items.map(({ id }) => id)
  const [from, to] = [order[current], order[target]]
  if (from === undefined || to === undefined) return
  if (selection.selection.anchor === null || selection.selection.ids.size === 0) selection.add([from])
  selection.extendTo(to, order)
}

function selectAll({ items, selection }: Given): boolean {
  selection.add(items.map(({ id }) => id))
  return true
}
