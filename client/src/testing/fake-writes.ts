import { ApiError, resourceOfDotted, workflowOf, type EntityData } from '@cartouche/contract'
import { applyChanges } from '../entities/apply-changes.ts'
import { keepFiles } from './fake-forms.ts'
import { partDefaults, type FakePages } from './fake-pages.ts'
import type { FakeHandlers } from './fake-routes.ts'
import { checkFields, resourcesOf, withFieldPermissions, type FakeSchemas } from './fake-schemas.ts'
import { linkOf } from './fake-search.ts'
import type { FakeTrash } from './fake-trash.ts'

/** What is written to: entities by resource and id. */
interface Store {
  readonly schemas: FakeSchemas
  readonly stored: Map<string, EntityData>
  readonly pages: FakePages
  readonly trash: FakeTrash
  get(resource: string, id: number): EntityData
  add(resource: string, values: Readonly<Record<string, unknown>>): EntityData
}

/** Writes of entities in the fake server, in each of their spellings. */
export function writeHandlers(store: Store): FakeHandlers {
  const writes = restHandlers(store)
  const pathOf = (dotted: string): string => {
    const resource = resourceOfDotted(dotted)
    if (resource === undefined) throw new ApiError('path_not_found')
    return `dam/data/${resource}`
  }
  return {
    ...writes,
    createEntityAtJson({ dotted, ...input }) {
      const {
        resource,
        response: { data },
      } = writes.createEntity({ path: pathOf(dotted), ...input })
      return { resource, response: { data, createdId: data.id } }
    },
    updateEntityAtJson({ dotted, ...input }) {
      const {
        resource,
        response: { data },
      } = writes.patchEntity({ path: pathOf(dotted), ...input })
      return { resource, response: { data, updatedId: [data.id] } }
    },
    takeWorkflowActionAtJson({ dotted, id, action }) {
      const {
        resource,
        response: {
          data: [data],
        },
      } = writes.takeWorkflowAction({ path: pathOf(dotted), ids: [id], workflowAction: action })
      return { resource, response: { data, updatedId: [id] } }
    },
    deleteEntityAtJson: ({ dotted, id }) => writes.deleteEntity({ path: pathOf(dotted), id }),
  }
}

function restHandlers(store: Store) {
  const { schemas, pages } = store
  const resourceOf = (path: string): string => resourcesOf(schemas, path)[0] ?? ''
  const change: Change = (entity, changes) => {
    const next = { ...applyChanges(entity, changes), $version: (entity.$version ?? 0) + 1 }
    store.stored.set(`${entity.$resource}/${entity.id}`, next)
    return next
  }
  const kept = (resource: string, values: Values): Values =>
    keepFiles(resource, linked(store, resource, values))
  return {
    createEntity({ path, json: given, simu }) {
      const resource = resourceOf(path)
      const json: Values = { ...partDefaults[resource], ...given }
      checkFields(schemas, resource, Object.keys(json))
      if (typeof json['name'] !== 'string') throw new ApiError('field_mandatory', { field: 'name' })
      if (simu)
        return envelope(
          withFieldPermissions(schemas, {
            id: 0,
            $uuid: '',
            $resource: resource,
            ...linked(store, resource, json),
          }),
        )
      return envelope(store.add(resource, { ...kept(resource, json), ...pages.ofNew(resource, json) }))
    },
    patchEntity({ path, id, simu, $version: beside, json: { $version = beside, ...changes } }) {
      const entity = store.get(resourceOf(path), id)
      if ($version !== undefined && $version !== entity.$version)
        throw new ApiError('version_conflict', { resource: entity.$resource, id })
      checkFields(schemas, entity.$resource, Object.keys(changes))
      pages.requireOpen(entity)
      if (simu)
        return envelope(
          withFieldPermissions(schemas, applyChanges(entity, linked(store, entity.$resource, changes))),
        )
      return envelope(
        change(entity, { ...kept(entity.$resource, changes), ...pages.ofChanged(entity.$resource) }),
      )
    },
    deleteEntity({ path, id }) {
      const { $resource, ...entity } = store.get(resourceOf(path), id)
      if ($resource !== 'page') pages.requireOpen({ ...entity, $resource })
      if ($resource === 'asset') store.trash.put({ ...entity, $resource })
      for (const part of [{ ...entity, $resource }, ...pages.below({ ...entity, $resource })])
        store.stored.delete(`${part.$resource}/${part.id}`)
      return { resource: $resource, response: { deletedId: id } }
    },
    takeWorkflowAction: ({ path, ids, workflowAction }) =>
      takeAction(
        ids.map((id) => store.get(resourceOf(path), id)),
        workflowAction,
        change,
        pages,
      ),
  } satisfies FakeHandlers
}

type Values = Readonly<Record<string, unknown>>

/** The values with links in the place of ids, which a form sends as text. */
function linked({ stored, schemas }: Store, resource: string, values: Values): Values {
  const link = (value: unknown): unknown => {
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
    return [...stored.values()].filter((entity) => String(entity.id) === String(id)).map(linkOf)[0] ?? value
  }
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const type = schemas[resource]?.[field]
      if (type === 'object') return [field, link(value)]
      return [
        field,
        type !== 'array'
          ? value
          : Array.isArray(value)
            ? value.map(link)
            : typeof value === 'string'
              ? [link(value)]
              : value,
      ]
    }),
  )
}

/** An entity as it is answered. */
export function envelope(entity: EntityData) {
  return { resource: entity.$resource, response: { data: entity } }
}

type Change = (entity: EntityData, changes: Readonly<Record<string, unknown>>) => EntityData

function takeAction(
  entities: readonly EntityData[],
  workflowAction: string,
  change: Change,
  pages: FakePages,
) {
  const resource = entities[0]?.$resource ?? ''
  const { actions, statuses } = workflowOf(resource)
  const action = actions[workflowAction]
  if (!action) throw new ApiError('unknown_action', { action: workflowAction })
  const { from, to } = action
  for (const { status } of entities as readonly { status?: { name: string } }[]) {
    if (!from.includes(status?.name ?? ''))
      throw new ApiError('action_not_possible', { action: workflowAction, status: status?.name ?? '' })
  }
  const take = (entity: EntityData): EntityData =>
    pages.afterAction(change(entity, { status: { id: statuses[to], name: to } }), workflowAction)
  return { resource, response: { data: entities.map(take) } }
}
