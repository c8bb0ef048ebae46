import { useState, type KeyboardEvent } from 'react'

/** What a row of a list with one tab stop is given. */
interface TabStop { readonly tabIndex: 0 | -1; readonly onFocus: () => void }

/**
 * One tab stop for a list of checkboxes: Tab goes to one of them and on to what follows the list, arrows, Home and End move inside.
 * @param ids of the rows, in their order
 * @source ARIA Authoring Practices, "Managing focus within components using a roving tabindex"
 */
export function useOneTabStop(ids: readonly string[]): { readonly stopOf: (id: string) => TabStop; readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void } {
  const [last, setLast] = useState('')
  const current = ids.includes(last) ? last : ids[0]
  return {
    stopOf: (id) => ({ tabIndex: id === current ? 0 : -1, onFocus: () => setLast(id) }),
    onKeyDown(event) {
      const inputs = [...event.currentTarget.querySelectorAll('input')]
      const at = inputs.findIndex((input) => input === event.target)
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: inputs.length - 1 }[event.key]
      if (to === undefined || at < 0) return
      event.preventDefault()
      inputs[Math.min(inputs.length - 1, Math.max(0, to))]?.focus()
    },
  }
}
