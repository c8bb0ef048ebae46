import { useRef, type MouseEvent, type PointerEvent } from 'react'
import type { GalleryProps } from './gallery.ts'

/** How long a finger rests to select, and how far it may stray, px. */
const longPressMs = 420
const strayPx = 10

type Given = Pick<GalleryProps, 'assets' | 'onOpen' | 'selection' | 'onAddToCart'> & {
  readonly onCurrent: (index: number) => void
}

/**
 * Clicks, touches and long presses on a gallery, at its root: `data-index` names the asset, `data-act` what
 * was hit. A click opens; on the check, with Ctrl, ⌘ or Shift it selects; a long press selects, and while
 * something is selected a tap does.
 * @source LOOK "Click opens; …"
 */
export function useGalleryPointer(given: Given) {
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
        const asset = index === null ? undefined : given.assets[index]
        Object.assign(state.current, {
          suppressClick: false,
          touch: event.pointerType !== 'mouse',
          x: event.clientX,
          y: event.clientY,
        })
        if (event.pointerType === 'mouse' || asset === undefined) return
        stop()
        state.current.timer = window.setTimeout(() => {
          state.current.suppressClick = true
          navigator.vibrate?.(10)
          given.selection.toggle(asset.id)
        }, longPressMs)
      },
      onPointerMove: (event: PointerEvent) => {
        if (Math.hypot(event.clientX - state.current.x, event.clientY - state.current.y) > strayPx) stop()
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onContextMenu: (event: MouseEvent) => {
        // The menu of a long touch would cover what it selected.
        if (state.current.touch) event.preventDefault()
      },
      onClick: (event: MouseEvent) => handleClick(event, given, state.current),
    },
  }
}

function handleClick(
  event: MouseEvent,
  { assets, onOpen, selection, onAddToCart, onCurrent }: Given,
  state: { suppressClick: boolean; touch: boolean },
): void {
  // The click of a key has no detail, and ends no drag.
  const endsDrag = state.suppressClick && event.detail > 0
  state.suppressClick = false
  const index = indexAt(event.target)
  const asset = index === null ? undefined : assets[index]
  if (index === null || asset === undefined) return
  const act =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('[data-act]')?.dataset['act']
      : undefined
  const opens = act === 'open' || act === undefined
  if (opens) event.preventDefault()
  if (endsDrag) return
  onCurrent(index)
  if (act === 'cart') onAddToCart?.([asset.id], 'asked')
  else if (event.shiftKey)
    selection.extendTo(
      asset.id,
      assets.map(({ id }) => id),
    )
  else if (!opens || event.ctrlKey || event.metaKey || (state.touch && selection.selection.ids.size > 0))
    selection.toggle(asset.id)
  else onOpen(asset, index)
}

/** The index of the asset that an element stands for, or null. */
export function indexAt(target: EventTarget | null): number | null {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return item === null ? null : Number(item.dataset['index'])
}
