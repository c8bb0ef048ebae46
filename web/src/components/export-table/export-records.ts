import {
  calls,
  type Client,
  type EntityData,
  type QueryJson,
  type SearchDownload,
  type SchemaSnapshot,
} from '@cartouche/client'
import { assetPath } from '../../address/browse-cursor.ts'
import { linksOf, valueAt } from '../asset-details/asset-fields.ts'
import { geoText } from '../asset-details/field-value.tsx'
import type { TableColumn } from '../gallery/table-column.ts'
import { byteOrderMark, csvLine, type CsvValue } from './csv.ts'

/** The most records that one answer brings. */
const pageSize = 200

interface ExportOptions {
  readonly search: SearchDownload
  readonly schema: SchemaSnapshot
  readonly columns: readonly TableColumn[]
  readonly separator: ',' | ';'
  readonly signal: AbortSignal
  /** Called after each page. */
  readonly onProgress: (done: number, total: number) => void
}

/**
 * All hits of a search as CSV, in its order: page by page, so that no more than one page
 * of records is held beside the text.
 * @throws canceled when it is stopped, and whatever a page fails by: half an export is none
 * @source decision 0149
 */
export async function exportRecords(client: Client, options: ExportOptions): Promise<Blob> {
  const { search, schema, columns, separator, signal, onProgress } = options
  const parts: string[] = [
    byteOrderMark,
    csvLine(
      columns.map(({ label }) => label),
      separator,
    ),
  ]
  let after: string | undefined
  let done = 0
  do {
    const { links, response } = await client.call(
      calls.findEntitiesAsPost,
      {
        path: search.path ?? assetPath,
        query: search.query as QueryJson | undefined,
        fulltext: search.fulltext,
        fulltextMode: search.fulltextMode,
        orderby: search.orderby,
        max: pageSize,
        after,
      },
      { signal },
    )
    const records = response.data.filter((one): one is EntityData => typeof one !== 'string')
    parts.push(records.map((record) => lineOf(record, schema, columns, separator)).join(''))
    done += records.length
    after = links.nextResultsToken
    onProgress(done, response.total)
  } while (after !== undefined)
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

function lineOf(
  record: EntityData,
  schema: SchemaSnapshot,
  columns: readonly TableColumn[],
  separator: ',' | ';',
): string {
  return csvLine(
    columns.map(({ field }) => cellOf(schema.fields[field]?.type, valueAt(record, field))),
    separator,
  )
}

/** A value as another program reads it best: instants in ISO 8601, linked entities by their names. */
export function cellOf(type: string | undefined, value: unknown): CsvValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (type === 'geo') return geoText(value)
  if (type === 'json') return JSON.stringify(value)
  if (Array.isArray(value) || (typeof value === 'object' && 'id' in value))
    return linksOf(value)
      .map(({ name }) => name)
      .join(' | ')
  return typeof value === 'object' && 'name' in value ? String(value.name) : JSON.stringify(value)
}
