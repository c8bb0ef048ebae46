import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { csv, flag, id, int, jsonOr } from '../parameters.ts'
import { EntityData } from './entity.ts'

/** Properties by field. Links as id, `{id}`, lists of either, or `{"$mode", "$values"}`; `$version` is what the write is based on. */
const Properties = z.record(z.string(), z.unknown())

/** One entity in its envelope. */
export const EntityAnswer = z.object({ resource: z.string(), response: z.object({ data: EntityData }) })
export type EntityAnswer = z.output<typeof EntityAnswer>

const ReadParameters = z.object({
  path: z.string(), withRights: flag.optional(), props: csv.optional(), maxchildren: int.min(0).max(200).optional(), i18n: flag.optional(),
})

export const getEntity = defineCall({
  name: 'getEntity', method: 'GET', path: '/rest/{path}/{id}', pathKind: 'entity', access: 'entity/view',
  summary: 'Get one entity by its id', source: 'data-layer §7 Entities',
  input: ReadParameters.extend({ id }), answers: EntityAnswer, errors: ['entity_not_found', 'unknown_resource'],
})

export const getEntityByUuid = defineCall({
  name: 'getEntityByUuid', method: 'GET', path: '/rest/{path}/{uuid}', pathKind: 'uuid', access: 'entity/view',
  summary: 'Get one entity by its uuid, of whichever resource', source: 'data-layer §7 Entities; wire facts "Lists"',
  input: ReadParameters.extend({ uuid: z.uuid() }), answers: EntityAnswer, errors: ['entity_not_found'],
})

export const createEntity = defineCall({
  name: 'createEntity', method: 'POST', path: '/rest/{path}', pathKind: 'list', access: 'entity/create',
  summary: 'Create an entity from the field `json`', source: 'data-layer §7 Entities',
  input: z.object({ path: z.string(), json: jsonOr(Properties) }), answers: EntityAnswer, status: 201,
  errors: ['field_mandatory', 'field_read_only', 'unknown_field', 'unknown_resource', 'invalid_parameter'],
})

export const patchEntity = defineCall({
  name: 'patchEntity', method: 'POST', as: 'PATCH', path: '/rest/{path}/{id}', pathKind: 'entity', access: 'entity/update',
  summary: 'Change the properties in the field `json`; the others stay', source: 'data-layer §7 Entities; DESIGN: writes take the version they were based on',
  input: z.object({ path: z.string(), id, json: jsonOr(Properties) }), answers: EntityAnswer,
  errors: ['entity_not_found', 'version_conflict', 'field_mandatory', 'field_read_only', 'unknown_field', 'invalid_parameter'],
})

export const deleteEntity = defineCall({
  name: 'deleteEntity', method: 'DELETE', path: '/rest/{path}/{id}', pathKind: 'entity', access: 'entity/delete',
  summary: 'Delete an entity', source: 'data-layer §7 Entities',
  input: z.object({ path: z.string(), id }), answers: z.object({ resource: z.string(), response: z.object({ deletedId: z.number() }) }),
  errors: ['entity_not_found', 'entity_in_use', 'delete_refused'],
})

export const takeWorkflowAction = defineCall({
  name: 'takeWorkflowAction', method: 'POST', path: '/rest/{path}/{id}/workflow', pathKind: 'workflow', access: 'entity/workflow',
  summary: 'Take a workflow action on one or several entities', source: 'data-layer §4 Entity workflow, §7 Entities',
  input: z.object({ path: z.string(), ids: z.array(id).min(1).max(200), workflowAction: z.string() }),
  answers: z.object({ resource: z.string(), response: z.object({ data: z.array(EntityData) }) }),
  errors: ['entity_not_found', 'unknown_action', 'action_not_possible', 'access_denied', 'too_many_ids'],
})
