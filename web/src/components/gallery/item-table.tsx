import { useElementSize, useMergedRef } from '@mantine/hooks'
import { Fragment, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { SelectionControl } from '../selection/use-selection.ts'
import { ColumnHead } from './column-head.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import type { GalleryActions, GalleryProps } from './gallery.ts'
import type { Direction } from './justified-rows.ts'
import { createScrollPace, type ScrollPace } from './scroll-pace.ts'
import type { TableColumn } from './table-column.ts'
import { useColumns } from './use-columns.ts'
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
const rowsAround = 6
/** Rows before the end at which the next page is asked for. */
const rowsAhead = 60

/** What the row of one item is drawn from. */
export interface ItemRow<Item> {
  readonly item: Item
  readonly index: number
  /** Fields of the columns, from left to right; one list for all rows. */
  readonly fields: readonly string[]
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly pace: ScrollPace
}

interface ItemTableProps<Item extends { readonly id: number }> {
  readonly label: string
  /** What is loaded, in order. */
  readonly items: readonly Item[]
  readonly total: number
  readonly hasNext: boolean
  readonly onNext: () => void
  /** What stands after the last one that is loaded. */
  readonly end?: ReactNode
  readonly onOpen: (item: Item, index: number) => void
  readonly actions?: GalleryActions | undefined
  readonly openId?: number | undefined
  readonly focused?: GalleryProps['focused']
  readonly selection: SelectionControl
  readonly scrollKey: string
  readonly resetKey: string
  /** `field asc` or `field desc`. */
  readonly order: string
  readonly onOrder: (order: string) => void
  /** All columns that can be shown, and those that usually are; the name's is among both. */
  readonly columns: readonly TableColumn[]
  readonly usualColumns?: readonly TableColumn[]
  /** The view setting that remembers the columns. */
  readonly columnsSetting: string
  /** The row of an item: a `tr` with `data-index`, whose name is a link. */
  readonly row: (row: ItemRow<Item>) => ReactNode
}

/**
 * A table with sortable columns, which a person chooses, orders and draws as wide as they like. Check and
 * name stay in sight, however narrow the table. Only the rows near the window are in the page.
 *
 * Rows are grids, each laid out by itself: as rows of a table, a frame of other rows was a task of 28 ms, as
 * grids one of 19 (2026-11). Their elements have the roles of a table, which other displays take from them.
 */
export function ItemTable<Item extends { readonly id: number }>({
  order,
  onOrder,
  row,
  ...props
}: ItemTableProps<Item>) {
  const { items, selection, hasNext, onNext, openId, resetKey } = props
  const scroller = useRef<HTMLDivElement>(null)
  // Before the focus is given, which may lead elsewhere.
  useGalleryScroll(scroller, props.scrollKey, resetKey, items.length > 0)
  const current = useCurrent({
    root: scroller,
    items,
    openId,
    focused: props.focused,
    resetKey,
    bringIntoView: (index) => bringIntoView(scroller.current, index),
  })
  const { ref: sizeRef, height, width } = useElementSize<HTMLDivElement>()
  const scrollerRef = useMergedRef(scroller, sizeRef)
  const [pace] = useState(createScrollPace)
  const { rendered, last } = useRowsInView({
    scroller,
    count: items.length,
    spanAt: (topPx) => spanAt(topPx, height, items.length),
    rowsAround,
    kept: current.index,
    pace,
  })
  const { handlers } = useGalleryPointer({ ...props, onCurrent: current.set })
  useGalleryKeys({
    ...props,
    root: scroller,
    current: current.index,
    move: (index, direction) => moveInList(index, direction, items.length),
    movePage: (index, pages) => clamp(index + pages * Math.floor((height - headPx) / rowPx), items.length),
    onFocus: current.focus,
  })

  const columns = useColumns({
    setting: props.columnsSetting,
    known: props.columns,
    usual: props.usualColumns ?? props.columns,
    tablePx: width,
    edgesPx: checkPx + menuPx,
  })
  const { shown } = columns
  const fieldList = shown.map(({ field }) => field).join(' ')
  const fields = useMemo(() => fieldList.split(' '), [fieldList])
  const widths = shown.map(({ widthPx }) => widthPx)
  const tablePx = widths.reduce((sum, widthPx) => sum + widthPx, checkPx + menuPx)
  // What columns of given widths leave free, all get their share of.
  const tracks = widths.map((widthPx) => `minmax(${widthPx}px, ${widthPx}fr)`).join(' ')

  useEffect(() => {
    if (hasNext && items.length > 0 && last >= items.length - rowsAhead) onNext()
  }, [hasNext, onNext, last, items.length])

  return (
    <div ref={scrollerRef} className={classes.scroller} {...handlers}>
      <table
        role="table"
        className={classes.table}
        style={{ width: tablePx, '--columns': `${checkPx}px ${tracks} ${menuPx}px` } as CSSProperties}
        data-wide={tablePx > width || undefined}
        aria-rowcount={props.total + 1}
        aria-label={props.label}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" className={classes.checkCell}>
              <FormattedMessage id="selection.bar">
                {(text) => <span className={classes.hiddenText}>{text}</span>}
              </FormattedMessage>
            </th>
            {shown.map((column) => (
              <ColumnHead
                key={column.field}
                column={column}
                order={order}
                onOrder={onOrder}
                onResize={columns.resize}
              />
            ))}
            <th role="columnheader" className={classes.menuCell}>
              <ColumnsMenu columns={columns} />
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rendered.map((index, at) => {
            const item = items[index]
            return item === undefined ? null : (
              <Fragment key={item.id}>
                <Gap rows={index - (rendered[at - 1] ?? -1) - 1} />
                {row({
                  item,
                  index,
                  fields,
                  isSelected: selection.selection.ids.has(item.id),
                  isCurrent: index === current.index,
                  pace,
                })}
              </Fragment>
            )
          })}
          <Gap rows={items.length - 1 - (rendered.at(-1) ?? -1)} />
        </tbody>
      </table>
      <div className={classes.end}>{props.end}</div>
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
