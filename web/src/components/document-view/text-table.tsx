import { useVirtualizer } from '@tanstack/react-virtual'
import Papa from 'papaparse'
import { useRef, useState } from 'react'
import classes from './text-reader.module.css'

/** Between the cells of a table; null: a text is none. Empty: it shows itself. */
export function separatorOf(mediaType: string): string | null {
  return { 'text/csv': '', 'text/tab-separated-values': '\t' }[mediaType] ?? null
}

/** Most columns that are drawn. */
const maxColumns = 200

/** The cells of a table, row by row. */
export function readTable(text: string, separator: string): readonly (readonly string[])[] {
  return Papa.parse<string[]>(text, { delimiter: separator, skipEmptyLines: true }).data.map((row) =>
    row.slice(0, maxColumns),
  )
}

const rowPx = 28

/** A table of texts in an element that scrolls; its first row stays in sight. */
export function TextTable({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  const table = useRef<HTMLTableElement>(null)
  const [head = [], ...body] = rows
  const [widths] = useState(() => widthsOf(rows))
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is read in this component alone, nothing memoized receives it
  const shown = useVirtualizer({
    count: body.length,
    // What is around it has no reference yet when the table comes.
    getScrollElement: () => table.current?.parentElement ?? null,
    estimateSize: () => rowPx,
    overscan: 20,
  })
  const items = shown.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = shown.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <table ref={table} className={classes.table} aria-rowcount={rows.length}>
      <colgroup>
        {widths.map((width, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
          <col key={at} style={{ width: `${width}ch` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {widths.map((_, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
            <th key={at} scope="col">
              {head[at]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {before > 0 && <tr style={{ height: before }} aria-hidden />}
        {items.map(({ index }) => (
          <tr key={index} aria-rowindex={index + 2} style={{ height: rowPx }}>
            {widths.map((_, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
              <td key={at}>{body[index]?.[at]}</td>
            ))}
          </tr>
        ))}
        {after > 0 && <tr style={{ height: after }} aria-hidden />}
      </tbody>
    </table>
  )
}

/** Rows whose cells say how wide columns are. */
const measuredRows = 100
const [narrowest, widest] = [6, 40]

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const measured = rows.slice(0, measuredRows)
  const columns = Math.max(...measured.map(({ length }) => length), 0)
  return Array.from({ length: columns }, (_, at) =>
    Math.min(widest, Math.max(narrowest, ...measured.map((row) => (row[at] ?? '').length + 3))),
  )
}
