import { ApiError, parseQuery, type Query, type QueryValue } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Comparison } from '../../access/compile-rows.ts'
import type { Context } from '../../access/context.ts'
import { decideRows } from '../../model/entities/decide-rows.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { fulltextQuery, termQuery, termsOf } from '../../model/search/fulltext.ts'
import { requireModest } from '../../model/search/query-budget.ts'
import type { SortKey } from '../../model/search/search.sql.ts'
import { selectSubtreeIds } from '../../model/search/tree.sql.ts'
import { compileItemQuery } from './item-conditions.ts'
import { isLinkKey, itemField, orderedBy } from './item-fields.ts'
import { isUninspected, type CountedItems } from './item-search.sql.ts'

type Condition = RawBuilder<SqlBool>

/** Items that one request may name. @source data-layer §5, §9 */
export const maxItemIds = 200

/** What is searched for among items. */
export interface ItemSearchInput {
  readonly query?: unknown
  readonly fulltext?: string | undefined
  readonly fulltextMode?: 'should' | 'must' | undefined
}

/** A search of items, compiled. */
export interface ItemSearch extends CountedItems {
  /** Items that may match once they are inspected, and do not now; undefined where nothing is searched. */
  readonly outstanding: Condition | undefined
  /** How many words of an item the full text asks for; undefined without one. */
  readonly score: RawBuilder<unknown> | undefined
}

/**
 * Compiles what is searched for within a condition on `import_item i` and `import_job j`. Linked entities
 * that the user may not see are linked by nothing.
 * @throws query_syntax, unknown_field, too_many_ids
 */
export async function compileItemSearch(
  context: Context,
  schema: Schema,
  within: Condition,
  input: ItemSearchInput,
): Promise<ItemSearch> {
  const asked = parseQuery(input.query)
  requireModest(asked)
  const query = await visiblyLinked(context, schema, asked)
  requireFewIds(query)
  const terms = termsOf(input.fulltext ?? '')
  const text = fulltextQuery(
    terms.map((term) => [[term]]),
    input.fulltextMode,
  )
  const hasWords = text === undefined ? sql<SqlBool>`true` : sql<SqlBool>`i.words @@ ${text}::tsquery`
  const matching = sql<SqlBool>`${within} and ${compileItemQuery(schema, query, 'certain')} and ${hasWords}`
  const searches = query.kind !== 'all' || text !== undefined
  return {
    matching,
    isCounted: text === undefined && isOfStatus(query),
    outstanding: searches
      ? sql<SqlBool>`${within} and ${isUninspected} and ${compileItemQuery(schema, query, 'possible')} and (${matching}) is not true`
      : undefined,
    score: text === undefined ? undefined : scoreOf(terms.map((term) => termQuery(term))),
  }
}

/** Whether a query names nothing but the items' job and status. */
function isOfStatus(query: Query): boolean {
  if (query.kind === 'not') return isOfStatus(query.part)
  if (query.kind === 'and' || query.kind === 'or') return query.parts.every(isOfStatus)
  return query.kind !== 'compare' || ['status', 'job', 'activated'].includes(query.field.toLowerCase())
}

/** The number of words of an item that are asked for. */
function scoreOf(terms: readonly string[]): RawBuilder<unknown> {
  return sql`(select count(*) from unnest(tsvector_to_array(i.words)) w where array_to_tsvector(array[w]) @@ ${terms.join(' | ')}::tsquery)`
}

/** @throws too_many_ids */
function requireFewIds(query: Query): void {
  if (query.kind === 'not') requireFewIds(query.part)
  else if (query.kind === 'and' || query.kind === 'or') query.parts.forEach(requireFewIds)
  else if (query.kind === 'compare' && query.field === 'id' && query.values.length > maxItemIds)
    throw new ApiError('too_many_ids', { max: maxItemIds })
}

/** The query with comparisons of links by those values alone that the user may see. */
async function visiblyLinked(context: Context, schema: Schema, query: Query): Promise<Query> {
  if (query.kind === 'not') return { kind: 'not', part: await visiblyLinked(context, schema, query.part) }
  if (query.kind === 'and' || query.kind === 'or')
    return {
      kind: query.kind,
      parts: await Promise.all(query.parts.map((part) => visiblyLinked(context, schema, part))),
    }
  if (query.kind !== 'compare' || query.field === 'activated') return query
  const field = itemField(schema, query.field)
  return isLinkKey(field) ? visibleComparison(context, field.target, query) : query
}

async function visibleComparison(context: Context, target: string, comparison: Comparison): Promise<Query> {
  const linked = (await listSchemas(context)).get(target)
  const isBelow = comparison.operator === 'dof' || comparison.operator === 'ndof'
  const given = comparison.values.filter((value) => Number.isSafeInteger(idOf(value)))
  const asked = given.map(idOf)
  const ids =
    isBelow && linked?.treeField
      ? await selectSubtreeIds(context.database, target, linked.treeField, asked)
      : asked
  const seen = linked
    ? await decideRows(context, linked, ids, ['view'])
    : new Map<number, ReadonlySet<string>>()
  return {
    ...comparison,
    operator:
      comparison.operator === 'dof' ? 'in' : comparison.operator === 'ndof' ? 'nin' : comparison.operator,
    values: [
      ...comparison.values.filter((value) => !given.includes(value)),
      ...ids.filter((id) => seen.get(id)?.has('view')),
    ],
  }
}

function idOf(value: QueryValue): number {
  return value === null || value === '' || typeof value === 'boolean' ? Number.NaN : Number(value)
}

/**
 * The order of a page: `filename`, `takenat desc, id` …, `relevance` with a full text; the order of upload by
 * default, and last in any other.
 * @throws unknown_field, invalid_parameter
 */
export function parseItemOrder(
  schema: Schema,
  orderby: string | undefined,
  { score }: ItemSearch,
): SortKey[] {
  const orders = (orderby ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, field = '', direction = 'asc'] = /^([\w.$]+)(?:\s+(asc|desc))?$/i.exec(part) ?? []
      return { field, descending: direction.toLowerCase() === 'desc' }
    })
  if (orders.some(({ field }) => field === ''))
    throw new ApiError('invalid_parameter', { parameter: 'orderby', reason: 'write it as "filename desc"' })
  const keys = orders
    .filter(({ field }) => field !== 'id' && field !== 'relevance')
    .map(({ field, descending }) => ({ ...orderedBy(schema, field), descending }))
  if (score && orders.some(({ field }) => field === 'relevance'))
    keys.unshift({ expression: score, cast: 'bigint', descending: true })
  const descending = orders.find(({ field }) => field === 'id')?.descending ?? keys[0]?.descending ?? false
  return [...keys, { expression: sql`i.id`, descending, cast: 'bigint' }]
}
