import type { LightTablePlace } from '@cartouche/contract'
import { lightTableLimits } from '@cartouche/client'
import { boundsOf, gap, intersects, type Laid, type Rect } from './table-layout.ts'

export type Corner = 'nw' | 'ne' | 'sw' | 'se'
export type Places = ReadonlyMap<number, LightTablePlace>

/** Rectangles, moved. */
export function moved(laid: readonly Laid[], x: number, y: number): readonly Laid[] {
  return laid.map((one) => ({ ...one, x: one.x + x, y: one.y + y }))
}

/** Rectangles, made larger or smaller together about a point that stays; none beyond its limits. */
export function scaled(
  laid: readonly Laid[],
  factor: number,
  about: { readonly x: number; readonly y: number },
): readonly Laid[] {
  const { minWidth, maxWidth } = lightTableLimits
  const least = Math.max(...laid.map(({ width }) => minWidth / width))
  const most = Math.min(...laid.map(({ width }) => maxWidth / width))
  const by = Math.min(most, Math.max(least, factor))
  return laid.map((one) => ({
    ...one,
    x: about.x + (one.x - about.x) * by,
    y: about.y + (one.y - about.y) * by,
    width: one.width * by,
    height: one.height * by,
  }))
}

/** What a corner of their frame, dragged by so much, makes of rectangles: the opposite corner stays. */
export function resized(laid: readonly Laid[], corner: Corner, x: number, y: number): readonly Laid[] {
  const bounds = boundsOf(laid)
  if (!bounds) return laid
  const [toRight, toBottom] = [corner.endsWith('e'), corner.startsWith('s')]
  const about = {
    x: toRight ? bounds.x : bounds.x + bounds.width,
    y: toBottom ? bounds.y : bounds.y + bounds.height,
  }
  const across = (bounds.width + (toRight ? x : -x)) / bounds.width
  const down = (bounds.height + (toBottom ? y : -y)) / bounds.height
  return scaled(laid, Math.max(across, down), about)
}

/** Brought before everything, or behind it, in the order that they have among themselves. */
export function relayered(
  laid: readonly Laid[],
  all: readonly Laid[],
  to: 'front' | 'back',
): readonly Laid[] {
  const ids = new Set(laid.map(({ id }) => id))
  const others = all.filter(({ id }) => !ids.has(id)).map(({ layer }) => layer)
  if (others.length === 0) return laid
  const order = laid.toSorted((one, other) => one.layer - other.layer)
  const first = to === 'front' ? Math.max(...others) + 1 : Math.min(...others) - order.length
  return order.map((one, index) => ({ ...one, layer: first + index }))
}

/** What was dropped lies before what it overlaps, as on a table; what overlaps nothing keeps its layer. */
export function lifted(laid: readonly Laid[], painted: readonly Laid[]): readonly Laid[] {
  const ids = new Set(laid.map(({ id }) => id))
  const covers = painted.some((one) => !ids.has(one.id) && laid.some((other) => intersects(one, other)))
  return covers ? relayered(laid, painted, 'front') : laid
}

const { coordinate } = lightTableLimits
const within = (value: number): number =>
  Math.round(Math.min(coordinate, Math.max(-coordinate, value)) * 10) / 10

/** Rectangles as places: tenths of a unit, within the bounds of a table. */
export function placesOfLaid(laid: readonly Laid[]): Places {
  return new Map(laid.map((one) => [one.id, placeOf(one)]))
}

export function placeOf({ x, y, width, layer }: Rect & { readonly layer: number }): LightTablePlace {
  const { minWidth, maxWidth } = lightTableLimits
  return {
    x: within(x),
    y: within(y),
    width: Math.min(maxWidth, Math.max(minWidth, Math.round(width * 10) / 10)),
    layer,
  }
}

/** How something that is dragged snaps: by how much it is moved on, and the lines that it lies on then. */
export interface Snap {
  readonly x: number
  readonly y: number
  readonly lines: readonly Rect[]
}

/**
 * Snaps a rectangle to edges and middles of its neighbours, and to the gap of a grid beside them.
 * @param reach how near an edge has to be, units
 */
export function snapTo(rect: Rect, neighbours: readonly Rect[], reach: number): Snap {
  const x = nearest(
    [rect.x, rect.x + rect.width / 2, rect.x + rect.width],
    neighbours.map((one) => [one.x, one.width]),
    reach,
  )
  const y = nearest(
    [rect.y, rect.y + rect.height / 2, rect.y + rect.height],
    neighbours.map((one) => [one.y, one.height]),
    reach,
  )
  const around = boundsOf([
    { ...rect, x: rect.x + (x?.by ?? 0), y: rect.y + (y?.by ?? 0) },
    ...[x, y].flatMap((one) => neighbours[one?.index ?? -1] ?? []),
  ])
  const lines: Rect[] = []
  if (x && around) lines.push({ x: x.at, y: around.y, width: 0, height: around.height })
  if (y && around) lines.push({ x: around.x, y: y.at, width: around.width, height: 0 })
  return { x: x?.by ?? 0, y: y?.by ?? 0, lines }
}

interface Near {
  readonly by: number
  readonly at: number
  readonly index: number
}

function nearest(
  [start, middle, end]: readonly [number, number, number],
  spans: readonly (readonly [number, number])[],
  reach: number,
): Near | null {
  let best: Near | null = null
  const offer = (from: number, at: number, index: number): void => {
    const by = at - from
    if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, at, index }
  }
  spans.forEach(([from, length], index) => {
    for (const edge of [from, from + length]) {
      offer(start, edge, index)
      offer(end, edge, index)
    }
    offer(middle, from + length / 2, index)
    offer(start, from + length + gap, index)
    offer(end, from - gap, index)
  })
  return best
}

/** Of the places before an edit, those of what still lies where the edit put it: others stay. */
export function placesToUndo(before: Places, after: Places, laid: readonly Laid[]): Places {
  const now = new Map(laid.map((one) => [one.id, placeOf(one)]))
  return new Map([...before].filter(([id]) => isSame(now.get(id), after.get(id))))
}

function isSame(one: LightTablePlace | undefined, other: LightTablePlace | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.layer === other.layer
  )
}
