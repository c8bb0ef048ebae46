import type { LightTablePlace } from '@cartouche/contract'

/** An item of a light table; `ratio` of width to height. */
export interface TableItem {
  readonly id: number
  readonly name: string
  readonly ratio: number
  readonly blurhash: string | null
  /** null: nobody has placed it. */
  readonly place: LightTablePlace | null
}

/** A rectangle of a light table, in its units: a unit is a CSS px at 100 %. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where an item is seen. */
export interface Laid extends Rect {
  readonly id: number
  readonly layer: number
  readonly item: TableItem
}

/** Between the pictures of a grid, and between what people placed and the grid of the others, units. */
export const gap = 16
const apart = 48
const rowHeight = 180
const leastRowWidth = 720
/** How much wider than high a grid is. */
const gridRatio = 1.5

/**
 * Where all items are seen, in their order: those that people placed at their places, the others in rows
 * below them. Depends on nothing but the items, so that everybody sees the same.
 */
export function layTable(items: readonly TableItem[]): readonly Laid[] {
  const placed = items.flatMap((item) => (item.place ? [rectOf(item, item.place)] : []))
  const bounds = boundsOf(placed)
  const others = items.filter(({ place }) => place === null)
  const rows = layRows(others, { x: bounds?.x ?? 0, y: bounds ? bounds.y + bounds.height + apart : 0 })
  return items.map((item) => {
    const rect = rows.get(item.id)
    if (rect) return { ...rect, id: item.id, layer: 0, item }
    return { ...rectOf(item, item.place ?? nowhere), id: item.id, layer: item.place?.layer ?? 0, item }
  })
}

const nowhere: LightTablePlace = { x: 0, y: 0, width: 1, layer: 0 }

function rectOf({ ratio }: TableItem, { x, y, width }: LightTablePlace): Rect {
  return { x, y, width, height: width / ratio }
}

/** Rows of pictures of one height, nothing cropped, in a shape that suits a screen. */
export function layRows(
  items: readonly Pick<TableItem, 'id' | 'ratio'>[],
  at: { readonly x: number; readonly y: number },
  height = rowHeight,
): ReadonlyMap<number, Rect> {
  const total = items.reduce((sum, { ratio }) => sum + ratio * height + gap, 0)
  const most = Math.max((leastRowWidth * height) / rowHeight, Math.sqrt(total * (height + gap) * gridRatio))
  const rects = new Map<number, Rect>()
  let { x, y } = at
  for (const { id, ratio } of items) {
    const width = ratio * height
    if (x > at.x && x + width > at.x + most) {
      x = at.x
      y += height + gap
    }
    rects.set(id, { x, y, width, height })
    x += width + gap
  }
  return rects
}

/** The rectangle around all; null without any. */
export function boundsOf(rects: Iterable<Rect>): Rect | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

export function intersects(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

/** From back to front: by layers, and within one by the order of the cart. */
export function paintOrder(laid: readonly Laid[]): readonly Laid[] {
  return laid.toSorted((one, other) => one.layer - other.layer)
}

/** The one in front at a point. @param painted from back to front */
export function hitAt(painted: readonly Laid[], x: number, y: number): Laid | undefined {
  return painted.findLast(
    (one) => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height,
  )
}

/**
 * As people read what lies on the table: rows from top to bottom, each from left to right. A picture belongs
 * to the row whose first picture reaches down to its middle.
 */
export function readingRows(laid: readonly Laid[]): readonly (readonly Laid[])[] {
  const rows: Laid[][] = []
  let bottom = -Infinity
  for (const one of laid.toSorted((left, right) => left.y - right.y || left.x - right.x)) {
    if (one.y + one.height / 2 > bottom || rows.length === 0) {
      rows.push([])
      bottom = one.y + one.height
    }
    rows.at(-1)?.push(one)
  }
  return rows.map((row) => row.toSorted((left, right) => left.x - right.x || left.y - right.y))
}

export type Step = 'left' | 'right' | 'up' | 'down'

/** Where an arrow leads: to the next in reading order, or to the nearest of the row above or below. */
export function stepIn(rows: readonly (readonly Laid[])[], id: number, step: Step): number {
  const at = rows.findIndex((row) => row.some((one) => one.id === id))
  const row = rows[at] ?? []
  const index = row.findIndex((one) => one.id === id)
  if (step === 'right') return (row[index + 1] ?? rows[at + 1]?.[0])?.id ?? id
  if (step === 'left') return (row[index - 1] ?? rows[at - 1]?.at(-1))?.id ?? id
  const from = row[index]
  const next = rows[step === 'down' ? at + 1 : at - 1]
  if (from === undefined || next === undefined) return id
  const away = (one: Laid): number => Math.abs(one.x + one.width / 2 - from.x - from.width / 2)
  return next.reduce((best, one) => (away(one) < away(best) ? one : best), next[0] ?? from).id
}
