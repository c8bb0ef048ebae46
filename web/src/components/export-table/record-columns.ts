import type { FieldHeader, SchemaSnapshot } from '@cartouche/client'
import type { IntlShape } from 'react-intl'
import type { TableColumn } from '../gallery/table-column.ts'

/** The columns of a list of records: all that there are, and those that are shown where nobody chose. */
export interface RecordColumns {
  readonly known: readonly TableColumn[]
  readonly usual: readonly TableColumn[]
}

/** The view setting that remembers the columns of a resource. */
export function columnsSetting(resource: string): string {
  return `record-columns ${resource}`
}

/** Fields of the schema that are shown where nobody chose, beside name, number and last change. */
const usualFields = 4
const widths: Readonly<Partial<Record<FieldHeader['type'], number>>> = {
  number: 112,
  boolean: 112,
  date: 128,
  datetime: 128,
  object: 176,
  array: 224,
  longtext: 224,
}
const textPx = 176

/**
 * Columns from the schema: name and number first, then its fields in their order, then what every record has.
 * Variants of other languages have none: a list shows each field in the reader's.
 */
export function recordColumns(intl: IntlShape, schema: SchemaSnapshot, hasWorkflow: boolean): RecordColumns {
  const system = (field: string, widthPx: number, sortable = true): TableColumn => ({
    field,
    widthPx,
    sortable,
    label:
      schema.fields[field]?.name ??
      intl.formatMessage({ id: `records.column.${field}` as 'records.column.id' }),
  })
  const fields = Object.entries(schema.fields)
    .filter(([name, { i18nFor }]) => name !== 'name' && i18nFor === null)
    .toSorted(([, a], [, b]) => a.group.id - b.group.id || a.taborder - b.taborder)
  const columnOf = ([field, { name: label, type, sortable }]: (typeof fields)[number]): TableColumn => ({
    field,
    label,
    sortable,
    widthPx: widths[type] ?? textPx,
  })
  const isPlain = ([, { type }]: (typeof fields)[number]): boolean =>
    !['longtext', 'json', 'binary', 'geo'].includes(type)
  const first = [
    system('name', 0, schema.fields['name']?.sortable === true),
    system('id', 88),
    ...(hasWorkflow ? [system('status', 128)] : []),
  ]
  const last = [system('createdat', 128), system('modifiedat', 128)]
  return {
    known: [...first, ...fields.map(columnOf), system('owner', 176, false), ...last],
    usual: [...first, ...fields.filter(isPlain).slice(0, usualFields).map(columnOf), ...last.slice(1)],
  }
}
