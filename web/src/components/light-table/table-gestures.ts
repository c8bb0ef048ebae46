import type { SelectionControl } from '../selection/use-selection.ts'
import { boundsOf, intersects, type Laid, type Rect } from './table-layout.ts'
import { lifted, moved, placesOfLaid, resized, snapTo, type Corner, type Places } from './table-moves.ts'
import { panBy, partInView, zoomAt, type ViewStore } from './table-view.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** What hands work on, as it is at this moment. */
export interface TableHands {
  readonly view: ViewStore
  readonly size: { readonly width: number; readonly height: number }
  /** From back to front, as they lie: without what is being moved. */
  readonly painted: readonly Laid[]
  readonly selection: SelectionControl
  /** Shows what is being moved or resized, and the lines that it snapped to; null: nothing is. */
  readonly onDraft: (
    draft: { readonly laid: readonly Laid[]; readonly lines: readonly Rect[] } | null,
  ) => void
  readonly onLasso: (area: Rect | null) => void
  readonly onPlace: (places: Places) => void
}

/** Something that a pointer does until it is lifted. Points are px from the top left of the window. */
export interface Gesture {
  readonly move: (to: Point, isFree: boolean) => void
  /** `isDone`: false where it was broken off. */
  readonly end: (isDone: boolean) => void
}

/** How near an edge has to be to snap to it, px. */
const snapPx = 6

export function startPan({ view }: TableHands, from: Point): Gesture {
  let last = from
  return {
    move(to) {
      view.set(panBy(view.get(), last.x - to.x, last.y - to.y))
      last = to
    },
    end: () => undefined,
  }
}

/** Two fingers: what lies under them stays under them. */
export function startPinch({ view }: TableHands, one: Point, other: Point) {
  let last = { middle: middleOf(one, other), apart: apartOf(one, other) }
  return (first: Point, second: Point): void => {
    const next = { middle: middleOf(first, second), apart: apartOf(first, second) }
    const zoomed = zoomAt(view.get(), next.apart / last.apart, last.middle)
    view.set(panBy(zoomed, last.middle.x - next.middle.x, last.middle.y - next.middle.y))
    last = next
  }
}

/** Moves what is selected, snapping to its neighbours in view; freely where `isFree`. */
export function startMove(hands: TableHands, from: Point, ids: ReadonlySet<number>): Gesture {
  const { painted, view, size } = hands
  const moving = painted.filter(({ id }) => ids.has(id))
  const part = partInView(view.get(), size)
  const neighbours = painted.filter((one) => !ids.has(one.id) && intersects(one, part))
  const bounds = boundsOf(moving)
  const { zoom } = view.get()
  const put = (laid: readonly Laid[]): readonly Laid[] => lifted(laid, painted)
  return drafted(hands, put, (to, isFree) => {
    const [x, y] = [(to.x - from.x) / zoom, (to.y - from.y) / zoom]
    if (isFree || !bounds) return { laid: moved(moving, x, y), lines: [] }
    const snap = snapTo({ ...bounds, x: bounds.x + x, y: bounds.y + y }, neighbours, snapPx / zoom)
    return { laid: moved(moving, x + snap.x, y + snap.y), lines: snap.lines }
  })
}

/** Resizes what is selected by a corner of its frame. */
export function startResize(
  hands: TableHands,
  from: Point,
  corner: Corner,
  ids: ReadonlySet<number>,
): Gesture {
  const resizing = hands.painted.filter(({ id }) => ids.has(id))
  const { zoom } = hands.view.get()
  const put = (laid: readonly Laid[]): readonly Laid[] => laid
  return drafted(hands, put, (to) => ({
    laid: resized(resizing, corner, (to.x - from.x) / zoom, (to.y - from.y) / zoom),
    lines: [],
  }))
}

type Draft = { readonly laid: readonly Laid[]; readonly lines: readonly Rect[] }

function drafted(
  hands: TableHands,
  put: (laid: readonly Laid[]) => readonly Laid[],
  make: (to: Point, isFree: boolean) => Draft,
): Gesture {
  let draft: Draft | null = null
  let frame = 0
  return {
    move(to, isFree) {
      draft = make(to, isFree)
      // More than one for each frame is work for nobody.
      frame ||= requestAnimationFrame(() => {
        frame = 0
        hands.onDraft(draft)
      })
    },
    end(isDone) {
      cancelAnimationFrame(frame)
      if (isDone && draft) hands.onPlace(placesOfLaid(put(draft.laid)))
      hands.onDraft(null)
    },
  }
}

/** Draws a rectangle, and selects what it touches. */
export function startLasso(hands: TableHands, from: Point): Gesture {
  const { view, painted, selection } = hands
  const before = selection.selection
  const toTable = ({ x, y }: Point): Point => {
    const now = view.get()
    return { x: now.x + x / now.zoom, y: now.y + y / now.zoom }
  }
  const start = toTable(from)
  return {
    move(to) {
      const end = toTable(to)
      const area = {
        x: Math.min(start.x, end.x),
        y: Math.min(start.y, end.y),
        width: Math.abs(end.x - start.x),
        height: Math.abs(end.y - start.y),
      }
      hands.onLasso(area)
      const touched = painted.filter((one) => intersects(one, area)).map(({ id }) => id)
      selection.set({
        ids: new Set([...before.ids, ...touched]),
        anchor: before.anchor ?? touched[0] ?? null,
      })
    },
    end: () => hands.onLasso(null),
  }
}

const middleOf = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const apartOf = (one: Point, other: Point): number =>
  Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
