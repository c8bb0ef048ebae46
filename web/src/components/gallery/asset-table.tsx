import { useElementSize, useMergedRef } from '@mantine/hooks'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ColumnHead } from './column-head.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { useColumns } from './use-columns.ts'
import { AssetRow } from './asset-row.tsx'
import { tableColumns } from './asset-columns.tsx'
import type { GalleryProps } from './gallery.ts'
import type { Direction } from './justified-rows.ts'
import { createScrollPace } from './scroll-pace.ts'
import { useCurrent } from './use-current.ts'
import { useGalleryKeys } from './use-gallery-keys.ts'
import { useGalleryPointer } from './use-gallery-pointer.ts'
import { useGalleryScroll } from './use-gallery-scroll.ts'
import { useRowsInView } from './use-rows-in-view.ts'
import classes from './asset-table.module.css'

const rowPx = 48
const headPx = 36
/** Widths of the columns at the edges: of the checks, and of what chooses the columns. */
const checkPx = 40
const menuPx = 44
/** Rows before and after those in view that are kept ready. */
const rowsAround = 12
/** Rows before the end at which the next page is asked for. */
const rowsAhead = 60

interface Sorting {
  /** `field asc` or `field desc`. */
  readonly order: string
  readonly onOrder: (order: string) => void
}

/**
 * Assets as a table with sortable columns, which a person chooses, orders and draws as wide as they like.
 * Check, picture and name stay in sight, however narrow the table. Only the rows near the window are in the
 * page.
 */
export function AssetTable({ order, onOrder, ...props }: GalleryProps & Sorting) {
  const { assets, selection, hasNext, onNext, openId, resetKey } = props
  const intl = useIntl()
  const scroller = useRef<HTMLDivElement>(null)
  const current = useCurrent({
    root: scroller,
    assets,
    openId,
    resetKey,
    bringIntoView: (index) => bringIntoView(scroller.current, index),
  })
  const { ref: sizeRef, height, width } = useElementSize<HTMLDivElement>()
  const scrollerRef = useMergedRef(scroller, sizeRef)
  const [pace] = useState(createScrollPace)
  const { rendered, last } = useRowsInView({
    scroller,
    count: assets.length,
    spanAt: (topPx) => spanAt(topPx, height, assets.length),
    rowsAround,
    kept: current.index,
    pace,
  })
  const { handlers } = useGalleryPointer({ ...props, onCurrent: current.set })
  useGalleryKeys({
    ...props,
    root: scroller,
    current: current.index,
    move: (index, direction) => moveInList(index, direction, assets.length),
    movePage: (index, pages) => clamp(index + pages * Math.floor((height - headPx) / rowPx), assets.length),
    onFocus: current.focus,
  })
  useGalleryScroll(scroller, props.scrollKey, resetKey, assets.length > 0)

  const columns = useColumns(width, checkPx + menuPx)
  const { shown } = columns
  const fieldList = shown.map(({ field }) => field).join(' ')
  const fields = useMemo(() => fieldList.split(' '), [fieldList])
  const tablePx = shown.reduce((sum, { widthPx }) => sum + widthPx, checkPx + menuPx)

  useEffect(() => {
    if (hasNext && assets.length > 0 && last >= assets.length - rowsAhead) onNext()
  }, [hasNext, onNext, last, assets.length])

  return (
    <div ref={scrollerRef} className={classes.scroller} {...handlers}>
      <table
        className={classes.table}
        style={{ width: tablePx }}
        aria-rowcount={props.total + 1}
        aria-label={intl.formatMessage({ id: 'browse.grid' })}
      >
        <colgroup>
          <col style={{ width: checkPx }} />
          {shown.map(({ field, widthPx }) => (
            <col key={field} style={{ width: widthPx }} />
          ))}
          <col style={{ width: menuPx }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th className={classes.checkCell}>
              <FormattedMessage id="selection.bar">
                {(text) => <span className={classes.hiddenText}>{text}</span>}
              </FormattedMessage>
            </th>
            {shown.map(({ field, widthPx }) => {
              const column = tableColumns.find((one) => one.field === field)
              return (
                column && (
                  <ColumnHead
                    key={field}
                    column={column}
                    widthPx={widthPx}
                    order={order}
                    onOrder={onOrder}
                    onResize={columns.resize}
                  />
                )
              )
            })}
            <th className={classes.menuCell}>
              <ColumnsMenu columns={columns} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rendered.map((index, at) => {
            const asset = assets[index]
            return asset === undefined ? null : (
              <Fragment key={asset.id}>
                <Gap rows={index - (rendered[at - 1] ?? -1) - 1} />
                <AssetRow
                  asset={asset}
                  index={index}
                  href={props.hrefOf(asset)}
                  isSelected={selection.selection.ids.has(asset.id)}
                  isCurrent={index === current.index}
                  fields={fields}
                  ticket={props.ticket}
                  pace={pace}
                />
              </Fragment>
            )
          })}
          <Gap rows={assets.length - 1 - (rendered.at(-1) ?? -1)} />
        </tbody>
      </table>
      {props.end === undefined || props.end === null ? null : <div className={classes.end}>{props.end}</div>}
    </div>
  )
}

/** Rows that are not in the page, as the room that they take. */
function Gap({ rows }: { readonly rows: number }) {
  return rows > 0 ? <tr aria-hidden style={{ height: rows * rowPx }}></tr> : null
}

function spanAt(topPx: number, height: number, count: number): { first: number; last: number } {
  return {
    first: clamp(Math.floor((topPx - headPx) / rowPx), count),
    last: clamp(Math.floor((topPx - headPx + height) / rowPx), count),
  }
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index))
}

function moveInList(index: number, direction: Direction, count: number): number {
  if (direction === 'left' || direction === 'right') return index
  return clamp(index + (direction === 'up' ? -1 : 1), count)
}

function bringIntoView(scroller: HTMLElement | null, index: number): void {
  if (scroller === null) return
  const top = index * rowPx
  if (top < scroller.scrollTop) scroller.scrollTo({ top })
  else if (top + rowPx + headPx > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTo({ top: top + rowPx + headPx - scroller.clientHeight })
}
