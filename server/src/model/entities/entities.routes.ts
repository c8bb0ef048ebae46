import {
  ApiError,
  parseResourcePath,
  type EntityAnswer,
  type EntityParameters,
  type ResourcePath,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import type { ReceivedFiles, Routes } from '../../access/handler.ts'
import type { Schema } from '../schemas/schema.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { getNode, isTreeRequest } from './trees/find-tree.ts'
import { selectByUuid } from './entities.sql.ts'
import { fieldPermissionsOf, withFieldPermissions } from './field-permissions.ts'
import { findAggregates } from './find-aggregates.ts'
import { findChildEntities } from './find-child-entities.ts'
import { findEntities } from './find-entities.ts'
import { answerEntity, getEntity } from './get-entity.ts'
import { getEntityFile } from './get-entity-file.ts'
import { readEntities } from './read-entities.ts'
import { schemaAt, schemaAtDotted } from './schema-at.ts'
import { simulate } from './simulate.ts'
import { listActions, takeAction } from './take-action.ts'
import { createOne, deleteRecord, patchOne, type WriteOptions } from './write-entity.ts'

/** The generic calls: the resource comes from the path. */
export const entityRoutes: Routes<
  | 'findEntities'
  | 'findEntitiesAsPost'
  | 'findAggregates'
  | 'getEntity'
  | 'getEntityByUuid'
  | 'getEntityFile'
  | 'findChildEntities'
  | 'createEntity'
  | 'patchEntity'
  | 'deleteEntity'
  | 'takeWorkflowAction'
  | 'listWorkflowActions'
  | 'createEntityAtJson'
  | 'updateEntityAtJson'
  | 'takeWorkflowActionAtJson'
  | 'deleteEntityAtJson'
> = {
  findEntities,
  findEntitiesAsPost: findEntities,
  findAggregates,
  findChildEntities,
  getEntityFile,
  getEntity: async (context, { path, id, ...options }) => {
    const schema = await schemaAt(context, path)
    return isTreeRequest(schema, options)
      ? getNode(context, schema, id, options)
      : getEntity(context, schema, id, options)
  },
  getEntityByUuid: async (context, { uuid, path, ...options }) => {
    const found = await selectByUuid(context.database, uuid)
    const schema = found && (await getSchemaOf(context, found.resource))
    if (!found || !schema || !isNamedBy(schema, parseResourcePath(path))) {
      requireAction(context.identity, 'asset', 'view')
      throw new ApiError('entity_not_found', { resource: 'entity', id: uuid })
    }
    return getEntity(context, schema, found.id, options)
  },
  createEntity: async (context, { path, ...params }) =>
    create(context, await schemaAt(context, path), params),
  patchEntity: async (context, { path, id, ...params }) =>
    patch(context, await schemaAt(context, path), id, params),
  deleteEntity: async (context, { path, id, ...params }) =>
    remove(context, await schemaAt(context, path), id, params),
  takeWorkflowAction: async (context, { path, ids, workflowAction, ...params }) => {
    const schema = await schemaAt(context, path)
    return act(context, schema, ids, workflowAction, params, async (within) => ({
      resource: schema.resource,
      response: { data: await readEntities(within, schema, ids, { withRights: true }) },
    }))
  },
  listWorkflowActions: async (context, { path }) => {
    const schema = await schemaAt(context, path)
    return {
      resource: schema.resource,
      response: { data: [{ resource: schema.resource, actions: listActions(context, schema) }] },
    }
  },
  createEntityAtJson: async (context, { dotted, ...params }) => {
    const { resource, response } = await create(context, await schemaAtDotted(context, dotted), params)
    return { resource, response: { ...response, createdId: response.data.id } }
  },
  updateEntityAtJson: async (context, { dotted, id, ...params }) => {
    const { resource, response } = await patch(context, await schemaAtDotted(context, dotted), id, params)
    return { resource, response: { ...response, updatedId: [id] } }
  },
  takeWorkflowActionAtJson: async (context, { dotted, id, action, ...params }) => {
    const schema = await schemaAtDotted(context, dotted)
    const { resource, response } = await act(context, schema, [id], action, params, async (within) =>
      found(schema, id, await answerEntity(within, schema, id, {})),
    )
    return { resource, response: { ...response, updatedId: [id] } }
  },
  deleteEntityAtJson: async (context, { dotted, id, ...params }) =>
    remove(context, await schemaAtDotted(context, dotted), id, params),
}

interface WriteParams {
  readonly reason?: string | undefined
  readonly $version?: number | undefined
  readonly simu?: boolean | undefined
}
type PropertiesParams = WriteParams &
  Partial<EntityParameters> &
  ReceivedFiles & { readonly json: Readonly<Record<string, unknown>> }

async function create(
  context: Context,
  schema: Schema,
  { json, simu, files, ...options }: PropertiesParams,
): Promise<EntityAnswer> {
  const params: WriteOptions = { files, isSimulated: simu }
  return written(context, simu, async (within) => {
    const id =
      (await context.modelHooks.createAccount(within, schema, json, simu === true)) ??
      (await createOne(within, schema, withFiles(json, files), params))
    const answer = found(schema, id, await answerEntity(within, schema, id, options))
    // An id that nothing has is none.
    return simu
      ? simulated(
          answer,
          withFieldPermissions(
            { ...answer.response.data, id: 0 },
            fieldPermissionsOf(context.identity, schema, 'create', true),
          ),
        )
      : answer
  })
}

async function patch(
  context: Context,
  schema: Schema,
  id: number,
  { json, simu, files, $version, ...options }: PropertiesParams,
): Promise<EntityAnswer> {
  const params: WriteOptions = { files, basedOn: $version, i18n: options.i18n, isSimulated: simu }
  return written(context, simu, async (within) => {
    await patchOne(within, schema, id, withFiles(json, files), params)
    const answer = found(schema, id, await answerEntity(within, schema, id, options))
    return simu
      ? simulated(
          answer,
          withFieldPermissions(
            answer.response.data,
            fieldPermissionsOf(context.identity, schema, 'patch', true),
          ),
        )
      : answer
  })
}

async function remove(
  context: Context,
  schema: Schema,
  id: number,
  { simu, $version }: WriteParams,
): Promise<{ resource: string; response: { deletedId: number } }> {
  return written(context, simu, async (within) => {
    await deleteRecord(within, schema, id, $version)
    return { resource: schema.resource, response: { deletedId: id } }
  })
}

async function act<T>(
  context: Context,
  schema: Schema,
  ids: readonly number[],
  action: string,
  { simu, $version, reason }: WriteParams,
  read: (context: Context) => Promise<T>,
): Promise<T> {
  return written(context, simu, async (within) => {
    await takeAction(within, schema, { ids, action, basedOn: $version, reason })
    return read(within)
  })
}

function written<T>(
  context: Context,
  simu: boolean | undefined,
  write: (context: Context) => Promise<T>,
): Promise<T> {
  return simu ? simulate(context, write) : write(context)
}

const simulated = (answer: EntityAnswer, data: EntityAnswer['response']['data']): EntityAnswer => ({
  ...answer,
  response: { data },
})

/** A part named `prop_{field}` is the file of that field. */
function withFiles(
  json: Readonly<Record<string, unknown>>,
  files: ReceivedFiles['files'],
): Readonly<Record<string, unknown>> {
  const named = [...(files?.keys() ?? [])].filter((part) => part.startsWith('prop_'))
  return named.length === 0
    ? json
    : { ...json, ...Object.fromEntries(named.map((part) => [part.slice('prop_'.length), `cid:${part}`])) }
}

function found(schema: Schema, id: number, answer: EntityAnswer | undefined): EntityAnswer {
  if (!answer) throw new ApiError('entity_not_found', { resource: schema.resource, id })
  return answer
}

/** Whether the path of a uuid names the domain of a resource, and the resource where it names one. */
function isNamedBy({ domain, resource }: Schema, named: ResourcePath): boolean {
  return (
    named.kind !== 'uuid' ||
    (named.domain === domain && (named.resource === undefined || named.resource === resource))
  )
}
