import {
  and,
  ApiError,
  isMarkField,
  operatorOf,
  parseQuery,
  parseResourcePath,
  type AggregatesAnswer,
  type AggregateRequest,
  type CallInput,
  type Calls,
  type FacetValue,
  jsonOr,
  type MetaConstraint,
  MetaQuery,
  type Query,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction, scopeOf } from '../../access/decide.ts'
import { isLink, type Schema } from '../schemas/schema.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { countLinks } from '../search/count-links.ts'
import { findPage, type FoundPage, type Search, type SearchIn } from '../search/find.ts'
import { requireModestSearches } from '../search/query-budget.ts'
import { nameValues, valuesByField } from './read-facets.ts'
import { searchIn } from '../search/search-in.ts'

type AggregatesInput = CallInput<Calls['findAggregates']>
type ByConstraint = Record<string, FacetValue[]>

/** Values of one field in one answer where no ids were given. */
const maxValues = 100

/**
 * Counts values for each constraint of a search: `count` under the whole search, `total` without the
 * constraint itself.
 * @throws unknown_resource, query_syntax, query_too_large, unknown_field, invalid_parameter, sign_in_needed,
 * access_denied
 * @source wire facts "Aggregates"; data-layer §3 "Cursor aggregates"; decision 0118
 */
export async function findAggregates(context: Context, input: AggregatesInput): Promise<AggregatesAnswer> {
  const named = parseResourcePath(input.path)
  if (named.kind !== 'aggs') throw new ApiError('path_not_found')
  const schemas = await Promise.all(named.resources.map((resource) => getSchemaOf(context, resource)))
  schemas.forEach((schema) => requireAction(context.identity, schema.resource, 'view'))
  const answers = await Promise.all(
    schemas.map(async (schema) => [schema.resource, await countsOf(context, schema, input)] as const),
  )
  const total = answers.reduce((sum, [, answer]) => sum + answer.total, 0)
  const [first] = answers
  const aggregates =
    named.several || !first
      ? Object.fromEntries(answers.map(([resource, { byConstraint }]) => [resource, byConstraint]))
      : first[1].byConstraint
  return { ...(input.state === undefined ? {} : { state: input.state }), response: { total, aggregates } }
}

async function countsOf(
  context: Context,
  schema: Schema,
  input: AggregatesInput,
): Promise<{ total: number; byConstraint: ByConstraint }> {
  const constraints = Object.entries(metaQueryOf(input, schema)['$meta-query']).map(([name, given]) => ({
    name,
    requests: requestsOf(given),
    query: parseQuery(given.constraint),
  }))
  const searchOf = (query: Query): Search => ({
    scope: scopeOf(context.identity, schema.resource, 'view'),
    query,
    fulltext: input.fulltext,
    fulltextMode: input.fulltextMode,
  })
  const whole = and(...constraints.map(({ query }) => query))
  const asked = constraints.filter(({ requests }) => requests.length > 0)
  // Each constraint is one search more, and so are ten of its values where what is below them counts.
  requireModestSearches([
    {
      query: whole,
      times:
        1 +
        asked.length +
        asked.reduce(
          (sum, { requests }) => sum + requests.reduce((count, request) => count + searchesOf(request), 0),
          0,
        ),
    },
  ])
  const where = await searchIn(context)
  const withMarkCounts = asked.some(({ requests }) => requests.some(({ field }) => isMarkField(field)))
  const counted: Counted = rememberCounts(where, withMarkCounts)
  const values = await Promise.all(
    asked.map(async ({ name, requests, query }) => {
      const others =
        query.kind === 'all'
          ? whole
          : and(...constraints.filter((other) => other.name !== name).map((other) => other.query))
      return [
        name,
        await valuesOf(
          context,
          schema,
          requests,
          { under: searchOf(whole), without: searchOf(others) },
          counted,
        ),
      ] as const
    }),
  )
  const { total } =
    asked.length > 0 ? await counted(searchOf(whole)) : await findPage(where, searchOf(whole), { max: 0 })
  return { total, byConstraint: Object.fromEntries(values) }
}

/** The query of one resource, or the one for all of them. */
function metaQueryOf(input: AggregatesInput, { resource }: Schema): MetaQuery {
  const own = (input as Readonly<Record<string, unknown>>)[`query_${resource}`]
  if (own === undefined) return input.query ?? { '$meta-query': {} }
  const parsed = jsonOr(MetaQuery).safeParse(own)
  if (parsed.success) return parsed.data
  const reason = parsed.error.issues[0]?.message ?? 'not valid'
  throw new ApiError('invalid_parameter', { parameter: `query_${resource}`, reason })
}

/** Searches that a request needs beside those of all facets. */
function searchesOf({ operator = 'in', ids }: AggregateRequest): number {
  return operatorOf(operator) === 'dof' ? (ids?.length ?? maxValues) / 10 : 0
}

/** The counts of all facet values of a search. */
type Counted = (search: Search) => Promise<FoundPage>

/** Most constraints ask about the same searches: each is made once. */
function rememberCounts(where: SearchIn, withMarkCounts: boolean): Counted {
  const known = new Map<string, Promise<FoundPage>>()
  return (search) => {
    const key = JSON.stringify(search.query)
    const found = known.get(key) ?? findPage(where, search, { max: 0, withFacets: true, withMarkCounts })
    known.set(key, found)
    return found
  }
}

function requestsOf({ aggregate, unconstrainedAggregate }: MetaConstraint): AggregateRequest[] {
  return [unconstrainedAggregate, aggregate].filter((request) => request !== undefined)
}

/** A counter of the hits of a search with one value of a field. */
type CountOf = (key: string) => number

/** The search with a constraint, and without it. */
interface Sides {
  readonly under: Search
  readonly without: Search
}

async function valuesOf(
  context: Context,
  schema: Schema,
  requests: readonly AggregateRequest[],
  sides: Sides,
  counted: Counted,
): Promise<FacetValue[]> {
  const values = await Promise.all(
    requests.map(async (request) => {
      requireCountable(schema, request.field)
      const [under, without] = await Promise.all([
        counterOf(context, request, sides.under, counted),
        counterOf(context, request, sides.without, counted),
      ])
      const keys = request.ids?.map(String) ?? without.keys.slice(0, maxValues)
      const named = await nameValues(context, schema, request.field, keys)
      return keys.flatMap((key) => {
        const data = named.get(key)
        return data ? [{ count: under.countOf(key), total: without.countOf(key), data }] : []
      })
    }),
  )
  // A value that is asked for in both lists is answered once.
  return [...new Map(values.flat().map((value) => [String(value.data.id), value])).values()]
}

async function counterOf(
  context: Context,
  { field, operator = 'in', ids }: AggregateRequest,
  search: Search,
  counted: Counted,
): Promise<{ keys: readonly string[]; countOf: CountOf }> {
  const where = await searchIn(context)
  const page = await counted(search)
  const values = isMarkField(field)
    ? (page.markCounts?.[field] ?? []).map(({ value, count }) => ({ key: String(value), count }))
    : ((page.facets ? await valuesByField(context, page.facets) : new Map<string, never[]>()).get(field) ??
      [])
  const counts = new Map(values.map(({ key, count }) => [key, count]))
  const keys = values.map(({ key }) => key).filter((key) => key !== '')
  if (operatorOf(operator) !== 'dof') return { keys, countOf: (key) => counts.get(key) ?? 0 }
  const nodes = [...(ids ?? keys.slice(0, maxValues))].map(Number).filter((id) => Number.isSafeInteger(id))
  const below = await countLinks(where, search, field, nodes)
  return { keys, countOf: (key) => below.get(Number(key))?.below ?? 0 }
}

function requireCountable(schema: Schema, name: string): void {
  const field = schema.fields.get(name)
  if (isMarkField(name) || (name === 'status' && schema.hasWorkflow)) return
  if (!field) throw new ApiError('unknown_field', { resource: schema.resource, field: name })
  if (!field.isFacet && !isLink(field))
    throw new ApiError('invalid_parameter', {
      parameter: 'query',
      reason: `values of ${name} are not counted: it is no facet`,
    })
}
