/** One picture in its row: index in the list, left edge and width in px. */
export interface Tile {
  readonly index: number
  readonly left: number
  readonly width: number
}
/** One row of the wall: top edge and height in px, and its pictures from left to right. */
export interface TileRow {
  readonly top: number
  readonly height: number
  readonly tiles: readonly Tile[]
}

export interface WallSize {
  /** Inner width of the wall, px. */
  readonly width: number
  /** Height that rows aim at, px; a row is never higher. */
  readonly rowHeight: number
  /** Space between pictures and between rows, px. */
  readonly gap: number
}

/**
 * Pictures that are extremely wide or high take a bounded part of the wall, so that one of them does not blow
 * up or shrink its row.
 */
const narrowest = 0.5
const widest = 3.2

/**
 * Sets pictures in rows of full width without cropping: a row takes pictures until it is no higher than the
 * height aimed at. The last row keeps that height and its own width.
 * @param ratios width by height of each picture, in order
 */
export function justifyRows(ratios: readonly number[], size: WallSize): TileRow[] {
  return extendRows([], { count: ratios.length, ratioAt: (index) => ratios[index] }, size)
}

/** The pictures of a wall by their place: how many there are, and width by height of each. */
interface WallRatios {
  readonly count: number
  readonly ratioAt: (index: number) => number | undefined
}

/**
 * Sets the pictures that come after rows which stay as they are: what a page costs does not grow with what is
 * there.
 */
export function extendRows(
  reused: readonly TileRow[],
  { count, ratioAt }: WallRatios,
  { width, rowHeight, gap }: WallSize,
): TileRow[] {
  const rows = [...reused]
  const last = reused.at(-1)
  let top = last === undefined ? 0 : last.top + last.height + gap
  let first = (last?.tiles.at(-1)?.index ?? -1) + 1
  let sum = 0
  const close = (end: number, height: number): void => {
    rows.push({ top, height: Math.round(height), tiles: setTiles(ratioAt, first, end, height, gap) })
    top += Math.round(height) + gap
    first = end
    sum = 0
  }
  for (let index = first; index < count; index++) {
    sum += boundRatio(ratioAt(index))
    const height = (width - gap * (index - first)) / sum
    if (height <= rowHeight) close(index + 1, height)
  }
  if (first < count) close(count, rowHeight)
  return rows
}

function boundRatio(ratio: number | undefined): number {
  return Math.min(widest, Math.max(narrowest, ratio !== undefined && ratio > 0 ? ratio : 1))
}

/** Widths follow from the exact height, each edge is rounded by itself: rows end at the same pixel. */
function setTiles(
  ratioAt: WallRatios['ratioAt'],
  first: number,
  end: number,
  height: number,
  gap: number,
): Tile[] {
  const tiles: Tile[] = []
  let left = 0
  for (let index = first; index < end; index++) {
    const width = boundRatio(ratioAt(index)) * height
    tiles.push({ index, left: Math.round(left), width: Math.round(left + width) - Math.round(left) })
    left += width + gap
  }
  return tiles
}

/**
 * First and last row that a part of the wall touches, px from its top, by binary search; both are rows that
 * exist, or 0.
 */
export function rowsBetween(
  rows: readonly TileRow[],
  fromPx: number,
  toPx: number,
): { readonly first: number; readonly last: number } {
  const firstBelow = (px: number): number => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const { top = 0, height = 0 } = rows[middle] ?? {}
      if (top + height > px) high = middle
      else low = middle + 1
    }
    return Math.max(0, Math.min(low, rows.length - 1))
  }
  return { first: firstBelow(fromPx), last: firstBelow(toPx) }
}

/** The row that holds a picture, by binary search; -1 when there is none. */
export function rowOf(rows: readonly TileRow[], index: number): number {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const tiles = rows[middle]?.tiles ?? []
    if (index < (tiles[0]?.index ?? 0)) high = middle - 1
    else if (index > (tiles.at(-1)?.index ?? -1)) low = middle + 1
    else return middle
  }
  return -1
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * The picture that an arrow key leads to; up and down go to the one that lies nearest in the next row. At an
 * edge it stays.
 */
export function neighbourOf(rows: readonly TileRow[], index: number, direction: Direction): number {
  const last = rows.at(-1)?.tiles.at(-1)?.index ?? 0
  if (direction === 'left') return Math.max(0, index - 1)
  if (direction === 'right') return Math.min(last, index + 1)
  const at = rowOf(rows, index)
  const tile = rows[at]?.tiles.find((candidate) => candidate.index === index)
  const target = rows[at + (direction === 'up' ? -1 : 1)]
  return tile === undefined || target === undefined ? index : nearestIn(target, tile)
}

/**
 * The picture that lies so far below another one, px, or above; that of the first or last row where the wall
 * ends before.
 */
export function pictureAway(rows: readonly TileRow[], index: number, byPx: number): number {
  const row = rows[rowOf(rows, index)]
  const tile = row?.tiles.find((candidate) => candidate.index === index)
  if (row === undefined || tile === undefined) return index
  const target = rows[rowsBetween(rows, row.top + byPx, row.top + byPx).first]
  return target === undefined ? index : nearestIn(target, tile)
}

function nearestIn(row: TileRow, { left, width }: Tile): number {
  const distance = (candidate: Tile): number =>
    Math.abs(candidate.left + candidate.width / 2 - left - width / 2)
  return row.tiles.reduce((best, candidate) => (distance(candidate) < distance(best) ? candidate : best))
    .index
}

/** A rectangle on the wall, px from its top left corner; corners in any order. */
export interface Area {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** The pictures that a rectangle touches, in order. */
export function tilesIn(rows: readonly TileRow[], area: Area): number[] {
  const [left, right] = [Math.min(area.x1, area.x2), Math.max(area.x1, area.x2)]
  const [top, bottom] = [Math.min(area.y1, area.y2), Math.max(area.y1, area.y2)]
  return rows
    .filter((row) => row.top <= bottom && row.top + row.height >= top)
    .flatMap((row) =>
      row.tiles
        .filter((tile) => tile.left <= right && tile.left + tile.width >= left)
        .map(({ index }) => index),
    )
}
