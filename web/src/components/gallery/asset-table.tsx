import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AssetRow } from './asset-row.tsx'
import { tableColumns } from './asset-columns.tsx'
import type { GalleryProps } from './gallery.ts'
import type { Direction } from './justified-rows.ts'
import { SortButton } from './sort-button.tsx'
import { useCurrent } from './use-current.ts'
import { useGalleryKeys } from './use-gallery-keys.ts'
import { useGalleryPointer } from './use-gallery-pointer.ts'
import { useGalleryScroll } from './use-gallery-scroll.ts'
import classes from './asset-table.module.css'

const rowPx = 48
const headPx = 36
/** Rows before the end at which the next page is asked for. */
const rowsAhead = 30

interface Sorting {
  /** `field asc` or `field desc`. */
  readonly order: string
  readonly onOrder: (order: string) => void
}

/** Assets as a table with sortable columns. Only the rows near the window are in the page. */
export function AssetTable({ order, onOrder, ...props }: GalleryProps & Sorting) {
  const { assets, selection, hasNext, onNext, openId, resetKey } = props
  const intl = useIntl()
  const scroller = useRef<HTMLDivElement>(null)
  const current = useCurrent({ root: scroller, assets, openId, resetKey, bringIntoView: (index) => bringIntoView(scroller.current, index) })
  // eslint-disable-next-line react/incompatible-library -- the virtualizer is read in this component alone, nothing memoized receives it
  const virtualizer = useVirtualizer({ count: assets.length, getScrollElement: () => scroller.current, estimateSize: () => rowPx, scrollMargin: headPx, overscan: 12, useFlushSync: false })
  const { handlers } = useGalleryPointer({ ...props, onCurrent: current.set })
  useGalleryKeys({ ...props, root: scroller, current: current.index, move: (index, direction) => moveInList(index, direction, assets.length), onFocus: current.focus })
  useGalleryScroll(scroller, props.scrollKey, resetKey, assets.length > 0)

  const visible = virtualizer.getVirtualItems()
  const first = visible[0]?.index ?? 0
  const last = visible.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasNext && assets.length > 0 && last >= assets.length - rowsAhead) onNext()
  }, [hasNext, onNext, last, assets.length])

  return (
    <div ref={scroller} className={classes.scroller} {...handlers}>
      <table className={classes.table} aria-rowcount={props.total + 1} aria-label={intl.formatMessage({ id: 'browse.grid' })}>
        <thead>
          <tr aria-rowindex={1}>
            <th className={classes.checkCell}><FormattedMessage id="selection.bar">{(text) => <span className={classes.hiddenText}>{text}</span>}</FormattedMessage></th>
            {tableColumns.map((column) => (
              <th key={column.field} scope="col" data-column={column.field} aria-sort={sortOf(order, column.field)}>
                {column.sortable ? <SortButton field={column.field} label={column.label} order={order} onOrder={onOrder} /> : <FormattedMessage id={column.label} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden style={{ height: first * rowPx }}></tr>}
          {visible.map(({ index }) => {
            const asset = assets[index]
            return asset === undefined ? null : (
              <AssetRow key={asset.id} asset={asset} index={index} href={props.hrefOf(asset)} isSelected={selection.selection.ids.has(asset.id)} isCurrent={index === current.index} ticket={props.ticket} />
            )
          })}
          {last < assets.length - 1 && <tr aria-hidden style={{ height: (assets.length - 1 - last) * rowPx }}></tr>}
        </tbody>
      </table>
      {props.end === undefined || props.end === null ? null : <div className={classes.end}>{props.end}</div>}
    </div>
  )
}

function sortOf(order: string, field: string): 'ascending' | 'descending' | undefined {
  if (order === `${field} asc`) return 'ascending'
  return order === `${field} desc` ? 'descending' : undefined
}

function moveInList(index: number, direction: Direction, count: number): number {
  if (direction === 'left' || direction === 'right') return index
  return Math.min(count - 1, Math.max(0, index + (direction === 'up' ? -1 : 1)))
}

function bringIntoView(scroller: HTMLElement | null, index: number): void {
  if (scroller === null) return
  const top = index * rowPx
  if (top < scroller.scrollTop) scroller.scrollTo({ top })
  else if (top + rowPx + headPx > scroller.scrollTop + scroller.clientHeight) scroller.scrollTo({ top: top + rowPx + headPx - scroller.clientHeight })
}
