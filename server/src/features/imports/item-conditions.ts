import { ApiError, type Query, type QueryValue } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { compileConditions, type Comparison } from '../../access/compile-rows.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { foldText } from '../../ground/fold-text.ts'
import {
  isColumn,
  isLinkKey,
  isProblemCodes,
  itemField,
  type ItemColumn,
  type KeyField,
  type ProblemCodes,
} from './item-fields.ts'
import { isUninspected } from './item-search.sql.ts'

type Condition = RawBuilder<SqlBool>

/**
 * What counts of items that are not inspected yet: those alone that match whatever is found, or all that may
 * match.
 */
export type Certainty = 'certain' | 'possible'

/**
 * The condition of a query on `import_item i`.
 * @throws query_syntax, unknown_field
 */
export function compileItemQuery(schema: Schema, query: Query, certainty: Certainty): Condition {
  return compileConditions(query, (comparison, negated) => {
    // Existing clients ask for it in every query; items have no other state.
    // @source data-layer §3 staticQuery
    if (comparison.field === 'activated') return sql<SqlBool>`${sql.lit(isActive(comparison))}`
    const field = itemField(schema, comparison.field)
    if (isColumn(field)) return compareColumn(field, comparison)
    const [condition, unknown] = isProblemCodes(field)
      ? [compareCodes(field, comparison), isUninspected]
      : [compareKey(field, comparison), isUnknown(field)]
    return (certainty === 'possible') === negated
      ? sql<SqlBool>`(${condition} and not (${unknown}))`
      : sql<SqlBool>`(${condition} or ${unknown})`
  })
}

/** A field without a value may get one as long as the file is not inspected. */
const isUnknown = ({ key }: KeyField): Condition =>
  sql<SqlBool>`${isUninspected} and (i.keys -> ${sql.lit(key)}) is null`

function isActive({ operator, values }: Comparison): boolean {
  return values.every((value) => String(value) === 'true') === (operator === 'eq' || operator === 'in')
}

const signs: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

function compareColumn({ expression, cast }: ItemColumn, comparison: Comparison): Condition {
  const { operator, values } = comparison
  const given = values.filter((value) => value !== null)
  const typed = given.map((value) =>
    cast === 'text' ? foldText(String(value)) : wholeNumber(value, comparison),
  )
  const type = sql.raw(cast)
  const isNull = given.length < values.length ? sql`${expression} is null` : sql`false`
  const included = sql<SqlBool>`(${isNull} or coalesce(${expression} = any(${typed}::${type}[]), false))`
  switch (operator) {
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return sql<SqlBool>`coalesce(${expression} ${sql.raw(signs[operator] ?? '')} ${typed[0] ?? null}::${type}, false)`
    case 'eq':
    case 'in':
      return included
    case 'neq':
    case 'nin':
      return sql<SqlBool>`not ${included}`
    case 'ct':
      return cast === 'text' ? like(expression, comparison) : included
    default:
      return cast === 'text' && (operator === 'sw' || operator === 'ew')
        ? like(expression, comparison)
        : misfit(comparison)
  }
}

/** The item has one of the problems; null is one without any. */
function compareCodes({ codes }: ProblemCodes, comparison: Comparison): Condition {
  const { operator, values } = comparison
  const parts = values.map((value) =>
    value === null
      ? sql`${codes} = '[]'`
      : sql`${codes} @> ${JSON.stringify([{ code: String(value).toWellFormed() }])}::jsonb`,
  )
  const hasOne = parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`
  if (operator === 'eq' || operator === 'in' || operator === 'ct') return hasOne
  return operator === 'neq' || operator === 'nin' ? sql<SqlBool>`not ${hasOne}` : misfit(comparison)
}

function compareKey(field: KeyField, comparison: Comparison): Condition {
  const { operator, values } = comparison
  const key = sql`(i.keys -> ${sql.lit(field.key)})`
  switch (operator) {
    case 'eq':
    case 'in':
      return hasOneOf(field, comparison)
    case 'neq':
    case 'nin':
      return sql<SqlBool>`not coalesce(${hasOneOf(field, comparison)}, false)`
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      if (isLinkKey(field)) return misfit(comparison)
      return sql<SqlBool>`coalesce(${key} ${sql.raw(signs[operator] ?? '')} ${JSON.stringify(keyValue(field, values[0] ?? null, comparison))}::jsonb, false)`
    case 'sw':
    case 'ew':
    case 'ct':
      if (field.type === 'text' || field.type === 'longtext')
        return like(sql`(i.keys ->> ${sql.lit(field.key)})`, comparison)
      return operator === 'ct' && isLinkKey(field) ? hasOneOf(field, comparison) : misfit(comparison)
    default:
      return misfit(comparison)
  }
}

/** The field has one of the values; the index answers it. */
function hasOneOf(field: KeyField, comparison: Comparison): Condition {
  if (['geo', 'json', 'binary'].includes(field.type)) return misfit(comparison)
  const parts = comparison.values.map((value) => {
    if (value === null) return sql`(i.keys -> ${sql.lit(field.key)}) is null`
    const wanted = keyValue(field, value, comparison)
    return sql`i.keys @> ${JSON.stringify({ [field.key]: isLinkKey(field) ? [wanted] : wanted })}::jsonb`
  })
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

/** The form in which a value of a field stands in the keys. */
function keyValue(field: KeyField, value: QueryValue, comparison: Comparison): QueryValue {
  if (value === null) return null
  if (isLinkKey(field)) return /^\d{1,15}$/.test(String(value)) ? Number(value) : foldText(String(value))
  switch (field.type) {
    case 'number': {
      const number = typeof value === 'boolean' || value === '' ? Number.NaN : Number(value)
      return Number.isFinite(number) ? number : notValid(comparison, 'a number is expected')
    }
    case 'boolean':
      return value === true || value === 'true'
    case 'date':
    case 'datetime': {
      const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
      return Number.isNaN(time)
        ? notValid(comparison, 'an instant like 2026-01-31T10:00:00Z is expected')
        : foldText(new Date(time).toISOString())
    }
    default:
      return foldText(String(value)).toWellFormed()
  }
}

function like(expression: RawBuilder<unknown>, { operator, values }: Comparison): Condition {
  const parts = values.map((value) => {
    const escaped = foldText(String(value)).replace(/[\\%_]/g, '\\$&')
    return sql`${expression} like ${`${operator === 'sw' ? '' : '%'}${escaped}${operator === 'ew' ? '' : '%'}`}`
  })
  return parts.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`coalesce(${sql.join(parts, sql` or `)}, false)`
}

function wholeNumber(value: QueryValue, comparison: Comparison): number {
  const number = value === '' || typeof value === 'boolean' ? Number.NaN : Number(value)
  return Number.isSafeInteger(number) ? number : notValid(comparison, 'a whole number is expected')
}

function misfit({ field, operator }: Comparison): never {
  throw new ApiError('query_syntax', { at: field, reason: `${operator} does not fit this field` })
}

function notValid({ field }: Comparison, reason: string): never {
  throw new ApiError('query_syntax', { at: field, reason })
}
