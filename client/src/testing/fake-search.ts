import {
  ApiError,
  defaultPageSize,
  fieldsOf,
  pageSizeOf,
  parseQuery,
  type CallInput,
  type Calls,
  type EntityData,
  type FacetValue,
  type ListAnswer,
  type Query,
} from '@cartouche/contract'
import { checkFields, resourcesOf, treeFields, type FakeSchemas } from './fake-schemas.ts'

/** What the search of the fake server looks into. */
export interface Searched {
  readonly schemas: FakeSchemas
  list(resource: string): readonly EntityData[]
}

type Find = CallInput<Calls['findEntities']>

/** Entities that answer what is asked beside paging. @throws unknown_field, query_syntax, unknown_resource */
export function hitsFor(
  store: Searched,
  input: Pick<Find, 'path' | 'query' | 'fulltext'>,
): readonly EntityData[] {
  const own = input as Readonly<Record<string, unknown>>
  return resourcesOf(store.schemas, input.path).flatMap((resource) => {
    const queries = [parseQuery(input.query), parseQuery(own[`query_${resource}`])]
    for (const query of queries) checkFields(store.schemas, resource, fieldsOf(query))
    return store
      .list(resource)
      .filter(
        (entity) => queries.every((query) => holds(query, entity, store)) && hasWords(entity, input.fulltext),
      )
  })
}

/** A page of a list. */
export function findIn(store: Searched, input: Find): ListAnswer {
  const wanted = resourcesOf(store.schemas, input.path)
  const { max = pageSizeOf(wanted[0] ?? '') } = input
  const all = hitsFor(store, input)
  const sorted = order(all, input.orderby)
  if (input.group !== undefined && wanted.length > 1)
    throw new ApiError('invalid_parameter', {
      parameter: 'group',
      reason: 'only a list of one resource can be grouped',
    })
  const asked = JSON.stringify([input.path, input.query, input.fulltext, input.orderby, input.group])
  const after = input.after === undefined ? { start: 0 } : placeOf(input.after, asked)
  const start = after.group === undefined ? after.start : 0
  const page = input.withData === false || input.group !== undefined ? [] : sorted.slice(start, start + max)
  const end = start + page.length
  const token = end < sorted.length && page.length > 0 ? tokenOf({ start: end }, asked) : undefined
  const grouped = input.group === undefined ? undefined : groupsIn(sorted, input, after, asked)
  const [only] = wanted
  return {
    ...(wanted.length === 1
      ? { resource: only, name: only }
      : { resources: wanted.map((resource) => ({ resource, name: resource })) }),
    version: '1.0',
    apiversion: '2.4',
    headers: {},
    links: token === undefined ? {} : { next: `?after=${token}`, nextResultsToken: token },
    ...(input.state === undefined ? {} : { state: input.state }),
    response: {
      count: page.length,
      total: all.length,
      data: input.suggest
        ? suggest(all, input.fulltext ?? '', max)
        : (grouped?.groups.flatMap(({ data }) => data) ?? page),
      ...grouped,
      ...(input.withAggregates
        ? {
            aggregates:
              wanted.length === 1
                ? facets(all, input)
                : Object.fromEntries(
                    wanted.map((resource) => [
                      resource,
                      facets(
                        all.filter(({ $resource }) => $resource === resource),
                        input,
                      ),
                    ]),
                  ),
          }
        : {}),
    },
  }
}

interface Place {
  readonly start: number
  /** The group that is gone on with, by its id as text. */
  readonly group?: string
}

/** Groups by the first value of a field, those with most hits first; or the next entities of one. */
function groupsIn(
  hits: readonly EntityData[],
  { group: field = '', groupMax = 20, max = defaultPageSize }: Find,
  after: Place,
  asked: string,
) {
  const byValue = new Map<
    string,
    { value: { id: number | string | null; name?: string }; hits: EntityData[] }
  >()
  for (const entity of hits) {
    const [value] = [entity[field] ?? []].flat() as { id: number; name?: string }[]
    const key = String(value?.id ?? null)
    const known = byValue.get(key) ?? { value: value ? linkOf(value) : { id: null }, hits: [] }
    byValue.set(key, known)
    known.hits.push(entity)
  }
  const all = [...byValue].toSorted(
    ([, one], [, other]) =>
      Number(one.value.id === null) - Number(other.value.id === null) || other.hits.length - one.hits.length,
  )
  const shown =
    after.group === undefined
      ? all.slice(after.start, after.start + max)
      : all.filter(([key]) => key === after.group)
  const first = after.group === undefined ? 0 : after.start
  const next =
    after.group === undefined && after.start + max < all.length
      ? { nextGroups: tokenOf({ start: after.start + max }, asked) }
      : {}
  return {
    ...next,
    groups: shown.map(([key, { value, hits: own }]) => {
      const end = first + groupMax
      return {
        group: value,
        count: own.length,
        data: own.slice(first, end),
        complete: end >= own.length,
        ...(end < own.length ? { nextData: tokenOf({ start: end, group: key }, asked) } : {}),
      }
    }),
  }
}

function tokenOf(place: Place, asked: string): string {
  return btoa(encodeURIComponent(JSON.stringify([place, asked])))
}

function placeOf(token: string, asked: string): Place {
  const [place, before] = JSON.parse(decodeURIComponent(atob(token))) as [Place, string]
  if (before !== asked) throw new ApiError('token_mismatch')
  return place
}

/** Counts by the name of each constraint, with and without the constraint itself. */
export function countFor(
  store: Searched,
  { path, query, fulltext, state }: CallInput<Calls['findAggregates']>,
) {
  const constraints = Object.entries(query?.['$meta-query'] ?? {})
  const hits = (without?: string): readonly EntityData[] =>
    hitsFor(store, {
      path,
      fulltext,
      query: {
        and: constraints.filter(([name]) => name !== without).map(([, { constraint }]) => constraint),
      },
    })
  const all = hits()
  const aggregates = constraints.flatMap(([name, { aggregate, unconstrainedAggregate }]) => {
    const field = aggregate?.field ?? unconstrainedAggregate?.field
    if (field === undefined) return []
    const [with_, without] = [valuesOf(all, field), valuesOf(hits(name), field)]
    const ids =
      aggregate?.ids || unconstrainedAggregate?.ids
        ? [...(aggregate?.ids ?? []), ...(unconstrainedAggregate?.ids ?? [])]
        : [...without.keys()]
    const values = [...new Set(ids)].map((id): FacetValue => ({
      count: with_.get(id)?.count ?? 0,
      total: without.get(id)?.count ?? 0,
      data: without.get(id)?.data ?? { id },
    }))
    return [[name, values] as const]
  })
  return {
    ...(state === undefined ? {} : { state }),
    response: { total: all.length, aggregates: Object.fromEntries(aggregates) },
  }
}

function valuesOf(
  entities: readonly EntityData[],
  field: string,
): Map<number | string, { count: number; data: FacetValue['data'] }> {
  const counted = new Map<number | string, { count: number; data: FacetValue['data'] }>()
  for (const link of entities.flatMap((entity) => [entity[field] ?? []].flat() as FacetValue['data'][])) {
    counted.set(link.id, { count: (counted.get(link.id)?.count ?? 0) + 1, data: link })
  }
  return counted
}

function facets(
  entities: readonly EntityData[],
  { aggFields = ['rootnature', 'keywords'], aggFilter = {}, aggFilterMode = 'auto', aggMax = 100 }: Find,
) {
  return Object.fromEntries(
    aggFields.map((field) => {
      const values = [...valuesOf(entities, field).values()].map(({ count, data }) => ({
        count,
        total: count,
        data,
      }))
      const text = aggFilter[field]
      const matching = (mode: 'sw' | 'ct') =>
        values.filter(({ data: { name = '' } }) =>
          mode === 'sw' ? fold(name).startsWith(fold(text ?? '')) : fold(name).includes(fold(text ?? '')),
        )
      const starting = matching('sw')
      const found =
        aggFilterMode === 'ct' || (aggFilterMode === 'auto' && starting.length === 0)
          ? matching('ct')
          : starting
      return [field, found.toSorted((one, other) => other.count - one.count).slice(0, aggMax)]
    }),
  )
}

/** Words of names that complete the last word of a text. */
export function suggest(entities: readonly EntityData[], input: string, max: number): string[] {
  const last = fold(input.split(' ').at(-1) ?? '')
  const words = entities
    .flatMap(({ name = '' }) => name.split(' '))
    .filter((word) => fold(word).startsWith(last))
  return [...new Set(words)].slice(0, max)
}

/** Lower case, without accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether all words of a text begin some word of the name. */
export function hasWords({ name = '' }: EntityData, fulltext = ''): boolean {
  const words = fold(name).split(' ')
  return fold(fulltext)
    .split(' ')
    .filter((word) => word !== '')
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}

/** In the order asked for; the newest first by default. */
export function order(entities: readonly EntityData[], orderby = 'id desc'): readonly EntityData[] {
  const [field = 'id', direction] = orderby.split(',')[0]?.split(' ') ?? []
  const sign = direction === 'desc' ? -1 : 1
  return entities.toSorted(
    (one, other) =>
      sign *
      (field === 'id'
        ? one.id - other.id
        : String(one[field]).localeCompare(String(other[field])) || one.id - other.id),
  )
}

/** Whether a query finds an entity. */
export function holds(query: Query, entity: EntityData, store: Searched): boolean {
  switch (query.kind) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return query.parts.every((part) => holds(part, entity, store))
    case 'or':
      return query.parts.some((part) => holds(part, entity, store))
    case 'not':
      return !holds(query.part, entity, store)
    case 'compare':
      return compares(query, entity, store)
  }
}

function compares(
  { field, operator, values }: Extract<Query, { kind: 'compare' }>,
  entity: EntityData,
  store: Searched,
): boolean {
  const present = [entity[field] ?? (field === 'activated' ? true : [])]
    .flat()
    .map((value: unknown) =>
      typeof value === 'object' && value !== null && 'id' in value ? value.id : value,
    )
  const [wanted] = values
  switch (operator) {
    case 'eq':
      return wanted === null ? present.length === 0 : present.includes(wanted)
    case 'neq':
      return !present.includes(wanted)
    case 'in':
      return values.some((value) => present.includes(value))
    case 'nin':
      return !values.some((value) => present.includes(value))
    case 'dof':
      return present.some((id) => values.some((value) => isBelow(store, id, value)))
    case 'ndof':
      return !present.some((id) => values.some((value) => isBelow(store, id, value)))
    case 'sw':
      return present.some((value) => fold(String(value)).startsWith(fold(String(wanted))))
    case 'ew':
      return present.some((value) => fold(String(value)).endsWith(fold(String(wanted))))
    case 'ct':
      return present.some((value) => values.some((part) => fold(String(value)).includes(fold(String(part)))))
    default:
      return present.some((value) => inOrder(operator, value as number, wanted as number))
  }
}

function inOrder(operator: 'gt' | 'gte' | 'lt' | 'lte', value: number, wanted: number): boolean {
  return operator === 'gt'
    ? value > wanted
    : operator === 'gte'
      ? value >= wanted
      : operator === 'lt'
        ? value < wanted
        : value <= wanted
}

/** Whether a node is another or below it. */
function isBelow(store: Searched, id: unknown, top: unknown): boolean {
  for (const [resource, field] of Object.entries(treeFields)) {
    const nodes = new Map(store.list(resource).map((node) => [node.id, node]))
    for (
      let node = nodes.get(Number(id));
      node;
      node = nodes.get(Number((node[field] as { id: number } | null)?.id))
    )
      if (node.id === top) return true
  }
  return id === top
}

/** An entity as others link to it. */
export function linkOf({ id, name = '' }: { readonly id: number; readonly name?: string | undefined }): {
  id: number
  name: string
} {
  return { id, name }
}
