import type { Asset } from '@cartouche/contract'
import { extendRows, rowOf, type TileRow, type WallSize } from './justified-rows.ts'
import { ratioOf } from './ratio-of.ts'

/**
 * Sets the assets of one wall in rows; none while it has no width. Rows whose assets stayed keep their
 * identity.
 */
export type WallLayout = (assets: readonly Asset[], size: WallSize) => readonly TileRow[]

/**
 * Creates the layout of one wall. It remembers the last rows: when a page is added it sets the pictures of
 * that page alone, and those of the row that was last.
 */
export function createWallLayout(): WallLayout {
  let last:
    | { readonly assets: readonly Asset[]; readonly size: WallSize; readonly rows: readonly TileRow[] }
    | undefined
  return (assets, size) => {
    if (size.width === 0) return []
    const same =
      last !== undefined &&
      last.size.width === size.width &&
      last.size.rowHeight === size.rowHeight &&
      last.size.gap === size.gap
    const reused = last !== undefined && same ? reusedRows(last.rows, countSame(last.assets, assets)) : []
    const rows = extendRows(
      reused,
      {
        count: assets.length,
        ratioAt: (index) => {
          const asset = assets[index]
          return asset && ratioOf(asset)
        },
      },
      size,
    )
    last = { assets, size, rows }
    return rows
  }
}

/** How many assets at the beginning are of the same shape in both. */
function countSame(before: readonly Asset[], after: readonly Asset[]): number {
  const end = Math.min(before.length, after.length)
  for (let index = 0; index < end; index++) {
    const [one, other] = [before[index], after[index]]
    if (one !== other && (one === undefined || other === undefined || ratioOf(one) !== ratioOf(other)))
      return index
  }
  return end
}

/**
 * The rows before the one that holds the first asset that changed; never the last one, which may not be full.
 */
function reusedRows(rows: readonly TileRow[], unchanged: number): readonly TileRow[] {
  const at = rowOf(rows, unchanged)
  return rows.slice(0, at === -1 ? Math.max(0, rows.length - 1) : Math.min(at, rows.length - 1))
}
