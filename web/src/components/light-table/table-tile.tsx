import { memo, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { AssetPicture } from '../asset-picture/asset-picture.tsx'
import type { TableItem } from './table-layout.ts'
import type { TablePace } from './table-pace.ts'
import classes from './light-table.module.css'

interface TableTileProps {
  readonly item: TableItem
  /** Px from the origin of the drawn table. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly depth: number
  /** In reading order, from 1. */
  readonly position: number
  readonly total: number
  readonly href: string
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly withCheck: boolean
  readonly ticket: string | undefined
  readonly pace: TablePace
}

/** Narrower ones are too small for the button that selects, px. */
const minWithCheckPx = 56

/** A picture on the table. Clicks and keys are handled by the table: `data-item` says which. */
export const TableTile = memo(function TableTile({
  item,
  left,
  top,
  width,
  height,
  depth,
  position,
  total,
  href,
  isSelected,
  isCurrent,
  withCheck,
  ticket,
  pace,
}: TableTileProps) {
  const intl = useIntl()
  const [withPicture, setWithPicture] = useState(false)
  useEffect(() => (withPicture ? undefined : pace.whenCalm(() => setWithPicture(true))), [withPicture, pace])
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the drawn table stands between it and the list
      role="listitem"
      className={classes.tile}
      data-item={item.id}
      data-selected={isSelected || undefined}
      aria-posinset={position}
      aria-setsize={total}
      style={{ left, top, width, height, zIndex: depth }}
    >
      <a
        href={href}
        className={classes.open}
        tabIndex={isCurrent ? 0 : -1}
        draggable={false}
        aria-label={item.name}
      >
        <AssetPicture
          asset={item}
          sidePx={Math.max(width, height)}
          ticket={ticket}
          alt=""
          coloursOnly={!withPicture}
        />
        {width > 90 && <span className={classes.caption}>{item.name}</span>}
      </a>
      {withCheck && width > minWithCheckPx && (
        <button
          type="button"
          className={classes.check}
          tabIndex={-1}
          aria-pressed={isSelected}
          aria-label={intl.formatMessage({ id: 'asset.select' }, { name: item.name })}
        />
      )}
    </div>
  )
})
