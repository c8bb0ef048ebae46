import {
  ApiError, assetActions, assetStatuses, fieldsOf, parseQuery, parseResourcePath, type AssetAction, type CallInput, type Calls, type EntityData, type FieldHeader, type ListAnswer, type Query,
} from '@cartouche/contract'
import { applyChanges } from '../entities/apply-changes.ts'
import type { FakeHandlers } from './fake-routes.ts'

/** The entities of the fake server, by resource and id. */
export interface FakeLibrary {
  readonly handlers: FakeHandlers
  get(resource: string, id: number): EntityData
  add(resource: string, values: Readonly<Record<string, unknown>>): EntityData
  list(resource: string): readonly EntityData[]
}

const natures: readonly string[] = ['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT', 'OTHER']
const resources: Readonly<Record<string, Readonly<Record<string, FieldHeader['type']>>>> = {
  asset: { name: 'text', description: 'longtext', rootnature: 'object', keywords: 'array', creator: 'text', takenat: 'datetime', metadata: 'json' },
  assetkeyword: { name: 'text' },
  assetnature: { name: 'text' },
}

/** Creates a library of so many assets, with natures and keywords dealt out in turn. */
export function createFakeLibrary(assetCount: number): FakeLibrary {
  const stored = new Map<string, EntityData>()
  let lastId = 0
  const add: FakeLibrary['add'] = (resource, values) => {
    const id = ++lastId
    const entity: EntityData = {
      id, $uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`, $resource: resource, $path: `dam/data/${resource}`, $version: 1,
      createdat: '2026-01-01T00:00:00.000Z', modifiedat: '2026-01-01T00:00:00.000Z', status: { id: assetStatuses.draft, name: 'draft' }, ...values,
    }
    stored.set(`${resource}/${id}`, entity)
    return entity
  }
  const get = (resource: string, id: number): EntityData => {
    const entity = stored.get(`${resource}/${id}`)
    if (!entity) throw new ApiError('entity_not_found', { resource, id })
    return entity
  }
  const list = (resource: string): readonly EntityData[] => [...stored.values()].filter(({ $resource }) => $resource === resource)
  const library: FakeLibrary = { add, get, list, handlers: libraryHandlers({ add, get, list, stored }) }
  const keywords = ['harbour', 'night', 'été'].map((name) => add('assetkeyword', { name }))
  const kinds = natures.map((name) => add('assetnature', { name }))
  for (let n = 1; n <= assetCount; n++) {
    const [nature, keyword] = [kinds[n % 2], keywords[n % 3]]
    add('asset', {
      name: `Asset ${n}`, description: null, rootnature: nature && linkOf(nature), keywords: keyword ? [linkOf(keyword)] : [],
      metadata: { filesize: n * 1000, filename: `asset-${n}.jpg`, mediatype: 'image/jpeg' },
    })
  }
  return library
}

type Store = Omit<FakeLibrary, 'handlers'> & { readonly stored: Map<string, EntityData> }

function libraryHandlers(store: Store): FakeHandlers {
  const change = (entity: EntityData, changes: Readonly<Record<string, unknown>>): EntityData => {
    const next = { ...applyChanges(entity, changes), $version: (entity.$version ?? 0) + 1 }
    store.stored.set(`${entity.$resource}/${entity.id}`, next)
    return next
  }
  const find = (input: CallInput<Calls['findEntities']>): ListAnswer => findIn(store, input)
  return {
    findEntities: find, findEntitiesAsPost: find,
    getSchema({ path }) {
      const wanted = resourcesOf(path)
      const [only = ''] = wanted
      if (wanted.length === 1) return { resource: only, name: only, create: true, $security: { 'objectdata/insert': true }, tree: false, headers: headersOf(only) }
      return { resources: wanted.map((resource) => ({ resource, name: resource, tree: false })), headers: Object.fromEntries(wanted.map((resource) => [resource, headersOf(resource)])) }
    },
    getEntity: ({ path, id }) => envelope(store.get(resourcesOf(path)[0] ?? '', id)),
    getEntityByUuid({ uuid }) {
      const found = [...store.stored.values()].find(({ $uuid }) => $uuid === uuid)
      if (!found) throw new ApiError('entity_not_found', { resource: 'entity', id: uuid })
      return envelope(found)
    },
    createEntity({ path, json }) {
      const resource = resourcesOf(path)[0] ?? ''
      checkFields(resource, Object.keys(json))
      if (typeof json['name'] !== 'string') throw new ApiError('field_mandatory', { field: 'name' })
      return envelope(store.add(resource, linked(store, json)))
    },
    patchEntity({ path, id, json: { $version, ...changes } }) {
      const entity = store.get(resourcesOf(path)[0] ?? '', id)
      if ($version !== undefined && $version !== entity.$version) throw new ApiError('version_conflict', { resource: entity.$resource, id })
      checkFields(entity.$resource, Object.keys(changes))
      return envelope(change(entity, linked(store, changes)))
    },
    deleteEntity({ path, id }) {
      const { $resource } = store.get(resourcesOf(path)[0] ?? '', id)
      store.stored.delete(`${$resource}/${id}`)
      return { resource: $resource, response: { deletedId: id } }
    },
    takeWorkflowAction({ path, ids, workflowAction }) {
      const [resource = ''] = resourcesOf(path)
      if (!(workflowAction in assetActions)) throw new ApiError('unknown_action', { action: workflowAction })
      const { from, to } = assetActions[workflowAction as AssetAction]
      const entities = ids.map((id) => store.get(resource, id))
      for (const { status } of entities as { status?: { name: string } }[]) {
        if (!(from as readonly string[]).includes(status?.name ?? '')) throw new ApiError('action_not_possible', { action: workflowAction, status: status?.name ?? '' })
      }
      return { resource, response: { data: entities.map((entity) => change(entity, { status: { id: assetStatuses[to], name: to } })) } }
    },
  }
}

function resourcesOf(path: string): readonly string[] {
  const parsed = parseResourcePath(path)
  const named = 'resources' in parsed ? parsed.resources : 'resource' in parsed && parsed.resource ? [parsed.resource] : []
  const unknown = named.find((resource) => !(resource in resources))
  if (unknown !== undefined || named.length === 0) throw new ApiError('unknown_resource', { resource: unknown ?? path })
  return named
}

function headersOf(resource: string): Record<string, FieldHeader> {
  return Object.fromEntries(Object.entries(resources[resource] ?? {}).map(([field, type], index) => [field, {
    name: field, type, i18n: false, i18nFor: null, tree: false, facet: type === 'object' || type === 'array', sortable: type === 'text', group: { id: 1 }, taborder: index,
    cud: { create: true, update: true, mandatoryCreate: field === 'name', defaultCreate: null, mandatoryPatch: field === 'name', defaultPatch: null, mandatoryStructure: false },
  }]))
}

const systemFields: ReadonlySet<string> = new Set(['id', 'status', 'owner', 'createdat', 'modifiedat', 'validfrom', 'validuntil', 'activated'])

function checkFields(resource: string, fields: readonly string[]): void {
  const unknown = fields.find((field) => !systemFields.has(field) && !((field.split('.')[0] ?? '') in (resources[resource] ?? {})))
  if (unknown !== undefined) throw new ApiError('unknown_field', { resource, field: unknown })
}

function findIn(store: Store, input: CallInput<Calls['findEntities']>): ListAnswer {
  const wanted = resourcesOf(input.path)
  const own = input as Readonly<Record<string, unknown>>
  const all = wanted.flatMap((resource) => {
    const queries = [parseQuery(input.query), parseQuery(own[`query_${resource}`])]
    for (const query of queries) checkFields(resource, fieldsOf(query))
    return store.list(resource).filter((entity) => queries.every((query) => holds(query, entity)) && hasWords(entity, input.fulltext))
  })
  const sorted = order(all, input.orderby)
  const asked = JSON.stringify([input.path, input.query, input.fulltext, input.orderby])
  const start = input.after === undefined ? 0 : startOf(input.after, asked)
  const page = input.withData === false ? [] : sorted.slice(start, start + input.max)
  const end = start + page.length
  const token = end < sorted.length && page.length > 0 ? btoa(encodeURIComponent(JSON.stringify([end, asked]))) : undefined
  const [only] = wanted
  return {
    ...(wanted.length === 1 ? { resource: only, name: only } : { resources: wanted.map((resource) => ({ resource, name: resource })) }),
    version: '1.0', apiversion: '2.4', headers: {}, links: token === undefined ? {} : { next: `?after=${token}`, nextResultsToken: token },
    ...(input.state === undefined ? {} : { state: input.state }),
    response: {
      count: page.length, total: all.length, data: input.suggest ? suggest(all, input.fulltext ?? '', input.max) : page,
      ...(input.withAggregates ? { aggregates: wanted.length === 1 ? facets(all, input.aggFields) : Object.fromEntries(wanted.map((resource) => [resource, facets(all.filter(({ $resource }) => $resource === resource), input.aggFields)])) } : {}),
    },
  }
}

function startOf(token: string, asked: string): number {
  const [start, before] = JSON.parse(decodeURIComponent(atob(token))) as [number, string]
  if (before !== asked) throw new ApiError('token_mismatch')
  return start
}

function facets(entities: readonly EntityData[], fields: readonly string[] = ['rootnature', 'keywords']) {
  return Object.fromEntries(fields.map((field) => {
    const counted = new Map<number, { count: number; data: { id: number; name?: string } }>()
    for (const link of entities.flatMap((entity) => (entity[field] ?? []) as { id: number; name?: string }[])) {
      counted.set(link.id, { count: (counted.get(link.id)?.count ?? 0) + 1, data: link })
    }
    return [field, [...counted.values()].map(({ count, data }) => ({ count, total: count, data }))]
  }))
}

function suggest(entities: readonly EntityData[], input: string, max: number): string[] {
  const last = fold(input.split(' ').at(-1) ?? '')
  const words = entities.flatMap(({ name = '' }) => name.split(' ')).filter((word) => fold(word).startsWith(last))
  return [...new Set(words)].slice(0, max)
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function hasWords({ name = '' }: EntityData, fulltext = ''): boolean {
  const words = fold(name).split(' ')
  return fold(fulltext).split(' ').filter((word) => word !== '').every((wanted) => words.some((word) => word.startsWith(wanted)))
}

function order(entities: readonly EntityData[], orderby = 'id desc'): readonly EntityData[] {
  const [field = 'id', direction] = orderby.split(',')[0]?.split(' ') ?? []
  const sign = direction === 'desc' ? -1 : 1
  return entities.toSorted((one, other) => sign * (field === 'id' ? one.id - other.id : String(one[field]).localeCompare(String(other[field])) || one.id - other.id))
}

function holds(query: Query, entity: EntityData): boolean {
  switch (query.kind) {
    case 'all': return true
    case 'none': return false
    case 'and': return query.parts.every((part) => holds(part, entity))
    case 'or': return query.parts.some((part) => holds(part, entity))
    case 'not': return !holds(query.part, entity)
    case 'compare': return query.field === 'activated' ? query.values[0] === true : compares(query, entity)
  }
}

function compares({ field, operator, values }: Extract<Query, { kind: 'compare' }>, entity: EntityData): boolean {
  const present = [entity[field] ?? []].flat().map((value: unknown) => (typeof value === 'object' && value !== null && 'id' in value ? value.id : value))
  const [wanted] = values
  switch (operator) {
    case 'eq': return present.includes(wanted)
    case 'neq': return !present.includes(wanted)
    case 'in': case 'dof': return values.some((value) => present.includes(value))
    case 'nin': case 'ndof': return !values.some((value) => present.includes(value))
    case 'sw': return present.some((value) => fold(String(value)).startsWith(fold(String(wanted))))
    case 'ew': return present.some((value) => fold(String(value)).endsWith(fold(String(wanted))))
    case 'ct': return present.some((value) => values.some((part) => fold(String(value)).includes(fold(String(part)))))
    default: return present.some((value) => inOrder(operator, value as number, wanted as number))
  }
}

function inOrder(operator: 'gt' | 'gte' | 'lt' | 'lte', value: number, wanted: number): boolean {
  return operator === 'gt' ? value > wanted : operator === 'gte' ? value >= wanted : operator === 'lt' ? value < wanted : value <= wanted
}

function linked(store: Store, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const link = (value: unknown): unknown => {
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
    return [...store.stored.values()].filter((entity) => entity.id === id).map(linkOf)[0] ?? value
  }
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, field === 'keywords' && Array.isArray(value) ? value.map(link) : field === 'rootnature' ? link(value) : value]))
}

function linkOf({ id, name = '' }: EntityData): { id: number; name: string } {
  return { id, name }
}

function envelope(entity: EntityData) {
  return { resource: entity.$resource, response: { data: entity } }
}
