import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useIntl } from 'react-intl'
import { columnWidths } from './column-choice.ts'
import { SortButton } from './sort-button.tsx'
import type { TableColumn } from './table-column.ts'
import type { ColumnControl } from './use-columns.ts'
import classes from './asset-table.module.css'

interface ColumnHeadProps {
  /** With the width that it has now. */
  readonly column: TableColumn
  readonly order: string
  readonly onOrder: (order: string) => void
  readonly onResize: ColumnControl['resize']
}

/**
 * The head of a column: sorts by it where that can be, and its right edge changes the width, by drawing it or
 * by the arrow keys.
 */
export function ColumnHead({
  column: { field, label, sortable, widthPx },
  order,
  onOrder,
  onResize,
}: ColumnHeadProps) {
  const intl = useIntl()
  const start = useRef<{ readonly x: number; readonly widthPx: number } | null>(null)
  const drawTo = (event: PointerEvent, isDone: boolean): void => {
    if (start.current !== null)
      onResize(field, start.current.widthPx + event.clientX - start.current.x, isDone)
    if (isDone) start.current = null
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -columnWidths.step, ArrowRight: columnWidths.step }[event.key]
    if (by === undefined) return
    // The arrows are not for the list below.
    event.preventDefault()
    event.stopPropagation()
    onResize(field, widthPx + by, true)
  }
  return (
    <th role="columnheader" scope="col" data-column={field} aria-sort={sortOf(order, field)}>
      <span className={classes.headText}>
        {sortable ? <SortButton field={field} label={label} order={order} onOrder={onOrder} /> : label}
      </span>
      <span
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr cannot be moved: this is the separator of a split view
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        className={classes.edge}
        aria-valuenow={Math.round(widthPx)}
        aria-valuemin={columnWidths.min}
        aria-valuemax={columnWidths.max}
        aria-label={intl.formatMessage({ id: 'column.width' }, { name: label })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          start.current = { x: event.clientX, widthPx }
        }}
        onPointerMove={(event) => drawTo(event, false)}
        onPointerUp={(event) => drawTo(event, true)}
      />
    </th>
  )
}

function sortOf(order: string, field: string): 'ascending' | 'descending' | undefined {
  if (order === `${field} asc`) return 'ascending'
  return order === `${field} desc` ? 'descending' : undefined
}
