import { ApiError, markFields, type MarkField, type Query, type QueryValue } from '@cartouche/contract'
import type { Reader } from '../../access/decide.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Schema } from '../schemas/schema.ts'
import { notOf, type Condition } from './condition.ts'
import { markOwnerOf } from './mark-owner.ts'
import { selectMarkedIds } from './marks.sql.ts'

type Comparison = Extract<Query, { kind: 'compare' }>

/** Ids that are given to the columns in memory, at most. @source decision 0207 */
const maxIds = 50_000

/**
 * A comparison with marks. Every field has few values: it asks for some of them, and where no mark is one,
 * for what has none of the others.
 * @throws unknown_field in a rule of rows, which is nobody's; query_syntax
 */
export async function compileMarks(
  {
    database,
    schema,
    reader,
  }: { readonly database: Database; readonly schema: Schema; readonly reader?: Reader },
  field: MarkField,
  comparison: Comparison,
): Promise<Condition> {
  if (!reader) throw new ApiError('unknown_field', { resource: schema.resource, field })
  const all: readonly (number | string)[] = markFields[field]
  const wanted = all.filter((value) => fits(field, value, comparison))
  const personId = markOwnerOf(schema, reader)
  const includesNone = wanted.includes(all[0] ?? 0)
  const values = includesNone ? all.filter((value) => !wanted.includes(value)) : wanted
  if (personId === null || values.length === 0) return { kind: includesNone ? 'all' : 'none' }
  const marked = { resource: schema.resource, personId, field, values }
  const ids = await selectMarkedIds(database, marked, maxIds + 1)
  const condition: Condition = { kind: 'marked', ...marked, ids: ids.length > maxIds ? null : ids }
  return includesNone ? notOf(condition) : condition
}

function fits(field: MarkField, value: number | string, comparison: Comparison): boolean {
  const compared = comparison.values.map((one) => valueOf(field, one, comparison))
  const [first = 0] = compared
  switch (comparison.operator) {
    case 'eq':
    case 'in':
    case 'ct':
      return compared.includes(value)
    case 'neq':
    case 'nin':
      return !compared.includes(value)
    case 'gt':
      return field === '$rating' ? value > first : unsupportedOperator(comparison)
    case 'gte':
      return field === '$rating' ? value >= first : unsupportedOperator(comparison)
    case 'lt':
      return field === '$rating' ? value < first : unsupportedOperator(comparison)
    case 'lte':
      return field === '$rating' ? value <= first : unsupportedOperator(comparison)
    default:
      return unsupportedOperator(comparison)
  }
}

/** A rating, or a name; null stands for no mark. @throws query_syntax */
function valueOf(field: MarkField, value: QueryValue, { field: at }: Comparison): number | string {
  const [none, ...others] = markFields[field]
  if (value === null) return none
  const found = [none, ...others].find((one) => String(one) === String(value))
  if (found !== undefined) return found
  throw new ApiError('query_syntax', { at, reason: `one of ${[none, ...others].join(', ')} is expected` })
}

function unsupportedOperator({ field, operator }: Comparison): never {
  throw new ApiError('query_syntax', {
    at: `${field}.${operator}`,
    reason: `the operator ${operator} does not fit the field`,
  })
}
