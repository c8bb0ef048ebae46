import { ApiError, parseQuery, type QueryValue } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { compileConditions, type Comparison } from '../../access/compile-rows.ts'
import { wordsOf } from '../../model/search/fold-text.ts'

type Condition = RawBuilder<SqlBool>

interface Column {
  readonly expression: RawBuilder<unknown>
  readonly cast: 'bigint' | 'text'
}
const number = (expression: RawBuilder<unknown>): Column => ({ expression, cast: 'bigint' })
const text = (expression: RawBuilder<unknown>): Column => ({ expression, cast: 'text' })

/** What queries, orders and counts of items may name. */
const columns: Readonly<Record<string, Column>> = {
  id: number(sql`i.id`),
  status: number(sql`i.status`),
  job: number(sql`i.job_id`),
  asset: number(sql`i.asset_id`),
  filesize: number(sql`b.size_bytes`),
  filename: text(sql`i.file_name`),
  nature: text(sql`(i.inspection ->> 'nature')`),
  mediatype: text(sql`(i.inspection ->> 'mediaType')`),
}

/** The column of a field of items. @throws unknown_field */
export function itemColumn(field: string): Column {
  const column = Object.hasOwn(columns, field.toLowerCase()) ? columns[field.toLowerCase()] : undefined
  if (!column) throw new ApiError('unknown_field', { resource: 'massimportitem', field: field.slice(0, 64) })
  return column
}

/**
 * The condition of a query and of a text that the file's name has every word of.
 * @throws query_syntax, unknown_field
 */
export function compileItemQuery(query: unknown, fulltext: string | undefined): Condition {
  const words = wordsOf(fulltext ?? '')
    .slice(0, 32)
    .map((word) => sql<SqlBool>`strpos(i.folded_name, ${word}) > 0`)
  return sql<SqlBool>`(${sql.join([compileConditions(parseQuery(query), compileComparison), ...words], sql` and `)})`
}

/**
 * An order `id`, `filename desc` …; the order of upload by default.
 * @throws unknown_field, invalid_parameter
 */
export function parseItemOrder(orderby: string | undefined): {
  expression: RawBuilder<unknown>
  cast: string
  descending: boolean
} {
  const [first = 'id'] = (orderby ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const [, field = '', direction = 'asc'] = /^([\w$]+)(?:\s+(asc|desc))?$/i.exec(first) ?? []
  if (field === '')
    throw new ApiError('invalid_parameter', { parameter: 'orderby', reason: 'write it as "filename desc"' })
  const { expression, cast } = itemColumn(field)
  // A page goes on after a row: what may be missing needs a value.
  const missing = cast === 'text' ? sql`''` : sql`0`
  return {
    expression: sql`coalesce(${expression}, ${missing})`,
    cast,
    descending: direction.toLowerCase() === 'desc',
  }
}

const signs: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

function compileComparison(comparison: Comparison): Condition {
  const { field, operator, values } = comparison
  // Existing clients ask for it in every query; items have no other state. @source data-layer §3 staticQuery
  if (field === 'activated')
    return values.every((value) => String(value) === 'true') === (operator === 'eq' || operator === 'in')
      ? sql<SqlBool>`true`
      : sql<SqlBool>`false`
  const { expression, cast } = itemColumn(field)
  const [value = null] = values
  const sign = signs[operator]
  if (sign !== undefined)
    return sql<SqlBool>`coalesce(${expression} ${sql.raw(sign)} ${typed(value, cast, comparison)}, false)`
  switch (operator) {
    case 'eq':
    case 'in':
      return included(expression, cast, comparison)
    case 'neq':
    case 'nin':
      return sql<SqlBool>`not ${included(expression, cast, comparison)}`
    case 'sw':
    case 'ew':
    case 'ct':
      if (cast === 'text') return matching(expression, operator, values)
  }
  if (operator === 'ct') return included(expression, cast, comparison)
  throw new ApiError('query_syntax', { at: field, reason: `${operator} does not fit this field` })
}

function included(expression: RawBuilder<unknown>, cast: Column['cast'], comparison: Comparison): Condition {
  const given = comparison.values.filter((value) => value !== null)
  const isNull = given.length < comparison.values.length ? sql`${expression} is null` : sql`false`
  return sql<SqlBool>`(${isNull} or coalesce(${expression} = any(${given.map((value) => typed(value, cast, comparison))}::${sql.raw(cast)}[]), false))`
}

function matching(
  expression: RawBuilder<unknown>,
  operator: 'sw' | 'ew' | 'ct',
  values: readonly QueryValue[],
): Condition {
  const parts = values.map((value) => {
    const escaped = String(value)
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&')
    return sql`lower(${expression}) like ${`${operator === 'sw' ? '' : '%'}${escaped}${operator === 'ew' ? '' : '%'}`}`
  })
  return parts.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`coalesce(${sql.join(parts, sql` or `)}, false)`
}

function typed(value: QueryValue, cast: Column['cast'], { field }: Comparison): string | number {
  if (cast === 'text') return String(value)
  const number = value === null || value === '' || typeof value === 'boolean' ? Number.NaN : Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new ApiError('query_syntax', { at: field, reason: 'a number is expected' })
}
