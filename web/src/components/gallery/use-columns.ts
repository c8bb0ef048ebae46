import { useCallback, useMemo, useState } from 'react'
import { useViewSetting } from '../view-settings/use-view-setting.ts'
import { tableColumns } from './asset-columns.tsx'
import {
  moveColumn,
  nameField,
  nameWidth,
  readColumns,
  resizeColumn,
  toggleColumn,
  writeColumns,
  type ColumnWidth,
} from './column-choice.ts'

/** The columns of the table as this person likes them. */
export interface ColumnControl {
  /** From left to right, each with the width that it has in this table, px. */
  readonly shown: readonly ColumnWidth[]
  readonly toggle: (field: string) => void
  readonly move: (field: string, by: -1 | 1) => void
  /** Gives a column another width; while it is drawn with the pointer it is not kept yet. */
  readonly resize: (field: string, widthPx: number, isDone: boolean) => void
  readonly reset: () => void
}

/**
 * Which columns are shown, in which order and how wide: remembered for the person, on each of their machines.
 * @param edgesPx width of what stands beside the columns
 */
export function useColumns(tablePx: number, edgesPx: number): ColumnControl {
  const [text, keep] = useViewSetting<string>('list-columns', '')
  const [drawn, draw] = useState<readonly ColumnWidth[] | null>(null)
  const reused = useMemo(() => readColumns(text, tableColumns), [text])
  const columns = drawn ?? reused
  const shown = useMemo(() => {
    const name = nameWidth(columns, tablePx, edgesPx)
    return columns.map((column) => (column.field === nameField ? { ...column, widthPx: name } : column))
  }, [columns, tablePx, edgesPx])
  const change = useCallback(
    (next: readonly ColumnWidth[]) => {
      draw(null)
      keep(writeColumns(next))
    },
    [keep],
  )
  return {
    shown,
    toggle: (field) => {
      const column = tableColumns.find((one) => one.field === field)
      if (column) change(toggleColumn(reused, column))
    },
    move: (field, by) => change(moveColumn(reused, field, by)),
    resize: (field, widthPx, isDone) => {
      const next = resizeColumn(reused, field, widthPx)
      if (isDone) change(next)
      else draw(next)
    },
    reset: () => change(tableColumns),
  }
}
