import { useRef, type MouseEvent, type PointerEvent } from 'react'
import type { SelectionControl } from '../selection/use-selection.ts'
import type { GalleryActions } from './gallery.ts'

/** How long a finger rests to select, and how far it may stray, px. */
const longPressMs = 420
const strayPx = 10

interface Given<Item extends { readonly id: number }> {
  readonly items: readonly Item[]
  readonly onOpen: (item: Item, index: number) => void
  readonly selection: SelectionControl
  readonly actions?: GalleryActions | undefined
  readonly onCurrent: (index: number) => void
}

/**
 * Clicks, touches and long presses on a gallery, at its root: `data-index` names the item, `data-act` what
 * was hit. A click opens; on the check, with Ctrl, ⌘ or Shift it selects; a long press selects, and while
 * something is selected a tap does. The right button, and the keyboard's key for it, opens the menu.
 * @source LOOK "Click opens; …"
 */
export function useGalleryPointer<Item extends { readonly id: number }>(given: Given<Item>) {
  const state = useRef({ suppressClick: false, touch: false, timer: 0, x: 0, y: 0 })
  const stop = (): void => clearTimeout(state.current.timer)
  return {
    /** Makes the click that ends a drag or a long press none. */
    suppressClick: () => {
      state.current.suppressClick = true
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const index = indexAt(event.target)
        const item = index === null ? undefined : given.items[index]
        Object.assign(state.current, {
          suppressClick: false,
          touch: event.pointerType !== 'mouse',
          x: event.clientX,
          y: event.clientY,
        })
        if (event.pointerType === 'mouse' || item === undefined) return
        stop()
        state.current.timer = window.setTimeout(() => {
          state.current.suppressClick = true
          navigator.vibrate?.(10)
          given.selection.toggle(item.id)
        }, longPressMs)
      },
      onPointerMove: (event: PointerEvent) => {
        if (Math.hypot(event.clientX - state.current.x, event.clientY - state.current.y) > strayPx) stop()
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onContextMenu: (event: MouseEvent) => {
        // The menu of a long touch would cover what it selected.
        if (state.current.touch) return event.preventDefault()
        const index = indexAt(event.target)
        const item = index === null ? undefined : given.items[index]
        if (given.actions === undefined || index === null || item === undefined) return undefined
        event.preventDefault()
        given.onCurrent(index)
        return given.actions.onMenu(item.id, { x: event.clientX, y: event.clientY }, linkAt(event.target))
      },
      onClick: (event: MouseEvent) => handleClick(event, given, state.current),
    },
  }
}

function handleClick<Item extends { readonly id: number }>(
  event: MouseEvent,
  { items, onOpen, selection, actions, onCurrent }: Given<Item>,
  state: { suppressClick: boolean; touch: boolean },
): void {
  // The click of a key has no detail, and ends no drag.
  const endsDrag = state.suppressClick && event.detail > 0
  state.suppressClick = false
  const index = indexAt(event.target)
  const item = index === null ? undefined : items[index]
  if (index === null || item === undefined) return
  const act =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('[data-act]')?.dataset['act']
      : undefined
  const opens = act === 'open' || act === undefined
  if (opens) event.preventDefault()
  if (endsDrag) return
  onCurrent(index)
  if (act === 'cart') actions?.onAddToCart?.(item.id)
  else if (act === 'menu') actions?.onMenu(item.id, pointBelow(event), linkAt(event.target))
  else if (event.shiftKey)
    selection.extendTo(
      item.id,
      items.map(({ id }) => id),
    )
  else if (!opens || event.ctrlKey || event.metaKey || (state.touch && selection.selection.ids.size > 0))
    selection.toggle(item.id)
  else onOpen(item, index)
}

/** The index of the item that an element stands for, or null. */
export function indexAt(target: EventTarget | null): number | null {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return item === null ? null : Number(item.dataset['index'])
}

/** The link of an item, which has the focus after what was opened from the item. */
function linkAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element
    ? (target.closest('[data-index]')?.querySelector<HTMLElement>('a') ?? null)
    : null
}

function pointBelow({ target }: MouseEvent): { x: number; y: number } {
  const button = target instanceof Element ? target.closest('[data-act]') : null
  const { left = 0, bottom = 0 } = button?.getBoundingClientRect() ?? {}
  return { x: left, y: bottom }
}
