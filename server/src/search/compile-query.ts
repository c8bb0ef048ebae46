import { ApiError, type Operator, type Query, type QueryValue } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/database.ts'
import { isLink, isSystemField, systemFields, type Field, type Schema } from '../schemas/schema.ts'
import type { Schemas } from '../schemas/schema-registry.ts'
import { compareSql, conditionSql, notOf, type Condition, type NumberColumnName, type NumberOperator } from './condition.ts'
import { selectFacetValueIds, selectLinkValueIds } from './facet-values.sql.ts'
import { foldText } from './fold-text.ts'
import { selectSubtreeIds } from './tree.sql.ts'

type Comparison = Extract<Query, { kind: 'compare' }>

/** What a query is compiled against. */
interface Target {
  readonly database: Database
  readonly schemas: Schemas
  readonly schema: Schema
}

/**
 * Compiles a query to a condition on the projection: names come from the schema, facet values are looked up.
 * @throws unknown_field, query_syntax where an operator does not fit the field
 */
export async function compileQuery(target: Target, query: Query): Promise<Condition> {
  switch (query.kind) {
    case 'not': return notOf(await compileQuery(target, query.part))
    case 'and': case 'or': return { kind: query.kind, parts: await Promise.all(query.parts.map((part) => compileQuery(target, part))) }
    case 'compare': return compileComparison(target, query)
    default: return query
  }
}

async function compileComparison(target: Target, comparison: Comparison): Promise<Condition> {
  const { field: name } = comparison
  const field = target.schema.fields.get(name)
  if (isSystemField(name)) return compileSystem(comparison, name)
  if (!field) return compileLinkedName(target, comparison)
  if (isLink(field)) return compileLink(target, field, comparison)
  return compileKey(target, field, comparison)
}

function compileSystem(comparison: Comparison, name: keyof typeof systemFields): Condition {
  if (name === 'activated') return { kind: matches(comparison, true) ? 'all' : 'none' }
  const operator = numberOperator(comparison)
  const isInstant = name.endsWith('at') || name.startsWith('valid')
  if (inMemory(name)) {
    const values = comparison.values.map((value) => (isInstant ? millisecondsOf(value, comparison) : integerOf(value, comparison)))
    return { kind: 'number', column: systemFields[name] as NumberColumnName, operator, values }
  }
  const values = comparison.values.map((value) => (isInstant ? instantOf(value, comparison) : integerOf(value, comparison)))
  return inSql(compareSql(sql.ref(`s.${systemFields[name]}`), operator, values, isInstant ? 'timestamptz' : 'bigint'))
}

/** The columns that every search of most people asks for. */
const inMemory = (name: keyof typeof systemFields): boolean => ['status', 'owner', 'validfrom', 'validuntil'].includes(name)

function numberOperator(comparison: Comparison): NumberOperator {
  switch (comparison.operator) {
    case 'ct': return 'in'
    case 'sw': case 'ew': case 'dof': case 'ndof': return misfit(comparison)
    default: return comparison.operator
  }
}

const inSql = (condition: RawBuilder<SqlBool>): Condition => ({ kind: 'sql', sql: condition })

async function compileLink(target: Target, field: Field & { target: string }, comparison: Comparison): Promise<Condition> {
  const { operator, values } = comparison
  const ids = values.map((value) => numberOf(value, comparison))
  switch (operator) {
    case 'eq': case 'in': case 'ct': return linksTo(target, field, ids)
    case 'neq': case 'nin': return notOf(await linksTo(target, field, ids))
    case 'dof': return linksTo(target, field, await subtreeIds(target, field, ids))
    case 'ndof': return notOf(await linksTo(target, field, await subtreeIds(target, field, ids)))
    default: return misfit(comparison)
  }
}

async function subtreeIds(target: Target, field: Field & { target: string }, ids: readonly (number | null)[]): Promise<readonly (number | null)[]> {
  const treeField = target.schemas.get(field.target)?.treeField
  if (!treeField) return ids
  return selectSubtreeIds(target.database, field.target, treeField, ids.filter((id) => Number.isSafeInteger(id)).map(Number))
}

async function linksTo({ database, schema }: Target, field: Field & { target: string }, ids: readonly (number | null)[]): Promise<Condition> {
  return { kind: 'overlap', field: field.name, values: await selectLinkValueIds(database, schema.resource, field, ids) }
}

async function overlap(target: Target, field: string, keys: readonly string[]): Promise<Condition> {
  return { kind: 'overlap', field, values: await selectFacetValueIds(target.database, target.schema.resource, field, keys) }
}

/** `keywords.name`: the linked entities whose name fits. */
async function compileLinkedName(target: Target, comparison: Comparison): Promise<Condition> {
  const [head = '', tail] = comparison.field.split('.')
  const field = target.schema.fields.get(head)
  const linked = field && isLink(field) && tail === 'name' ? target.schemas.get(field.target) : undefined
  if (!linked) throw new ApiError('unknown_field', { resource: target.schema.resource, field: comparison.field.slice(0, 64) })
  const condition = conditionSql(await compileQuery({ ...target, schema: linked }, { ...comparison, field: 'name' }))
  const { rows } = await sql<{ id: number }>`select s.id from search s where s.resource = ${linked.resource} and ${condition} limit 10000`.execute(target.database)
  return overlap(target, head, rows.map((row) => String(row.id)))
}

async function compileKey(target: Target, field: Field, comparison: Comparison): Promise<Condition> {
  const { operator, values } = comparison
  const text = field.type === 'text' || field.type === 'longtext'
  if (field.type === 'geo' || field.type === 'json' || field.type === 'binary') return misfit(comparison)
  if (field.isFacet && text && ['eq', 'in'].includes(operator)) return overlap(target, field.name, values.map(facetKeyOf))
  if (field.isFacet && text && ['neq', 'nin'].includes(operator)) return notOf(await overlap(target, field.name, values.map(facetKeyOf)))
  return inSql(compareKey(sql`(s.keys -> ${sql.lit(field.name)})`, field, comparison))
}

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function compareKey(key: RawBuilder<unknown>, field: Field, comparison: Comparison): RawBuilder<SqlBool> {
  const { operator, values } = comparison
  const compared = (): string[] => values.map((value) => JSON.stringify(comparable(field, value, comparison)))
  switch (operator) {
    case 'eq': case 'in': return sql`${key} = any(${compared()}::jsonb[])`
    case 'neq': case 'nin': return sql`not coalesce(${key} = any(${compared()}::jsonb[]), false)`
    case 'gt': case 'gte': case 'lt': case 'lte':
      // A missing value is neither more nor less; JSON sorts null before everything.
      return sql`(jsonb_typeof(${key}) <> 'null' and ${key} ${sql.raw(signs[operator])} ${compared()[0]}::jsonb)`
    case 'sw': case 'ew': case 'ct': return field.type === 'text' || field.type === 'longtext' ? sql`(${sql.join(values.map((value) => like(field, operator, value)), sql` or `)})` : misfit(comparison)
    default: return misfit(comparison)
  }
}

function like(field: Field, operator: 'sw' | 'ew' | 'ct', value: QueryValue): RawBuilder<SqlBool> {
  const escaped = foldText(String(value)).replace(/[\\%_]/g, '\\$&')
  const pattern = `${operator === 'sw' ? '' : '%'}${escaped}${operator === 'ew' ? '' : '%'}`
  return sql<SqlBool>`(s.keys ->> ${sql.lit(field.name)}) like ${pattern}`
}

/** The form in which a value of a field stands in the projection's keys. */
function comparable(field: Field, value: QueryValue, comparison: Comparison): QueryValue {
  if (value === null) return null
  if (field.type === 'number') return numberOf(value, comparison)
  if (field.type === 'boolean') return value === true || value === 'true'
  if (field.type === 'date' || field.type === 'datetime') return instantOf(value, comparison)
  return foldText(String(value))
}

const facetKeyOf = (value: QueryValue): string => (value === null ? '' : String(value))

function matches({ operator, values }: Comparison, value: QueryValue): boolean {
  const listed = values.map((one) => one === 'true' || one === true).includes(value === true)
  if (operator === 'eq' || operator === 'in') return listed
  return (operator === 'neq' || operator === 'nin') && !listed
}

function numberOf(value: QueryValue, comparison: Comparison): number | null {
  if (value === null) return null
  const number = typeof value === 'boolean' ? Number.NaN : Number(value)
  if (Number.isNaN(number) || value === '') throw new ApiError('query_syntax', { at: comparison.field, reason: `a number is expected in place of ${JSON.stringify(value).slice(0, 64)}` })
  return number
}

function integerOf(value: QueryValue, comparison: Comparison): number | null {
  const number = numberOf(value, comparison)
  if (number !== null && !Number.isSafeInteger(number)) throw new ApiError('query_syntax', { at: comparison.field, reason: `a whole number is expected in place of ${JSON.stringify(value).slice(0, 64)}` })
  return number
}

function millisecondsOf(value: QueryValue, comparison: Comparison): number | null {
  if (value === null) return null
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw new ApiError('query_syntax', { at: comparison.field, reason: `an instant like 2026-01-31T10:00:00Z is expected in place of ${JSON.stringify(value).slice(0, 64)}` })
  return time
}

function instantOf(value: QueryValue, comparison: Comparison): string | null {
  const time = millisecondsOf(value, comparison)
  return time === null ? null : new Date(time).toISOString()
}

function misfit({ field, operator }: { field: string; operator: Operator }): never {
  throw new ApiError('query_syntax', { at: `${field}.${operator}`, reason: `the operator ${operator} does not fit the field` })
}
