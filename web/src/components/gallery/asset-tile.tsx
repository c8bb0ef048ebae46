import type { Asset } from '@cartouche/contract'
import { VisuallyHidden } from '@mantine/core'
import {
  IconDots,
  IconFile,
  IconFileSearch,
  IconFileText,
  IconMusic,
  IconShoppingBagPlus,
  IconVideo,
} from '@tabler/icons-react'
import { memo, useContext, useEffect, useId, useRef, useState, type PointerEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AssetPicture } from '../asset-picture/asset-picture.tsx'
import { formatDuration } from '../../translations/format.ts'
import { natureOf } from '../asset-text/nature-of.ts'
import { TileMarks } from '../marks/mark-badges.tsx'
import { selectedId } from '../spoken/spoken.ts'
import { useIsDocumentHit } from './document-hits.ts'
import { HoverFilm } from './hover-film.tsx'
import type { Tile } from './justified-rows.ts'
import type { ScrollPace } from './scroll-pace.ts'
import { TileOrderContext, type DropEdge } from './tile-order.ts'
import classes from './gallery.module.css'

export interface AssetTileProps {
  readonly asset: Asset
  readonly tile: Tile
  readonly height: number
  readonly total: number
  readonly href: string
  readonly isSelected: boolean
  /** Whether Tab reaches it: one of the wall does, arrows go on from there. */
  readonly isCurrent: boolean
  readonly ticket?: string | undefined
  readonly withCart: boolean
  readonly withMenu: boolean
  /** Whether it shows its picture yet, or its colours alone. */
  readonly withPicture: boolean
  readonly pace: ScrollPace
}

/** Narrower tiles have room for the check and the menu alone. */
const minWithCartPx = 104
/** Narrower tiles have their name above the badge of their nature, not beside it. */
const minBesideBadgePx = 140
/** Width from which a tile has room for a sign beside a duration, CSS px. */
const minWithBothPx = 76
const natureIcons = { VIDEO: IconVideo, AUDIO: IconMusic, DOCUMENT: IconFileText, OTHER: IconFile } as const

/**
 * One picture of the wall. Clicks and keys are handled by the wall: `data-index` says which, `data-act`
 * what. A wall makes and unmakes hundreds of tiles a second: what is seen under the pointer or the focus
 * alone is made there.
 */
export const AssetTile = memo(function AssetTile({
  asset,
  tile,
  height,
  total,
  href,
  isSelected,
  isCurrent,
  ticket,
  withCart,
  withMenu,
  withPicture,
  pace,
}: AssetTileProps) {
  const intl = useIntl()
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const { tile: root, edge } = useTileOrder(asset.id)
  const nature = natureOf(asset)
  const isDocumentHit = useIsDocumentHit(asset.id)
  const { duration = null } = asset
  const NatureIcon = isDocumentHit
    ? IconFileSearch
    : nature === undefined || nature === 'IMAGE'
      ? undefined
      : natureIcons[nature]
  const hitId = useId()
  const hover = ({ pointerType }: PointerEvent): void => {
    // Tiles that fly past under a pointer at rest are not pointed at.
    if (!hovered && pointerType === 'mouse' && !pace.isFast()) setHovered(true)
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its row stands between it and the list
      role="listitem"
      ref={root}
      className={classes.tile}
      data-drop={edge ?? undefined}
      data-index={tile.index}
      data-selected={isSelected || undefined}
      aria-posinset={tile.index + 1}
      aria-setsize={total}
      style={{ left: tile.left, width: tile.width }}
      onPointerEnter={hover}
      onPointerMove={hover}
      onPointerLeave={() => setHovered(false)}
    >
      <a
        href={href}
        className={classes.open}
        data-act="open"
        tabIndex={isCurrent ? 0 : -1}
        draggable={false}
        aria-label={asset.name}
        aria-describedby={
          [isSelected ? selectedId : '', isDocumentHit ? hitId : ''].join(' ').trim() || undefined
        }
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <AssetPicture
          asset={asset}
          sidePx={Math.max(tile.width, height)}
          ticket={ticket}
          alt=""
          coloursOnly={!withPicture}
        />
        {nature === 'VIDEO' && hovered && <HoverFilm asset={asset} ticket={ticket} />}
        {(hovered || focused) && (
          <span
            className={classes.caption}
            data-badged={
              NatureIcon === undefined ? undefined : tile.width < minBesideBadgePx ? 'above' : 'beside'
            }
          >
            {asset.name}
            {isDocumentHit && (
              <span className={classes.captionNote} aria-hidden>
                <FormattedMessage id="asset.documentHit" />
              </span>
            )}
          </span>
        )}
      </a>
      {NatureIcon === undefined ? null : (
        <span className={classes.badge}>
          {(duration === null || tile.width >= minWithBothPx) && (
            <NatureIcon size={13} stroke={1.8} aria-hidden />
          )}
          {isDocumentHit && (
            <VisuallyHidden id={hitId}>
              <FormattedMessage id="asset.documentHit" />
            </VisuallyHidden>
          )}
          {duration !== null && formatDuration(duration)}
        </span>
      )}
      {withMenu && withPicture && ticket === undefined && <TileMarks id={asset.id} />}
      <button
        type="button"
        className={classes.check}
        data-act="select"
        tabIndex={-1}
        aria-pressed={isSelected}
        aria-label={intl.formatMessage({ id: 'asset.select' }, { name: asset.name })}
      />
      {withCart && tile.width >= minWithCartPx && (hovered || focused) && (
        <button
          type="button"
          className={classes.cart}
          data-act="cart"
          tabIndex={-1}
          aria-label={intl.formatMessage({ id: 'asset.addToCart' }, { name: asset.name })}
        >
          <IconShoppingBagPlus size={16} stroke={1.7} aria-hidden />
        </button>
      )}
      {withMenu && (hovered || focused) && (
        <button
          type="button"
          className={classes.dots}
          data-act="menu"
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={intl.formatMessage({ id: 'assetActions.menu' }, { name: asset.name })}
        >
          <IconDots size={16} stroke={1.7} aria-hidden />
        </button>
      )}
    </div>
  )
})

/** Where the wall may be ordered, the tile can be dragged, and shows where another would be put. */
function useTileOrder(id: number) {
  const order = useContext(TileOrderContext)
  const tile = useRef<HTMLDivElement>(null)
  const [edge, setEdge] = useState<DropEdge | null>(null)
  useEffect(
    () => (order === null || tile.current === null ? undefined : order.attach(tile.current, id, setEdge)),
    [order, id],
  )
  return { tile, edge }
}
