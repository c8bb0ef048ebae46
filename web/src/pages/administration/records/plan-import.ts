import { calls, type Client, type EntityData, type FieldHeader, type SchemaSnapshot } from '@cartouche/client'
import type { IntlShape } from 'react-intl'
import { fieldForLanguage, valueAt } from '../../../components/asset-details/asset-fields.ts'
import { linkedPath } from '../../../components/asset-text/value-name.tsx'
import { errorText } from '../../../translations/error-text.ts'
import { cellOf } from '../../../components/export-table/export-records.ts'
import { createLinkNames, type LinkNames } from './link-names.ts'
import type { CsvRow, CsvTable } from './read-csv.ts'
import { languageOf } from '../../../translations/languages.ts'

/** What a row of a table would write: into the record of its id, or into a new one. */
export interface PlannedRow {
  readonly line: number
  readonly record: EntityData | null
  readonly values: Readonly<Record<string, unknown>>
}
/** Why a row cannot be imported; {@link problemText} says it. */
export interface RowProblem {
  readonly line: number
  readonly error: unknown
}
/** What a table would write. */
export interface ImportPlan {
  readonly rows: readonly PlannedRow[]
  /** Rows that say what their records hold already. */
  readonly unchanged: number
  readonly problems: readonly RowProblem[]
  /** Heads of columns that are no field that can be written. */
  readonly ignored: readonly string[]
}

/** How a table is read. */
interface ImportOptions {
  readonly schema: SchemaSnapshot
  readonly intl: IntlShape
  readonly signal: AbortSignal
  /** Called with the rows that are dealt with. */
  readonly onProgress: (done: number) => void
}

/** Rows that are read together, and rows that are sent at once. */
const rowsTogether = 100
const rowsAtOnce = 3

/**
 * What a table would write: each row is tried on the server, which stores nothing. Cells that say what the
 * export would say change nothing; an empty cell empties a field.
 * @throws canceled when it is stopped, and what reading the records fails by
 * @source decision 0153
 */
export async function planImport(
  client: Client,
  table: CsvTable,
  options: ImportOptions,
): Promise<ImportPlan> {
  const { schema, intl, signal, onProgress } = options
  const fields = table.head.map((head) => fieldOf(schema, intl, head))
  const rows: PlannedRow[] = []
  const problems: RowProblem[] = []
  const names = createLinkNames(client, signal)
  let unchanged = 0
  for (let at = 0; at < table.rows.length; at += rowsTogether) {
    const some = table.rows.slice(at, at + rowsTogether)
    const known = await readRecords(client, schema, idsOf(some, fields), signal)
    await eachOf(some, async (row) => {
      try {
        const record = recordOf(row, fields, known)
        const values = await valuesOf(row, { record, fields, names, schema, intl })
        if (record !== null && Object.keys(values).length === 0) unchanged += 1
        else {
          await writeRow(client, schema, { line: row.line, record, values }, { simu: true, signal })
          rows.push({ line: row.line, record, values })
        }
      } catch (error) {
        signal.throwIfAborted()
        problems.push({ line: row.line, error })
      }
    })
    onProgress(Math.min(table.rows.length, at + rowsTogether))
  }
  const byLine = (a: { line: number }, b: { line: number }): number => a.line - b.line
  return {
    rows: rows.toSorted(byLine),
    unchanged,
    problems: problems.toSorted(byLine),
    ignored: table.head.filter((head, at) => head !== '' && fields[at] === undefined),
  }
}

/** Writes the rows of a plan, in its order; a row that fails is reported, and the others go on. */
export async function saveImport(
  client: Client,
  rows: readonly PlannedRow[],
  { schema, signal, onProgress }: ImportOptions,
): Promise<{ readonly saved: readonly PlannedRow[]; readonly problems: readonly RowProblem[] }> {
  const saved: PlannedRow[] = []
  const problems: RowProblem[] = []
  await eachOf(rows, async (row) => {
    if (signal.aborted) return
    try {
      await writeRow(client, schema, row, {})
      saved.push(row)
    } catch (error) {
      problems.push({ line: row.line, error })
    }
    onProgress(saved.length + problems.length)
  })
  return { saved, problems: problems.toSorted((a, b) => a.line - b.line) }
}

/** A cell that is no value of its field. */
class CellProblem extends Error {
  readonly id: 'noRecord' | 'noLink' | 'badValue'
  readonly values: Readonly<Record<string, string>>
  constructor(id: CellProblem['id'], values: CellProblem['values']) {
    super(id)
    this.id = id
    this.values = values
  }
}

/** Why a row cannot be imported, in the reader's words. */
export function problemText(intl: IntlShape, { error }: RowProblem): string {
  return error instanceof CellProblem
    ? intl.formatMessage({ id: `records.import.${error.id}` }, error.values)
    : errorText(intl, error)
}

function writeRow(
  client: Client,
  { name: path }: SchemaSnapshot,
  { record, values }: PlannedRow,
  { simu, signal }: { simu?: boolean; signal?: AbortSignal },
): Promise<unknown> {
  const options = signal === undefined ? {} : { signal }
  const trial = simu === undefined ? {} : { simu }
  return record === null
    ? client.call(calls.createEntity, { path, json: { ...values }, ...trial }, options)
    : client.call(
        calls.patchEntity,
        { path, id: record.id, json: { $version: record.$version, ...values }, ...trial },
        options,
      )
}

/** The field that a column writes, by its label or its name; `id` names the record. */
function fieldOf(schema: SchemaSnapshot, intl: IntlShape, head: string): string | undefined {
  const word = head.toLowerCase()
  if (word === 'id' || word === intl.formatMessage({ id: 'records.column.id' }).toLowerCase()) return 'id'
  return Object.entries(schema.fields).find(
    ([name, { name: label, type, cud }]) =>
      (name.toLowerCase() === word || label.toLowerCase() === word) &&
      type !== 'binary' &&
      (cud.create || cud.update),
  )?.[0]
}

type Columns = readonly (string | undefined)[]

/** The text that identifies the record of a row; empty for a new one. */
function idTextOf({ cells }: CsvRow, fields: Columns): string {
  return cells[fields.indexOf('id')]?.trim() ?? ''
}

function idOf(row: CsvRow, fields: Columns): number {
  const text = idTextOf(row, fields)
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

/** The record of a row; null for a new one. @throws CellProblem where there is none of its id */
function recordOf(row: CsvRow, fields: Columns, known: ReadonlyMap<number, EntityData>): EntityData | null {
  const text = idTextOf(row, fields)
  const record = known.get(idOf(row, fields)) ?? null
  if (record === null && text !== '') throw new CellProblem('noRecord', { text })
  return record
}

function idsOf(rows: readonly CsvRow[], fields: Columns): number[] {
  return [...new Set(rows.map((row) => idOf(row, fields)))].filter((id) => id !== 0)
}

async function readRecords(
  client: Client,
  { name: path }: SchemaSnapshot,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, EntityData>> {
  if (ids.length === 0) return new Map()
  const { response } = await client.call(
    calls.findEntitiesAsPost,
    { path, query: { id: { in: [...ids] } }, max: rowsTogether },
    { signal },
  )
  const records = response.data.filter((one): one is EntityData => typeof one !== 'string')
  return new Map(records.map((record) => [record.id, record]))
}

interface RowPlace {
  readonly record: EntityData | null
  readonly fields: Columns
  readonly names: LinkNames
  readonly schema: SchemaSnapshot
  readonly intl: IntlShape
}

async function valuesOf({ cells }: CsvRow, place: RowPlace): Promise<Record<string, unknown>> {
  const { record, fields, names, schema, intl } = place
  const values: Record<string, unknown> = {}
  for (const [at, field] of fields.entries()) {
    const header = field === undefined ? undefined : schema.fields[field]
    if (field === undefined || header === undefined || field === 'id') continue
    const text = cells[at] ?? ''
    const before = record === null ? '' : String(cellOf(header.type, valueAt(record, field)) ?? '')
    if (text === before || !(record === null ? header.cud.create : header.cud.update)) continue
    const name = record === null ? field : fieldForLanguage(schema, field, languageOf(intl.locale))
    values[name] = text === '' ? emptyOf(header) : await valueOf(text, header, names)
  }
  return values
}

function emptyOf({ type }: FieldHeader): unknown {
  return type === 'array' ? [] : null
}

/** The value that a cell says. @throws CellProblem */
async function valueOf(text: string, header: FieldHeader, names: LinkNames): Promise<unknown> {
  const path = linkedPath(header)
  if (header.type === 'object' || header.type === 'array') {
    const words = text.split('|').map((word) => word.trim())
    if (path === undefined) return header.type === 'array' ? words : text
    const ids = await Promise.all(words.map((word) => names(path, word)))
    const unknown = words.find((_word, at) => ids[at] === null)
    if (unknown !== undefined) throw new CellProblem('noLink', { field: header.name, text: unknown })
    return header.type === 'array' ? ids : ids[0]
  }
  const value = plainValue(text, header)
  if (value === undefined) throw new CellProblem('badValue', { field: header.name, text })
  return value
}

/** A value that is no link; undefined where the text says none of the type. */
function plainValue(text: string, { type }: FieldHeader): unknown {
  switch (type) {
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined
    case 'boolean':
      return new Map([
        ['true', true],
        ['false', false],
      ]).get(text.toLowerCase())
    case 'geo': {
      const [, lat, lon] = /^(-?[\d.]+),\s*(-?[\d.]+)$/.exec(text.trim()) ?? []
      return lat === undefined || lon === undefined ? undefined : { lat: Number(lat), lon: Number(lon) }
    }
    case 'json':
      try {
        return JSON.parse(text) as unknown
      } catch {
        return undefined
      }
    default:
      return text
  }
}

/** Does the same to each, some at once and all to the end. */
async function eachOf<Entry>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  const left = [...entries]
  const worker = async (): Promise<void> => {
    for (let entry = left.shift(); entry !== undefined; entry = left.shift()) await work(entry)
  }
  await Promise.all(Array.from({ length: rowsAtOnce }, worker))
}
