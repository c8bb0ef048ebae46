import { ApiError, type QueryValue } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Comparison } from '../../access/compile-rows.ts'

type Condition = RawBuilder<SqlBool>

/** What a field of a query stands for in SQL. */
export interface QueryColumn {
  readonly expression: RawBuilder<unknown>
  readonly cast: 'bigint' | 'text' | 'boolean' | 'timestamptz'
}

const signs: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

/**
 * The condition of a comparison on a column; what a row has no value for counts as not so.
 * @throws query_syntax where the operator or a value does not fit the column
 */
export function compareColumn({ expression, cast }: QueryColumn, comparison: Comparison): Condition {
  const { field, operator, values } = comparison
  const sign = signs[operator]
  if (sign !== undefined && cast !== 'boolean')
    return sql<SqlBool>`coalesce(${expression} ${sql.raw(sign)} ${typed(values[0] ?? null, cast, field)}::${sql.raw(cast)}, false)`
  switch (operator) {
    case 'neq':
    case 'nin':
      return sql<SqlBool>`not ${included(expression, cast, comparison)}`
    case 'sw':
    case 'ew':
    case 'ct':
      if (cast === 'text') return matching(expression, operator, values)
  }
  if (operator === 'eq' || operator === 'in' || operator === 'ct')
    return included(expression, cast, comparison)
  throw new ApiError('query_syntax', { at: field, reason: `${operator} does not fit this field` })
}

function included(
  expression: RawBuilder<unknown>,
  cast: QueryColumn['cast'],
  { field, values }: Comparison,
): Condition {
  const given = values.filter((value) => value !== null).map((value) => typed(value, cast, field))
  const isNull = given.length < values.length ? sql`${expression} is null` : sql`false`
  return sql<SqlBool>`(${isNull} or coalesce(${expression} = any(${given}::text[]::${sql.raw(cast)}[]), false))`
}

function matching(
  expression: RawBuilder<unknown>,
  operator: 'sw' | 'ew' | 'ct',
  values: readonly QueryValue[],
): Condition {
  const parts = values.map((value) => {
    const escaped = textOf(value)
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&')
    return sql`lower(${expression}) like ${`${operator === 'sw' ? '' : '%'}${escaped}${operator === 'ew' ? '' : '%'}`}`
  })
  return sql<SqlBool>`coalesce(${sql.join([sql`false`, ...parts], sql` or `)}, false)`
}

/** A value as text that the column's type reads. */
function typed(value: QueryValue, cast: QueryColumn['cast'], field: string): string {
  const text = textOf(value)
  if (cast === 'text') return text
  const read = readers[cast](text)
  if (read !== undefined) return read
  throw new ApiError('query_syntax', { at: field, reason: `${expected[cast]} is expected` })
}

/** PostgreSQL keeps no NUL; nothing that is stored has one. */
function textOf(value: QueryValue): string {
  return String(value ?? '').replaceAll('\0', '\uFFFD')
}

const expected = { bigint: 'a number', boolean: 'true or false', timestamptz: 'an instant' } as const
const readers: Readonly<Record<keyof typeof expected, (text: string) => string | undefined>> = {
  bigint: (text) => (text !== '' && Number.isSafeInteger(Number(text)) ? String(Number(text)) : undefined),
  boolean: (text) => (/^(true|false)$/i.test(text) ? text : undefined),
  timestamptz: (text) => {
    const instant = new Date(text)
    return /^\d{4}-/.test(text) && !Number.isNaN(instant.getTime()) ? instant.toISOString() : undefined
  },
}
