import { ApiError, parseResourcePath } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { requireAction } from '../access/decide.ts'
import type { Routes } from '../http/handler.ts'
import { readSchemas } from '../schemas/read-schemas.ts'
import type { Schema } from '../schemas/schema.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { selectByUuid } from './entities.sql.ts'
import { findEntities } from './find-entities.ts'
import { readEntities, type ReadOptions } from './read-entities.ts'
import { takeAction } from './take-action.ts'
import { createRecord, deleteRecord, patchRecord, requireRow } from './write-entity.ts'

/** The generic calls: the resource comes from the path. */
export const entityRoutes: Routes<
  'getSchema' | 'findEntities' | 'findEntitiesAsPost' | 'getEntity' | 'getEntityByUuid' | 'createEntity' | 'patchEntity' | 'deleteEntity' | 'takeWorkflowAction'
> = {
  getSchema: async (context, { path }) => readSchemas(context, path),
  findEntities,
  findEntitiesAsPost: findEntities,
  getEntity: async (context, { path, id, ...options }) => getRecord(context, await schemaAt(context, path), id, options),
  getEntityByUuid: async (context, { uuid, path, ...options }) => {
    const found = await selectByUuid(context.database, uuid)
    const named = parseResourcePath(path)
    if (!found || (named.kind === 'uuid' && named.resource !== undefined && named.resource !== found.resource)) {
      requireAction(context.identity, 'asset', 'view')
      throw new ApiError('entity_not_found', { resource: 'entity', id: uuid })
    }
    return getRecord(context, await getSchemaOf(context.database, found.resource), found.id, options)
  },
  createEntity: async (context, { path, json }) => {
    const schema = await schemaAt(context, path)
    return answer(schema, await createRecord(context, schema, json))
  },
  patchEntity: async (context, { path, id, json }) => {
    const schema = await schemaAt(context, path)
    return answer(schema, await patchRecord(context, schema, id, json))
  },
  deleteEntity: async (context, { path, id }) => {
    const schema = await schemaAt(context, path)
    await deleteRecord(context, schema, id)
    return { resource: schema.resource, response: { deletedId: id } }
  },
  takeWorkflowAction: async (context, { path, ids, workflowAction }) => {
    const schema = await schemaAt(context, path)
    await takeAction(context, schema, ids, workflowAction)
    return { resource: schema.resource, response: { data: await readEntities(context, schema, ids, { withRights: true }) } }
  },
}

async function getRecord(context: Context, schema: Schema, id: number, options: ReadOptions) {
  await requireRow(context, schema, id, 'view')
  const [record] = await readEntities(context, schema, [id], { withRights: true, ...options })
  if (!record) throw new ApiError('entity_not_found', { resource: schema.resource, id })
  return answer(schema, record)
}

const answer = <T>(schema: Schema, data: T) => ({ resource: schema.resource, response: { data } })

/** The resource that a path names; the calls here each have one. */
async function schemaAt(context: Context, path: string): Promise<Schema> {
  const named = parseResourcePath(path)
  const resource = 'resource' in named ? named.resource : 'resources' in named && !named.several ? named.resources[0] : undefined
  if (resource === undefined) throw new ApiError('path_not_found')
  return getSchemaOf(context.database, resource)
}
