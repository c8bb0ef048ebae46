import { and, ApiError, operatorOf, parseQuery, parseResourcePath, type AggregatesAnswer, type AggregateWish, type CallInput, type Calls, type FacetValue, type MetaConstraint, type Query } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { requireAction, scopeOf } from '../access/decide.ts'
import { isLink, type Schema } from '../schemas/schema.ts'
import { getSchemaOf, listSchemas } from '../schemas/schema-registry.ts'
import { findPage, type Search } from '../search/find.ts'
import { nameValues, valuesByField } from './read-facets.ts'

type AggregatesInput = CallInput<Calls['findAggregates']>
type ByConstraint = Record<string, FacetValue[]>

/** Values of one field in one answer where no ids were given. */
const maxValues = 100

/**
 * Counts values for each constraint of a search: `count` under the whole search, `total` without the constraint itself.
 * @throws unknown_resource, query_syntax, unknown_field, invalid_parameter, sign_in_needed, access_denied
 * @source wire facts "Aggregates"; data-layer §3 "Cursor aggregates"
 */
export async function findAggregates(context: Context, input: AggregatesInput): Promise<AggregatesAnswer> {
  const named = parseResourcePath(input.path)
  if (named.kind !== 'aggs') throw new ApiError('path_not_found')
  const schemas = await Promise.all(named.resources.map((resource) => getSchemaOf(context.database, resource)))
  schemas.forEach((schema) => requireAction(context.identity, schema.resource, 'view'))
  const answers = await Promise.all(schemas.map(async (schema) => [schema.resource, await countsOf(context, schema, input)] as const))
  const total = answers.reduce((sum, [, answer]) => sum + answer.total, 0)
  const [first] = answers
  const aggregates = named.several || !first ? Object.fromEntries(answers.map(([resource, { byConstraint }]) => [resource, byConstraint])) : first[1].byConstraint
  return { ...(input.state === undefined ? {} : { state: input.state }), response: { total, aggregates } }
}

async function countsOf(context: Context, schema: Schema, input: AggregatesInput): Promise<{ total: number; byConstraint: ByConstraint }> {
  const constraints = Object.entries(input.query?.['$meta-query'] ?? {}).map(([name, given]) => ({ name, given, query: parseQuery(given.constraint) }))
  const searchOf = (query: Query): Search => ({ scope: scopeOf(context.identity, schema.resource, 'view'), query, fulltext: input.fulltext, fulltextMode: input.fulltextMode })
  const whole = and(...constraints.map(({ query }) => query))
  const counted = await Promise.all(constraints.map(async ({ name, given }) => {
    const wishes = wishesOf(given)
    if (wishes.length === 0) return undefined
    const others = and(...constraints.filter((other) => other.name !== name).map(({ query }) => query))
    return [name, await valuesOf(context, schema, wishes, searchOf(whole), searchOf(others))] as const
  }))
  const { total } = await findPage(await searchIn(context), searchOf(whole), { max: 0 })
  return { total, byConstraint: Object.fromEntries(counted.filter((one) => one !== undefined)) }
}

function wishesOf({ aggregate, unconstrainedAggregate }: MetaConstraint): AggregateWish[] {
  return [unconstrainedAggregate, aggregate].filter((wish) => wish !== undefined)
}

async function searchIn(context: Context) {
  return { database: context.database, schemas: await listSchemas(context.database) }
}

/** A counter of the hits of a search with one value of a field. */
type CountOf = (key: string) => number | Promise<number>

async function valuesOf(context: Context, schema: Schema, wishes: readonly AggregateWish[], whole: Search, others: Search): Promise<FacetValue[]> {
  const values = await Promise.all(wishes.map(async (wish) => {
    requireCountable(schema, wish.field)
    const [under, without] = await Promise.all([counterOf(context, wish, whole), counterOf(context, wish, others)])
    const keys = wish.ids?.map(String) ?? without.keys.slice(0, maxValues)
    const named = await nameValues(context, schema, wish.field, keys)
    const counts = await Promise.all(keys.map(async (key) => ({ key, count: await under.countOf(key), total: await without.countOf(key) })))
    return counts.flatMap(({ key, count, total }) => {
      const data = named.get(key)
      return data ? [{ count, total, data }] : []
    })
  }))
  // A value that is asked for in both lists is told once.
  return [...new Map(values.flat().map((value) => [String(value.data.id), value])).values()]
}

async function counterOf(context: Context, { field, operator = 'in' }: AggregateWish, search: Search): Promise<{ keys: readonly string[]; countOf: CountOf }> {
  const where = await searchIn(context)
  const page = await findPage(where, search, { max: 0, withFacets: true })
  const values = (page.facets ? await valuesByField(context, page.facets) : new Map<string, never[]>()).get(field) ?? []
  const counts = new Map(values.map(({ key, count }) => [key, count]))
  const keys = values.map(({ key }) => key).filter((key) => key !== '')
  if (operatorOf(operator) !== 'dof') return { keys, countOf: (key) => counts.get(key) ?? 0 }
  const below = (key: string): Query => and(search.query, { kind: 'compare', field, operator: 'dof', values: [key] })
  return { keys, countOf: async (key) => (await findPage(where, { ...search, query: below(key) }, { max: 0 })).total }
}

function requireCountable(schema: Schema, name: string): void {
  const field = schema.fields.get(name)
  if (name === 'status' && schema.hasWorkflow) return
  if (!field) throw new ApiError('unknown_field', { resource: schema.resource, field: name })
  if (!field.isFacet && !isLink(field)) throw new ApiError('invalid_parameter', { parameter: 'query', reason: `values of ${name} are not counted: it is no facet` })
}
