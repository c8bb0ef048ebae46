import { useWindowEvent } from '@mantine/hooks'
import { isTyping } from '../gallery/is-typing.ts'
import { adjustsSelection } from './adjusts-selection.ts'

/** Keys by which something scrolls that has the focus. */
const scrolling: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'])

/**
 * Keys for what is shown on the stage, while nobody types, no dialog lies over it, and, of those that scroll,
 * nothing beside it has the focus; those that adjust a selected text stay the browser's. `ctrl+f` stands for
 * ⌘ F too.
 */
export function useStageKeys(
  root: React.RefObject<HTMLElement | null>,
  isReady: boolean,
  acts: Readonly<Record<string, () => void>>,
): void {
  useWindowEvent('keydown', (event) => {
    const { key, target } = event
    if (!isReady || event.altKey || isTyping(target) || hasDialogOver(root.current)) return
    if (adjustsSelection(event)) return
    const name = key.length === 1 ? key.toLowerCase() : key
    const act = acts[event.ctrlKey || event.metaKey ? `ctrl+${name}` : name]
    if (act === undefined || (scrolling.has(key) && isBeside(target))) return
    event.preventDefault()
    act()
  })
}

function isBeside(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-beside-stage]') !== null
}

function hasDialogOver(element: HTMLElement | null): boolean {
  const last = [...document.querySelectorAll('[role="dialog"]')].at(-1)
  return last !== undefined && !last.contains(element)
}
