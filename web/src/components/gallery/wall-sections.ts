import { justifyRows, type TileRow, type WallSize } from './justified-rows.ts'

/** A part of a wall with a heading of its own. Its assets stand together in the list of the wall. */
export interface WallSection {
  readonly key: string
  readonly name: string
  /** How many of the wall's assets are its own; those of the sections before it come first. */
  readonly length: number
  /** Whether they stand in one row, however many they are. */
  readonly isOneRow: boolean
  readonly heading: React.ReactNode
  /** What stands under its pictures; null for nothing. */
  readonly foot: React.ReactNode
}

/** Where a section stands on the wall, px from its top, and the indexes of its rows. */
export interface SectionPlace {
  readonly top: number
  readonly footTop: number
  readonly firstRow: number
  readonly lastRow: number
}

/** A wall in sections. */
export interface SectionedWall {
  readonly rows: readonly TileRow[]
  readonly places: readonly SectionPlace[]
  readonly height: number
}

/** Heights of what stands above and below the pictures of a section, and the space after it, px. */
export const headingPx = 32
export const footPx = 36
const afterPx = 24

/**
 * Sets the pictures of sections in rows, one section below the other. Indexes of pictures count through the
 * whole wall.
 * @param ratioAt width by height of each picture of the wall
 */
export function setSections(
  sections: readonly Pick<WallSection, 'length' | 'isOneRow' | 'foot'>[],
  ratioAt: (index: number) => number,
  size: WallSize,
): SectionedWall {
  const rows: TileRow[] = []
  const places: SectionPlace[] = []
  let top = 0
  let first = 0
  if (size.width > 0) {
    for (const { length, isOneRow, foot } of sections) {
      const ratios = Array.from({ length }, (_ratio, at) => ratioAt(first + at))
      const own = isOneRow ? oneRow(ratios, size) : justifyRows(ratios, size)
      const from = top + headingPx
      const base = first
      const firstRow = rows.length
      rows.push(
        ...own.map((row) => ({
          ...row,
          top: row.top + from,
          tiles: row.tiles.map((tile) => ({ ...tile, index: tile.index + base })),
        })),
      )
      const last = own.at(-1)
      const footTop = from + (last === undefined ? 0 : last.top + last.height)
      places.push({ top, footTop, firstRow, lastRow: rows.length - 1 })
      top = footTop + (foot === null ? 0 : footPx) + afterPx
      first += length
    }
  }
  return { rows, places, height: top }
}

/** All pictures in one row: as high as it may be, or lower so that they fit. */
function oneRow(ratios: readonly number[], size: WallSize): TileRow[] {
  const free = (rowHeight: number): TileRow[] =>
    justifyRows(ratios, { ...size, rowHeight, width: Number.MAX_SAFE_INTEGER })
  const [row] = free(1000)
  const width = (row?.tiles.at(-1)?.left ?? 0) + (row?.tiles.at(-1)?.width ?? 0)
  const gaps = size.gap * Math.max(0, ratios.length - 1)
  return free(Math.min(size.rowHeight, (1000 * (size.width - gaps)) / Math.max(1, width - gaps)))
}

/** How many pictures the first row of a wall takes. */
export function countInFirstRow(ratios: readonly number[], size: WallSize): number {
  return size.width > 0 ? (justifyRows(ratios, size)[0]?.tiles.length ?? 0) : ratios.length
}
