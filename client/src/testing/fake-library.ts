import {
  ApiError,
  assetStatuses,
  workflowOf,
  type CallInput,
  type Calls,
  type EntityData,
  type ListAnswer,
} from '@cartouche/contract'
import type { FakeHandlers, FakeIdentity } from './fake-routes.ts'
import { newSchemas, resourcesOf, schemaAnswer, type FakeSchemas } from './fake-schemas.ts'
import { countFor, findIn, linkOf } from './fake-search.ts'
import { findTreeIn } from './fake-trees.ts'
import { createFakePages, type FakePages } from './fake-pages.ts'
import { createFakeMarks, withoutMarks } from './fake-marks.ts'
import { envelope, writeHandlers } from './fake-writes.ts'
import { duplicateHandlers } from './fake-duplicates.ts'
import { createFakeTrash, type FakeTrash } from './fake-trash.ts'

/** The entities of the fake server, by resource and id. */
export interface FakeLibrary {
  readonly handlers: FakeHandlers
  /** Fields by resource; a test may change them. */
  readonly schemas: FakeSchemas
  get(resource: string, id: number): EntityData
  add(resource: string, values: Readonly<Record<string, unknown>>): EntityData
  list(resource: string): readonly EntityData[]
}

const natures: readonly string[] = ['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT', 'OTHER']

/** Creates a library of so many assets, with natures and keywords dealt out in turn. */
export function createFakeLibrary(assetCount: number): FakeLibrary {
  const stored = new Map<string, EntityData>()
  let lastId = 0
  const add: FakeLibrary['add'] = (resource, values) => {
    const id = ++lastId
    const entity: EntityData = {
      id,
      $uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
      $resource: resource,
      $path: `dam/data/${resource}`,
      $version: 1,
      createdat: '2026-01-01T00:00:00.000Z',
      modifiedat: '2026-01-01T00:00:00.000Z',
      status: { id: assetStatuses.draft, name: 'draft' },
      ...values,
    }
    stored.set(`${resource}/${id}`, entity)
    return entity
  }
  const get = (resource: string, id: number): EntityData => {
    const entity = stored.get(`${resource}/${id}`)
    if (!entity) throw new ApiError('entity_not_found', { resource, id })
    return entity
  }
  const list = (resource: string): readonly EntityData[] =>
    [...stored.values()].filter(({ $resource }) => $resource === resource)
  const schemas = newSchemas()
  const pages = createFakePages({ add, get, list, stored })
  const library: FakeLibrary = {
    add,
    get,
    list,
    schemas,
    handlers: libraryHandlers({ add, get, list, schemas, stored, pages, trash: createFakeTrash(stored) }),
  }
  const keywords = ['harbour', 'night', 'été'].map((name) => add('assetkeyword', { name }))
  const kinds = natures.map((name) => add('assetnature', { name }))
  const collections = addCollections(add)
  for (let n = 1; n <= assetCount; n++) {
    const [nature, keyword, collection] = [kinds[n % 2], keywords[n % 3], collections[n % collections.length]]
    add('asset', {
      name: `Asset ${n}`,
      description: null,
      rootnature: nature && linkOf(nature),
      keywords: keyword ? [linkOf(keyword)] : [],
      collections: collection ? [linkOf(collection)] : [],
      metadata: { filesize: n * 1000, filename: `asset-${n}.jpg`, mediatype: 'image/jpeg' },
    })
  }
  return library
}

/** Three roots, of which the first has 30 children, and one of these a chain of 12 below it. */
function addCollections(add: FakeLibrary['add']): readonly EntityData[] {
  const below = (name: string, parent?: EntityData): EntityData =>
    add('assetcollection', { name, parent: parent ? linkOf(parent) : null })
  const [first, ...others] = ['Places', 'People', 'Works'].map((name) => below(name))
  const children = Array.from({ length: 30 }, (_child, index) => below(`Place ${index + 1}`, first))
  const chain: EntityData[] = []
  for (let level = 1; level <= 12; level++) chain.push(below(`Level ${level}`, chain.at(-1) ?? children[0]))
  return [first, ...others, ...children, ...chain].flatMap((collection) => collection ?? [])
}

type Store = Omit<FakeLibrary, 'handlers'> & {
  readonly stored: Map<string, EntityData>
  readonly pages: FakePages
  readonly trash: FakeTrash
}

function libraryHandlers(store: Store): FakeHandlers {
  const { schemas } = store
  const resourceOf = (path: string): string => resourcesOf(schemas, path)[0] ?? ''
  const marks = createFakeMarks((resource, id) => store.stored.has(`${resource}/${id}`))
  const withoutListMarks = (answer: ListAnswer, withMarks: boolean | undefined): ListAnswer => {
    const strip = <Data>(data: readonly (EntityData | Data)[]): (EntityData | Data)[] =>
      data.map((one) =>
        typeof one === 'object' && one !== null && '$uuid' in one ? withoutMarks(one, withMarks) : one,
      )
    const { response } = answer
    const groups = response.groups?.map((group) => ({ ...group, data: strip<never>(group.data) }))
    return { ...answer, response: { ...response, data: strip(response.data), ...(groups ? { groups } : {}) } }
  }
  const find = (input: CallInput<Calls['findEntities']>, identity: FakeIdentity): ListAnswer =>
    withoutListMarks(findIn(marks.seenBy(store, identity), input), input.withMarks)
  return {
    ...writeHandlers(store),
    ...store.pages.handlers,
    ...store.trash.handlers,
    ...duplicateHandlers(store),
    ...marks.handlers,
    findEntities: find,
    findEntitiesAsPost: find,
    findAggregates: (input, identity) => countFor(marks.seenBy(store, identity), input),
    findTree: (input) => findTreeIn(store, input),
    getSchema({ path }) {
      const answers = resourcesOf(schemas, path).map((resource) => schemaAnswer(schemas, resource))
      const [only] = answers
      if (only && answers.length === 1) return only
      return {
        resources: answers.map(({ resource, name, tree, importField, create, $security }) => ({
          resource,
          name,
          tree,
          importField,
          create,
          $security,
        })),
        headers: Object.fromEntries(answers.map(({ resource, headers }) => [resource, headers])),
      }
    },
    listWorkflowActions: ({ path }) => actionsOf(resourceOf(path)),
    getUpdateFields({ dotted }) {
      const resource = dotted.split('.').at(-2) ?? ''
      const properties = Object.fromEntries(
        Object.keys(schemas[resource] ?? {}).map((field, position) => [
          field,
          { position, group: { id: 1 } },
        ]),
      )
      return { resource, inputs: { properties } }
    },
    findChildEntities: ({ path, id, field, subfield, nextToken, maxchildren = 2 }) =>
      childrenOf(store.get(resourceOf(path), id), field, subfield, Number(nextToken ?? 0), maxchildren),
    getDocumentWords({ object, id }) {
      store.get(object, Number(id))
      return { state: 'none', isComplete: true, problem: null, found: [] }
    },
    getLivePhoto({ object, id }) {
      store.get(object, Number(id))
      return { plays: false, parts: [] }
    },
    listVariations: ({ object, id }) => variationsIn(store.get(object, Number(id))),
    getEntity({ path, id, maxchildren, variation, withMarks }, identity) {
      const resource = resourceOf(path)
      store.get(resource, id)
      const found = marks
        .seenBy(store, identity)
        .list(resource)
        .find((one) => one.id === id)
      const stored = withoutMarks(found ?? store.get(resource, id), withMarks)
      const entity: EntityData =
        variation === undefined ? stored : { ...stored, $asset: assetOf(stored, variation) }
      return envelope(
        maxchildren === undefined
          ? entity
          : {
              ...entity,
              ...Object.assign(
                {},
                ...Object.keys(entity)
                  .filter((field) => Array.isArray(entity[field]))
                  .map((field) => childrenOf(entity, field, undefined, 0, maxchildren).response.data),
              ),
            },
      )
    },
    getEntityByUuid({ uuid }) {
      const found = [...store.stored.values()].find(({ $uuid }) => $uuid === uuid)
      if (!found) throw new ApiError('entity_not_found', { resource: 'entity', id: uuid })
      return envelope(found)
    },
  }
}

function actionsOf(resource: string) {
  const { actions } = workflowOf(resource)
  return {
    resource,
    response: {
      data: [
        {
          resource,
          actions: Object.entries(actions).map(([name, { from, to }]) => ({ name, from: [...from], to })),
        },
      ],
    },
  }
}

function variationsIn({ metadata }: EntityData) {
  const { filesize = 0 } = (metadata ?? {}) as { filesize?: number }
  return [
    { name: 'original', mediatype: 'image/jpeg', width: 400, height: 300, filesize },
    { name: 'thumbnailBig', mediatype: 'image/webp', width: 200, height: 150, filesize: null },
  ]
}

/**
 * The variations that are named, in the order of preference, and which of them is the first that there is.
 */
function assetOf(entity: EntityData, names: string) {
  const variations = names
    .split(',')
    .flatMap((name) => variationsIn(entity).filter((variation) => variation.name === name))
  return { ...(variations[0] ? { variation: variations[0].name } : {}), variations }
}

/** One page of the linked entities of a field. */
function childrenOf(
  entity: EntityData,
  field: string,
  subfield: string | undefined,
  first: number,
  max: number,
) {
  const all = entity[field]
  if (!Array.isArray(all) || (subfield !== undefined && subfield !== 'null'))
    throw new ApiError('unknown_field', { resource: entity.$resource, field: subfield ?? field })
  const page = all.slice(first, first + max)
  const end = first + page.length
  const more = {
    first,
    count: page.length,
    total: all.length,
    ...(end < all.length ? { nextToken: String(end) } : {}),
  }
  return {
    resource: entity.$resource,
    response: { data: { id: entity.id, [field]: page, [`$moreChildren_${field}`]: more } },
  }
}
