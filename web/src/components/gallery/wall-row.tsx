import type { Asset } from '@cartouche/contract'
import { memo } from 'react'
import { AssetTile } from './asset-tile.tsx'
import type { TileRow } from './justified-rows.ts'
import type { ScrollPace } from './scroll-pace.ts'
import { useCalmOnce } from './use-calm-once.ts'
import classes from './gallery.module.css'

export interface WallRowProps {
  readonly row: TileRow
  /** All of the wall; the row takes its own. */
  readonly assets: readonly Asset[]
  readonly total: number
  readonly hrefOf: (asset: Asset) => string
  readonly selectedIds: ReadonlySet<number>
  /** Index of the current asset where it is in this row, else -1. */
  readonly current: number
  readonly ticket: string | undefined
  readonly withCart: boolean
  readonly withMenu: boolean
  readonly pace: ScrollPace
}

/** One row of the wall. It renders again only for what is its own. */
export const WallRow = memo(function WallRow({
  row,
  assets,
  total,
  hrefOf,
  selectedIds,
  current,
  ticket,
  withCart,
  withMenu,
  pace,
}: WallRowProps) {
  const withPictures = useCalmOnce(pace)
  return (
    <div role="presentation" className={classes.row} style={{ top: row.top, height: row.height }}>
      {row.tiles.map((tile) => {
        const asset = assets[tile.index]
        return asset === undefined ? null : (
          <AssetTile
            key={asset.id}
            asset={asset}
            tile={tile}
            height={row.height}
            total={total}
            href={hrefOf(asset)}
            isSelected={selectedIds.has(asset.id)}
            isCurrent={tile.index === current}
            ticket={ticket}
            withCart={withCart}
            withMenu={withMenu}
            withPicture={withPictures}
            pace={pace}
          />
        )
      })}
    </div>
  )
}, areEqual)

function areEqual(
  { assets: before, ...one }: WallRowProps,
  { assets: after, ...other }: WallRowProps,
): boolean {
  const props = Object.keys(one) as (keyof typeof one)[]
  return (
    props.every((prop) => Object.is(one[prop], other[prop])) &&
    one.row.tiles.every(({ index }) => before[index] === after[index])
  )
}
