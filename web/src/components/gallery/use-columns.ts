import { useCallback, useMemo, useState } from 'react'
import { useViewSetting } from '../view-settings/use-view-setting.ts'
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
import type { TableColumn } from './table-column.ts'

/** Which columns there are, and where they are remembered. */
interface ColumnsOf {
  /** The view setting that keeps them. */
  readonly setting: string
  readonly known: readonly TableColumn[]
  /** Those that are shown where nothing was chosen. */
  readonly usual: readonly TableColumn[]
  readonly tablePx: number
  /** Width of what stands beside the columns. */
  readonly edgesPx: number
}

/** The columns of the table as this person likes them. */
export interface ColumnControl {
  /** From left to right, each with the width that it has in this table, px. */
  readonly shown: readonly TableColumn[]
  /** All that can be shown. */
  readonly known: readonly TableColumn[]
  readonly toggle: (field: string) => void
  readonly move: (field: string, by: -1 | 1) => void
  /** Gives a column another width; while it is drawn with the pointer it is not kept yet. */
  readonly resize: (field: string, widthPx: number, isDone: boolean) => void
  readonly reset: () => void
}

/**
 * Which columns are shown, in which order and how wide: remembered for the person, on each of their machines.
 */
export function useColumns({ setting, known, usual, tablePx, edgesPx }: ColumnsOf): ColumnControl {
  const [text, keep] = useViewSetting<string>(setting, '')
  const [drawn, draw] = useState<readonly ColumnWidth[] | null>(null)
  const reused = useMemo(() => readColumns(text, known, usual), [text, known, usual])
  const columns = drawn ?? reused
  const shown = useMemo(() => {
    const name = nameWidth(columns, tablePx, edgesPx)
    return columns.flatMap(({ field, widthPx }) => {
      const column = known.find((one) => one.field === field)
      return column ? [{ ...column, widthPx: field === nameField ? name : widthPx }] : []
    })
  }, [known, columns, tablePx, edgesPx])
  const change = useCallback(
    (next: readonly ColumnWidth[]) => {
      draw(null)
      keep(writeColumns(next))
    },
    [keep],
  )
  return {
    shown,
    known,
    toggle: (field) => {
      const column = known.find((one) => one.field === field)
      if (column) change(toggleColumn(reused, column))
    },
    move: (field, by) => change(moveColumn(reused, field, by)),
    resize: (field, widthPx, isDone) => {
      const next = resizeColumn(reused, field, widthPx)
      if (isDone) change(next)
      else draw(next)
    },
    reset: () => change(usual),
  }
}
