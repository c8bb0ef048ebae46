import { ApiError, isMarkField, type Operator, type Query, type QueryValue } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { seesAll, type Reader, type Scope } from '../../access/decide.ts'
import type { Database } from '../../ground/database/database.ts'
import { isLink, isSystemField, systemFields, type Field, type Schema } from '../schemas/schema.ts'
import type { Schemas } from '../schemas/schema-registry.ts'
import type { SearchColumns } from './columns/columns.ts'
import {
  allOf,
  compareSql,
  conditionSql,
  notOf,
  type Condition,
  type NumberColumnName,
  type NumberOperator,
} from './condition.ts'
import { uncachedFacetValues, type FacetValues } from './facet-values.ts'
import { compileMarks } from './compile-marks.ts'
import { foldText } from '../../ground/fold-text.ts'
import { revisionsOf } from './revisions.ts'
import { selectSubtreeIds } from './tree.sql.ts'

type Comparison = Extract<Query, { kind: 'compare' }>

/** What is looked up while a query is compiled; without cached facet values, these as well. */
export interface CompileIn {
  readonly database: Database
  readonly schemas: Schemas
  readonly facetValues?: FacetValues | undefined
}

/** What a query is compiled against. */
interface Target extends CompileIn {
  readonly schema: Schema
  readonly columns?: SearchColumns | undefined
  /**
   * The caller: what they are not allowed to see is linked by nothing, and owns nothing. A rule of rows is
   * nobody's question, and has none.
   */
  readonly reader?: Reader
}

/**
 * Compiles a query to a condition on the projection: names come from the schema, facet values are looked up.
 * @throws unknown_field, query_syntax where an operator does not fit the field
 */
export async function compileQuery(target: Target, query: Query): Promise<Condition> {
  switch (query.kind) {
    case 'not':
      return notOf(await compileQuery(target, query.part))
    case 'and':
    case 'or':
      return {
        kind: query.kind,
        parts: await Promise.all(query.parts.map((part) => compileQuery(target, part))),
      }
    case 'compare':
      return compileComparison(target, query)
    default:
      return query
  }
}

async function compileComparison(target: Target, comparison: Comparison): Promise<Condition> {
  const { field: name } = comparison
  const field = target.schema.fields.get(name)
  if (name === 'owner') return compileOwner(target, comparison)
  if (isMarkField(name)) return compileMarks(target, name, comparison)
  if (isSystemField(name)) return compileSystem(comparison, name)
  if (!field) return compileLinkedName(target, comparison)
  if (isLink(field)) return compileLink(target, field, comparison)
  return compileKey(target, field, comparison)
}

/** The condition under which a row of the scope's resource lies in it. */
export async function scopeCondition(where: CompileIn, scope: Scope): Promise<Condition> {
  const { database, schemas, facetValues } = where
  const schema = schemas.get(scope.resource)
  if (!schema) return { kind: 'none' }
  const rows = await compileQuery({ database, schemas, facetValues, schema }, scope.rows)
  return scope.cartId === null ? rows : allOf(rows, await ofCart(where, scope, scope.cartId))
}

/**
 * A visitor sees of assets those in the cart alone, and of vocabularies what those that they see there link
 * to.
 */
async function ofCart(where: CompileIn, { resource, reader }: Scope, cartId: number): Promise<Condition> {
  if (resource === 'asset') {
    return inSql(
      sql`exists (select 1 from cart_item ci where ci.cart_id = ${cartId} and ci.resource = s.resource and ci.entity_id = s.id)`,
    )
  }
  const items = conditionSql(await scopeCondition(where, reader.sees('asset')))
  return inSql(sql`s.id in (
    select l.target_id from cart_item ci join search s on s.resource = ci.resource and s.id = ci.entity_id
      join link l on l.resource = ci.resource and l.id = ci.entity_id
    where ci.cart_id = ${cartId} and ci.resource = 'asset' and l.target_resource = ${resource} and ${items})`)
}

function compileSystem(comparison: Comparison, name: keyof typeof systemFields): Condition {
  if (name === 'activated') return { kind: matches(comparison, true) ? 'all' : 'none' }
  const operator = numberOperator(comparison)
  const isInstant = name.endsWith('at') || name.startsWith('valid')
  if (fromColumns(name)) {
    const values = comparison.values.map((value) =>
      isInstant ? millisecondsOf(value, comparison) : integerOf(value, comparison),
    )
    return { kind: 'number', column: systemFields[name] as NumberColumnName, operator, values }
  }
  const values = comparison.values.map((value) =>
    isInstant ? instantOf(value, comparison) : integerOf(value, comparison),
  )
  return inSql(
    compareSql(sql.ref(`s.${systemFields[name]}`), operator, values, isInstant ? 'timestamptz' : 'bigint'),
  )
}

/** Of owners, by those alone that the reader may see. */
async function compileOwner(target: Target, comparison: Comparison): Promise<Condition> {
  const { reader } = target
  const { operator, values } = comparison
  if (!reader || seesAll(reader.sees('user'))) return compileSystem(comparison, 'owner')
  if (['gt', 'gte', 'lt', 'lte'].includes(operator)) return unsupportedOperator(comparison)
  const asked = values.map((value) => integerOf(value, comparison))
  const seen = new Set(await visibleIds(target, 'user', asked))
  const visible = asked.filter((id) => id === null || id === reader.userId || seen.has(id))
  if (visible.length === 0) return { kind: operator === 'neq' || operator === 'nin' ? 'all' : 'none' }
  return compileSystem({ ...comparison, values: visible }, 'owner')
}

/** Those of these ids that the reader may see. */
async function visibleIds(
  target: Target,
  resource: string,
  ids: readonly (number | null)[],
): Promise<(number | null)[]> {
  const { database, columns, reader } = target
  const scope = reader?.sees(resource)
  if (!scope || seesAll(scope)) return [...ids]
  const asked = ids.filter((id) => Number.isSafeInteger(id))
  const conditions = [await scopeCondition(target, scope)]
  const [revisions] = await revisionsOf(
    database,
    { resource, ids: Float64Array.from(asked.map(Number)), conditions },
    columns,
  )
  const seen = new Set(asked.filter((_id, at) => (revisions?.[at] ?? 0) !== 0))
  return ids.filter((id) => id === null || seen.has(id))
}

/** The columns that every search of most people asks for. */
const fromColumns = (name: keyof typeof systemFields): boolean =>
  ['status', 'owner', 'validfrom', 'validuntil'].includes(name)

function numberOperator(comparison: Comparison): NumberOperator {
  switch (comparison.operator) {
    case 'ct':
      return 'in'
    case 'sw':
    case 'ew':
    case 'dof':
    case 'ndof':
      return unsupportedOperator(comparison)
    default:
      return comparison.operator
  }
}

const inSql = (condition: RawBuilder<SqlBool>): Condition => ({ kind: 'sql', sql: condition })

async function compileLink(
  target: Target,
  field: Field & { target: string },
  comparison: Comparison,
): Promise<Condition> {
  const { operator, values } = comparison
  const ids = values.map((value) => numberOf(value, comparison))
  switch (operator) {
    case 'eq':
    case 'in':
    case 'ct':
      return linksTo(target, field, ids)
    case 'neq':
    case 'nin':
      return notOf(await linksTo(target, field, ids))
    case 'dof':
      return linksTo(target, field, await subtreeIds(target, field, ids))
    case 'ndof':
      return notOf(await linksTo(target, field, await subtreeIds(target, field, ids)))
    default:
      return unsupportedOperator(comparison)
  }
}

async function subtreeIds(
  target: Target,
  field: Field & { target: string },
  ids: readonly (number | null)[],
): Promise<readonly (number | null)[]> {
  const treeField = target.schemas.get(field.target)?.treeField
  if (!treeField) return ids
  return selectSubtreeIds(
    target.database,
    field.target,
    treeField,
    ids.filter((id) => Number.isSafeInteger(id)).map(Number),
  )
}

async function linksTo(
  target: Target,
  field: Field & { target: string },
  ids: readonly (number | null)[],
): Promise<Condition> {
  const visible = await visibleIds(target, field.target, ids)
  return overlap(
    target,
    field,
    visible.map((id) => (id === null ? '' : String(id))),
  )
}

async function overlap(
  { database, schema: { resource }, facetValues = uncachedFacetValues }: Target,
  { name, target }: Pick<Field, 'name' | 'target'>,
  keys: readonly string[],
): Promise<Condition> {
  const field = { resource, name, target: target ?? undefined }
  return { kind: 'overlap', field: name, values: await facetValues.idsOf(database, field, keys) }
}

/** `keywords.name`: the linked entities whose name fits, of those that the reader may see. */
async function compileLinkedName(target: Target, comparison: Comparison): Promise<Condition> {
  const [head = '', tail] = comparison.field.split('.')
  const field = target.schema.fields.get(head)
  const linked = field && isLink(field) && tail === 'name' ? target.schemas.get(field.target) : undefined
  if (!linked)
    throw new ApiError('unknown_field', {
      resource: target.schema.resource,
      field: comparison.field.slice(0, 64),
    })
  const named = await compileQuery({ ...target, schema: linked }, { ...comparison, field: 'name' })
  const condition = conditionSql(
    target.reader ? allOf(named, await scopeCondition(target, target.reader.sees(linked.resource))) : named,
  )
  const { rows } = await sql<{
    id: number
  }>`select s.id from search s where s.resource = ${linked.resource} and ${condition} limit 10000`.execute(
    target.database,
  )
  return overlap(
    target,
    { name: head, target: null },
    rows.map((row) => String(row.id)),
  )
}

async function compileKey(target: Target, field: Field, comparison: Comparison): Promise<Condition> {
  const { operator, values } = comparison
  const text = field.type === 'text' || field.type === 'longtext'
  if (field.type === 'geo' || field.type === 'json' || field.type === 'binary')
    return unsupportedOperator(comparison)
  if (field.isFacet && text && ['eq', 'in'].includes(operator))
    return overlap(target, field, values.map(facetKeyOf))
  if (field.isFacet && text && ['neq', 'nin'].includes(operator))
    return notOf(await overlap(target, field, values.map(facetKeyOf)))
  return inSql(compareKey(sql`(s.keys -> ${sql.lit(field.name)})`, field, comparison))
}

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function compareKey(key: RawBuilder<unknown>, field: Field, comparison: Comparison): RawBuilder<SqlBool> {
  const { operator, values } = comparison
  const compared = (): string[] => values.map((value) => JSON.stringify(comparable(field, value, comparison)))
  switch (operator) {
    case 'eq':
    case 'in':
      return sql`${key} = any(${compared()}::jsonb[])`
    case 'neq':
    case 'nin':
      return sql`not coalesce(${key} = any(${compared()}::jsonb[]), false)`
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      // A missing value is neither more nor less; JSON sorts null before everything.
      return sql`(jsonb_typeof(${key}) <> 'null' and ${key} ${sql.raw(signs[operator])} ${compared()[0]}::jsonb)`
    case 'sw':
    case 'ew':
    case 'ct':
      return field.type === 'text' || field.type === 'longtext'
        ? sql`(${sql.join(
            values.map((value) => like(field, operator, value)),
            sql` or `,
          )})`
        : unsupportedOperator(comparison)
    default:
      return unsupportedOperator(comparison)
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
  if (Number.isNaN(number) || value === '')
    throw new ApiError('query_syntax', {
      at: comparison.field,
      reason: `a number is expected in place of ${JSON.stringify(value).slice(0, 64)}`,
    })
  return number
}

function integerOf(value: QueryValue, comparison: Comparison): number | null {
  const number = numberOf(value, comparison)
  if (number !== null && !Number.isSafeInteger(number))
    throw new ApiError('query_syntax', {
      at: comparison.field,
      reason: `a whole number is expected in place of ${JSON.stringify(value).slice(0, 64)}`,
    })
  return number
}

function millisecondsOf(value: QueryValue, comparison: Comparison): number | null {
  if (value === null) return null
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time))
    throw new ApiError('query_syntax', {
      at: comparison.field,
      reason: `an instant like 2026-01-31T10:00:00Z is expected in place of ${JSON.stringify(value).slice(0, 64)}`,
    })
  return time
}

function instantOf(value: QueryValue, comparison: Comparison): string | null {
  const time = millisecondsOf(value, comparison)
  return time === null ? null : new Date(time).toISOString()
}

function unsupportedOperator({ field, operator }: { field: string; operator: Operator }): never {
  throw new ApiError('query_syntax', {
    at: `${field}.${operator}`,
    reason: `the operator ${operator} does not fit the field`,
  })
}
