import { useState, type KeyboardEvent } from 'react'

/** A list with one tab stop. */
interface OneTabStop {
  /** The row that Tab goes to. */
  readonly current: string | undefined
  /** Called with the row that has the focus from now on; keeps its identity. */
  readonly onFocus: (id: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * One tab stop for a list of checkboxes: Tab goes to one of them and on to what follows the list, arrows,
 * Home and End move inside.
 * @param ids of the rows, in their order
 * @source ARIA Authoring Practices, "Managing focus within components using a roving tabindex"
 */
export function useOneTabStop(ids: readonly string[]): OneTabStop {
  const [last, setLast] = useState('')
  return {
    current: ids.includes(last) ? last : ids[0],
    onFocus: setLast,
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
