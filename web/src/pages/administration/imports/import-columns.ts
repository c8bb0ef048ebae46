import type { IntlShape } from 'react-intl'
import type { TableColumn } from '../../../components/gallery/table-column.ts'

/** The columns of the list of all imports. */
export function importColumns(intl: IntlShape): readonly TableColumn[] {
  const columns = [
    ['name', 0, true],
    ['jobowner', 168, false],
    ['status', 176, true],
    ['count', 96, true],
    ['created', 128, true],
    ['modified', 168, true],
    ['subjobs', 176, false],
  ] as const
  return columns.map(([field, widthPx, sortable]) => ({
    field,
    widthPx,
    sortable,
    label: intl.formatMessage({ id: `imports.column.${field}` }),
  }))
}
