import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { Area } from './justified-rows.ts'

/**
 * How far the pointer goes before a press becomes a drag, px; the strip at the edges that scrolls, and its
 * speed a frame, px.
 */
const startPx = 6
const edgePx = 48
const scrollPx = 18

export interface DragSelect {
  /** The rectangle so far, px from the top left of the wall; null while nothing is drawn. */
  readonly area: Area | null
  readonly onPointerDown: (event: PointerEvent) => void
}

interface Given {
  readonly scroller: RefObject<HTMLElement | null>
  readonly wall: RefObject<HTMLElement | null>
  /** A drag begins; `adds` where Ctrl, ⌘ or Shift keeps what is selected. */
  readonly onStart: (adds: boolean) => void
  readonly onArea: (area: Area) => void
}

/**
 * Selecting by drawing a rectangle with the mouse. The list scrolls when the pointer comes near its edges.
 */
export function useDragSelect(given: Given): DragSelect {
  const latest = useRef(given)
  useLayoutEffect(() => {
    latest.current = given
  })
  const [area, setArea] = useState<Area | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const onPointerDown = (event: PointerEvent): void => {
    if (
      event.pointerType !== 'mouse' ||
      event.button !== 0 ||
      !(event.target instanceof Element) ||
      event.target.closest('button, input')
    )
      return
    const origin = { clientX: event.clientX, clientY: event.clientY }
    const adds = event.ctrlKey || event.metaKey || event.shiftKey
    const start = inWall(latest.current.wall.current, origin)
    let pointer = origin
    let frame = 0
    const draw = (): void => {
      const next = inWall(latest.current.wall.current, pointer)
      const drawn = { x1: start.x, y1: start.y, x2: next.x, y2: next.y }
      setArea(drawn)
      latest.current.onArea(drawn)
    }
    const tick = (): void => {
      if (scrollAtEdge(latest.current.scroller.current, pointer.clientY)) draw()
      frame = requestAnimationFrame(tick)
    }
    const onMove = (moved: globalThis.PointerEvent): void => {
      pointer = { clientX: moved.clientX, clientY: moved.clientY }
      const far = Math.hypot(pointer.clientX - origin.clientX, pointer.clientY - origin.clientY) > startPx
      if (frame === 0 && !far) return
      if (frame === 0) {
        latest.current.onStart(adds)
        frame = requestAnimationFrame(tick)
      }
      draw()
    }
    const end = (): void => {
      cancelAnimationFrame(frame)
      setArea(null)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
    stop.current = end
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }
  return { area, onPointerDown }
}

function inWall(
  wall: HTMLElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
): { x: number; y: number } {
  const { left = 0, top = 0 } = wall?.getBoundingClientRect() ?? {}
  return { x: clientX - left, y: clientY - top }
}

function scrollAtEdge(scroller: HTMLElement | null, clientY: number): boolean {
  if (scroller === null) return false
  const { top, bottom } = scroller.getBoundingClientRect()
  const by = clientY < top + edgePx ? -scrollPx : clientY > bottom - edgePx ? scrollPx : 0
  const before = scroller.scrollTop
  scroller.scrollBy({ top: by })
  return scroller.scrollTop !== before
}
