import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { SpaceKey } from './space-key.ts'
import {
  startLasso,
  startMove,
  startPan,
  startPinch,
  startResize,
  type Gesture,
  type Point,
  type TableHands,
} from './table-gestures.ts'
import { hitAt, type Laid } from './table-layout.ts'
import type { Corner } from './table-moves.ts'
import { panBy, zoomAt } from './table-view.ts'

/** How far a pointer goes before a press is a drag, px: a finger is less exact. */
const strayPx = { mouse: 4, touch: 9 } as const
/** How long a finger rests to open the menu, and how soon a second click opens, ms. */
const longPressMs = 500
const doubleMs = 400
/** How long after a finger is lifted a browser may still ask for its menu, ms. */
const liftMs = 400
/** What a notch of a wheel is, where it counts lines, px; and how fast it zooms. */
const linePx = 18
const wheelZoom = 0.0022

export interface PointedTable extends TableHands {
  readonly mayArrange: boolean
  /** In reading order. */
  readonly order: readonly number[]
  readonly space: SpaceKey
  readonly onCurrent: (id: number) => void
  readonly onOpen: (id: number) => void
  readonly onMenu: (id: number, at: Point) => void
}

interface Press {
  readonly at: Point
  readonly event: PointerEvent
  readonly hit: Laid | undefined
  readonly corner: Corner | undefined
  readonly pans: boolean
}

/**
 * Mouse, pen and fingers on a light table: what is empty is dragged to pan, a picture to move it; Shift or
 * Ctrl draws a rectangle that selects; one finger pans and moves only what is selected, two zoom, a finger
 * that rests opens the menu.
 */
export function useTablePointer(stage: RefObject<HTMLElement | null>, given: PointedTable): void {
  const latest = useRef(given)
  useLayoutEffect(() => {
    latest.current = given
  })
  useEffect(() => {
    const element = stage.current
    return element === null ? undefined : listen(element, () => latest.current)
  }, [stage])
}

function listen(stage: HTMLElement, table: () => PointedTable): () => void {
  const stops = [listenToPointers(stage, table), listenToWheel(stage, table)]
  return () => stops.forEach((stop) => stop())
}

function pointOn(stage: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = stage.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

function hitOn({ view, painted }: PointedTable, at: Point): Laid | undefined {
  const { x, y, zoom } = view.get()
  return hitAt(painted, x + at.x / zoom, y + at.y / zoom)
}

const isTool = ({ target }: Event): boolean =>
  !(target instanceof Element) || target.closest('[data-table-tools]') !== null

function listenToWheel(stage: HTMLElement, table: () => PointedTable): () => void {
  const onWheel = (event: WheelEvent): void => {
    if (isTool(event)) return
    event.preventDefault()
    const { view } = table()
    const unit = event.deltaMode === 1 ? linePx : 1
    const [x, y] = [event.deltaX * unit, event.deltaY * unit]
    if (event.ctrlKey || event.metaKey) {
      // A notch of a mouse is large, a pinch on a touch pad small.
      const by = Math.max(-120, Math.min(120, Math.abs(y) < 30 ? y * 4 : y))
      view.set(zoomAt(view.get(), Math.exp(-by * wheelZoom), pointOn(stage, event)))
    } else view.set(event.shiftKey && x === 0 ? panBy(view.get(), y, 0) : panBy(view.get(), x, y))
  }
  stage.addEventListener('wheel', onWheel, { passive: false })
  return () => stage.removeEventListener('wheel', onWheel)
}

/**
 * The menu by the right button, by its key, and by a finger that rests: browsers ask for it by themselves
 * then, some while the finger rests, some when it is lifted.
 */
function createMenuOpener(stage: HTMLElement, table: () => PointedTable, onOpen: () => void) {
  /** Until when what the browser asks for is that of the finger, ms. */
  let fingerUntilMs = 0
  const open = (id: number, at: Point): void => {
    const { left, top } = stage.getBoundingClientRect()
    table().onMenu(id, { x: at.x + left, y: at.y + top })
  }
  const onContextMenu = (event: MouseEvent): void => {
    if (isTool(event)) return
    event.preventDefault()
    if (Date.now() < fingerUntilMs) return
    onOpen()
    const at = pointOn(stage, event)
    const named =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('[data-item]')?.dataset['item']
        : undefined
    const id = named === undefined ? hitOn(table(), at)?.id : Number(named)
    if (id !== undefined) open(id, at)
  }
  stage.addEventListener('contextmenu', onContextMenu)
  return {
    openByFinger(id: number, at: Point) {
      fingerUntilMs = Infinity
      open(id, at)
    },
    /** A finger is lifted. */
    lift: () => void (fingerUntilMs = Math.min(fingerUntilMs, Date.now() + liftMs)),
    stop: () => stage.removeEventListener('contextmenu', onContextMenu),
  }
}

function listenToPointers(stage: HTMLElement, table: () => PointedTable): () => void {
  const pointers = new Map<number, Point>()
  let press: Press | null = null
  let gesture: Gesture | null = null
  let pinch: ReturnType<typeof startPinch> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastClick = { id: 0, atMs: 0 }
  const drop = (isDone: boolean): void => {
    clearTimeout(timer)
    gesture?.end(isDone)
    gesture = null
    press = null
    delete stage.dataset['dragging']
  }
  const menu = createMenuOpener(stage, table, () => drop(false))
  const onDown = (event: PointerEvent): void => {
    if (isTool(event) || event.button > 1) return
    pointers.set(event.pointerId, pointOn(stage, event))
    const [one, other] = pointers.values()
    if (one && other && event.pointerType === 'touch') {
      drop(false)
      pinch = startPinch(table(), one, other)
      return
    }
    press = pressOf(stage, table(), event)
    const { hit, at } = press ?? {}
    if (event.pointerType !== 'touch' || !hit || !at) return
    timer = setTimeout(() => {
      press = null
      navigator.vibrate?.(10)
      menu.openByFinger(hit.id, at)
    }, longPressMs)
  }
  const onMove = (event: PointerEvent): void => {
    if (!pointers.has(event.pointerId)) return
    const at = pointOn(stage, event)
    pointers.set(event.pointerId, at)
    const [one, other] = pointers.values()
    if (pinch && one && other) return pinch(one, other)
    if (press && !gesture) {
      const far = strayPx[event.pointerType === 'touch' ? 'touch' : 'mouse']
      if (Math.hypot(at.x - press.at.x, at.y - press.at.y) < far) return
      clearTimeout(timer)
      gesture = begin(table(), press)
      stage.dataset['dragging'] = ''
    }
    gesture?.move(at, event.altKey)
  }
  const onUp = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId)) return
    menu.lift()
    if (pinch) {
      pinch = null
      return
    }
    const clicked = gesture === null ? press : null
    drop(event.type === 'pointerup')
    if (clicked === null || event.type !== 'pointerup' || clicked.pans) return
    const isDouble = clicked.hit?.id === lastClick.id && Date.now() - lastClick.atMs < doubleMs
    lastClick = { id: clicked.hit?.id ?? 0, atMs: Date.now() }
    click(table(), clicked, isDouble)
  }
  stage.addEventListener('pointerdown', onDown)
  window.addEventListener('pointermove', onMove)
  window.addEventListener('pointerup', onUp)
  window.addEventListener('pointercancel', onUp)
  return () => {
    drop(false)
    menu.stop()
    stage.removeEventListener('pointerdown', onDown)
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', onUp)
    window.removeEventListener('pointercancel', onUp)
  }
}

/** What a pointer pressed; null: a button, or a picture with the middle one, which the browser opens. */
function pressOf(stage: HTMLElement, table: PointedTable, event: PointerEvent): Press | null {
  if (!(event.target instanceof Element) || event.target.closest('button')) return null
  const corner = event.target.closest<HTMLElement>('[data-corner]')?.dataset['corner'] as Corner | undefined
  const at = pointOn(stage, event)
  const hit = hitOn(table, at)
  if (event.button === 1 && hit) return null
  if (event.button === 1) event.preventDefault()
  return { at, event, hit, corner, pans: event.button === 1 || table.space.isHeld() }
}

function begin(table: PointedTable, { at, event, hit, corner, pans }: Press): Gesture {
  const { selection, mayArrange } = table
  const { ids } = selection.selection
  const extends_ = event.shiftKey || event.ctrlKey || event.metaKey
  if (pans) {
    table.space.use()
    return startPan(table, at)
  }
  if (corner && mayArrange) return startResize(table, at, corner, ids)
  const moves = hit !== undefined && mayArrange && (event.pointerType !== 'touch' || ids.has(hit.id))
  if (hit === undefined || !moves)
    return extends_ && event.pointerType !== 'touch' ? startLasso(table, at) : startPan(table, at)
  if (ids.has(hit.id)) return startMove(table, at, ids)
  const moving = extends_ ? new Set([...ids, hit.id]) : new Set([hit.id])
  selection.set({ ids: moving, anchor: hit.id })
  return startMove(table, at, moving)
}

/** A click selects, and opens where nothing can be arranged; a second one opens. */
function click(table: PointedTable, { event, hit }: Press, isDouble: boolean): void {
  const { selection, order, mayArrange, onCurrent, onOpen } = table
  const extends_ = event.shiftKey || event.ctrlKey || event.metaKey
  if (hit === undefined) return extends_ ? undefined : selection.clear()
  onCurrent(hit.id)
  if (event.shiftKey) return selection.extendTo(hit.id, order)
  if (event.ctrlKey || event.metaKey) return selection.toggle(hit.id)
  if (isDouble || !mayArrange) return onOpen(hit.id)
  return selection.set({ ids: new Set([hit.id]), anchor: hit.id })
}
