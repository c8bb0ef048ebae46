import type { ColumnWidth } from './column-choice.ts'

/** A column of a table: the field that it shows and sorts by. `widthPx`: its usual width. */
export interface TableColumn extends ColumnWidth {
  readonly label: string
  readonly sortable: boolean
}
