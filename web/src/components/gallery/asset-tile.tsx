import type { Asset } from '@cartouche/contract'
import { IconFile, IconFileText, IconMusic, IconShoppingBagPlus, IconVideo } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useIntl } from 'react-intl'
import { AssetPicture } from '../asset-picture/asset-picture.tsx'
import { formatDuration } from '../../translations/format.ts'
import { natureOf } from '../asset-text/nature-of.ts'
import { HoverFilm } from './hover-film.tsx'
import type { Tile } from './justified-rows.ts'
import classes from './gallery.module.css'

export interface AssetTileProps {
  readonly asset: Asset
  readonly tile: Tile
  readonly top: number
  readonly height: number
  readonly total: number
  readonly href: string
  readonly isSelected: boolean
  /** Whether Tab reaches it: one of the wall does, arrows go on from there. */
  readonly isCurrent: boolean
  readonly ticket?: string | undefined
  readonly withCart: boolean
}

const natureIcons = { VIDEO: IconVideo, AUDIO: IconMusic, DOCUMENT: IconFileText, OTHER: IconFile } as const

/** One picture of the wall. Clicks and keys are handled by the wall: `data-index` tells it which, `data-act` what. */
export const AssetTile = memo(function AssetTile({ asset, tile, top, height, total, href, isSelected, isCurrent, ticket, withCart }: AssetTileProps) {
  const intl = useIntl()
  const [hovered, setHovered] = useState(false)
  const nature = natureOf(asset)
  const NatureIcon = nature === undefined || nature === 'IMAGE' ? undefined : natureIcons[nature]
  return (
    <li
      className={classes.tile} data-index={tile.index} data-selected={isSelected || undefined} aria-posinset={tile.index + 1} aria-setsize={total}
      style={{ transform: `translate(${tile.left}px, ${top}px)`, width: tile.width, height }}
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')} onPointerLeave={() => setHovered(false)}
    >
      <a href={href} className={classes.open} data-act="open" tabIndex={isCurrent ? 0 : -1} draggable={false} aria-label={asset.name}>
        <AssetPicture asset={asset} sidePx={Math.max(tile.width, height)} ticket={ticket} alt="" />
        {nature === 'VIDEO' && hovered && <HoverFilm asset={asset} ticket={ticket} />}
        <span className={classes.caption}>{asset.name}</span>
      </a>
      {NatureIcon === undefined ? null : (
        <span className={classes.badge}>
          <NatureIcon size={13} stroke={1.8} aria-hidden />
          {asset.duration === null || asset.duration === undefined ? null : formatDuration(asset.duration)}
        </span>
      )}
      <input type="checkbox" className={classes.check} data-act="select" tabIndex={-1} checked={isSelected} readOnly aria-label={intl.formatMessage({ id: 'asset.select' }, { name: asset.name })} />
      {withCart && (
        <button type="button" className={classes.cart} data-act="cart" tabIndex={-1} aria-label={intl.formatMessage({ id: 'asset.addToCart' }, { name: asset.name })}>
          <IconShoppingBagPlus size={16} stroke={1.7} aria-hidden />
        </button>
      )}
    </li>
  )
})
