import { z } from 'zod'
import { maxReviewText } from '../reviews/review-limits.ts'
import { bytes, defineCall } from '../define-call.ts'
import { csv, flag, id, idList, int, jsonOr } from '../parameters.ts'
import { EntityData } from './entity.ts'
import { maxPageSize } from './page-size.ts'
import { TreeParameters } from './tree-parameters.ts'

/**
 * Properties by field. Links as id, `{id}`, lists of either, or `{"$mode", "$values"}`; a file as
 * `cid:{part}`; `$version` is what the write is based on. In a form, each field may come as `prop_{field}`
 * instead.
 */
const Properties = z.preprocess((value, context) => {
  // A record would leave it out without a word; no field can have this name.
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
    context.addIssue({ code: 'custom', message: 'there is no field __proto__', input: value })
  return value
}, z.record(z.string(), z.unknown()).default({}))

/** How an entity is answered, after a read as after a write. */
export const EntityParameters = z.object({
  withRights: flag.optional(),
  /** Adds `$marks`: rating, colour label and pick. */
  withMarks: flag.optional(),
  /** Adds `workflows`: the workflow actions that may be taken on the entity now. */
  workflows: flag.optional(),
  /** Properties to answer; all by default. */
  props: csv.optional(),
  /** Linked entities a field, at most; the others are asked for page by page. */
  maxchildren: int.min(0).max(maxPageSize).optional(),
  /** `false`: language variants as they are stored, in place of the reader's language. */
  i18n: flag.optional(),
  /** What may be seen, changed and must be filled, by field: `$faces`, and each as `$faces-{field}`. */
  withFacets: flag.optional(),
  /** Scopes to decide for this entity, for example `objectactions/delete`; answered in `$security`. */
  security: csv.optional(),
  /** Which properties count as exported; every property does. */
  extendPropertyFilter: z.string().max(64).optional(),
  /** Adds the fields of the schema as `headers`. */
  headers: flag.optional(),
  /** Names of variations, in order of preference: only these are in `$asset`. */
  variation: z.string().max(500).optional(),
  /** `SIZE`: measures; `uri`: addresses too. Adds `$asset`. */
  variations: z.string().max(64).optional(),
  /** `uri`: adds addresses of players to `$asset`. */
  players: z.string().max(64).optional(),
})
export type EntityParameters = z.output<typeof EntityParameters>

/** One entity in its envelope. */
export const EntityAnswer = z.object({
  resource: z.string(),
  headers: z.record(z.string(), z.unknown()).optional(),
  response: z.object({ data: EntityData }),
})
export type EntityAnswer = z.output<typeof EntityAnswer>

const WrittenAnswer = z.object({
  resource: z.string(),
  response: z.object({
    data: EntityData,
    createdId: z.number().optional(),
    updatedId: z.array(z.number()).optional(),
  }),
})

/**
 * `$version`: what the write is based on, where it does not stand among the properties. `simu`: answers what
 * would be, and stores nothing.
 */
const Write = z.object({ $version: int.min(1).optional(), simu: flag.optional() })
const WriteProperties = EntityParameters.extend({
  ...Write.shape,
  json: jsonOr(Properties),
  jsonproperty: z.string().max(64).optional(),
})

export const getEntity = defineCall({
  name: 'getEntity',
  method: 'GET',
  path: '/rest/{path}/{id}',
  pathKind: 'entity',
  access: 'entity/view',
  summary:
    'Get one entity by its id; a node of a tree with what is below it, where `depth` or paths are asked for',
  source: 'data-layer §7 Entities, Trees',
  input: EntityParameters.extend({ path: z.string(), id, ...TreeParameters.shape }),
  answers: EntityAnswer,
  errors: ['entity_not_found', 'unknown_resource'],
})

export const getEntityByUuid = defineCall({
  name: 'getEntityByUuid',
  method: 'GET',
  path: '/rest/{path}/{uuid}',
  pathKind: 'uuid',
  access: 'entity/view',
  summary: 'Get one entity by its uuid, of whichever resource',
  source: 'data-layer §7 Entities; wire facts "Lists"',
  input: EntityParameters.extend({ path: z.string(), uuid: z.uuid() }),
  answers: EntityAnswer,
  errors: ['entity_not_found'],
})

export const findChildEntities = defineCall({
  name: 'findChildEntities',
  method: 'GET',
  path: '/rest/{path}/{id}/{field}',
  alsoAt: ['/rest/{path}/{id}/{field}/{subfield}'],
  pathKind: 'children',
  access: 'entity/view',
  summary:
    'The linked entities of one field, page by page; with a subfield, each with its own linked entities of that field',
  source: 'data-layer §7 Entities; wire facts "Entities"',
  input: z.object({
    path: z.string(),
    id,
    field: z.string().max(64),
    subfield: z.string().max(64).optional(),
    /** `$moreChildren_{field}.nextToken` of the page before. */
    nextToken: z.string().max(400).optional(),
    maxchildren: int.min(1).max(maxPageSize).optional(),
  }),
  answers: z.object({
    resource: z.string(),
    response: z.object({ data: z.record(z.string(), z.unknown()) }),
  }),
  errors: ['entity_not_found', 'unknown_field', 'token_mismatch'],
})

export const createEntity = defineCall({
  name: 'createEntity',
  method: 'POST',
  path: '/rest/{path}',
  pathKind: 'list',
  access: 'entity/create',
  takesFiles: true,
  summary: 'Create an entity from the field `json`, with files as further parts named by `cid:{part}`',
  source: 'data-layer §7 Entities',
  input: WriteProperties.extend({ path: z.string() }),
  answers: EntityAnswer,
  status: 201,
  errors: [
    'field_mandatory',
    'field_read_only',
    'unknown_field',
    'unknown_resource',
    'invalid_parameter',
    'upload_format',
    'upload_empty',
    'upload_too_large',
    'storage_full',
    'storage_limit_reached',
    'file_limit_reached',
  ],
})

export const patchEntity = defineCall({
  name: 'patchEntity',
  method: 'POST',
  as: 'PATCH',
  path: '/rest/{path}/{id}',
  pathKind: 'entity',
  access: 'entity/update',
  takesFiles: true,
  summary: 'Change the properties in the field `json`; the others stay',
  source: 'data-layer §7 Entities; DESIGN: writes take the version they were based on',
  input: WriteProperties.extend({ path: z.string(), id }),
  answers: EntityAnswer,
  errors: [
    'entity_not_found',
    'version_conflict',
    'field_mandatory',
    'field_read_only',
    'unknown_field',
    'invalid_parameter',
    'tree_circle',
    'upload_format',
    'upload_empty',
    'upload_too_large',
    'storage_full',
    'storage_limit_reached',
    'file_limit_reached',
  ],
})

export const deleteEntity = defineCall({
  name: 'deleteEntity',
  method: 'DELETE',
  path: '/rest/{path}/{id}',
  pathKind: 'entity',
  access: 'entity/delete',
  summary: 'Delete an entity',
  source: 'data-layer §7 Entities',
  input: Write.extend({ path: z.string(), id }),
  answers: z.object({ resource: z.string(), response: z.object({ deletedId: z.number() }) }),
  errors: ['entity_not_found', 'entity_in_use', 'delete_refused', 'field_in_rules', 'version_conflict'],
})

export const takeWorkflowAction = defineCall({
  name: 'takeWorkflowAction',
  method: 'POST',
  path: '/rest/{path}/{id}/workflow',
  pathKind: 'workflow',
  access: 'entity/workflow',
  summary: 'Take a workflow action on one or several entities',
  source: 'data-layer §4 Entity workflow, §7 Entities',
  input: Write.extend({
    path: z.string(),
    ids: idList.pipe(z.array(z.number()).min(1)),
    workflowAction: z.string(),
    /** Why; whoever submitted it reads this. */
    reason: z.string().trim().max(maxReviewText).optional(),
  }),
  answers: z.object({ resource: z.string(), response: z.object({ data: z.array(EntityData) }) }),
  errors: [
    'entity_not_found',
    'unknown_action',
    'action_not_possible',
    'tree_circle',
    'access_denied',
    'too_many_ids',
    'version_conflict',
  ],
})

export const listWorkflowActions = defineCall({
  name: 'listWorkflowActions',
  method: 'GET',
  path: '/rest/{path}/workflow',
  pathKind: 'workflows',
  access: 'entity/view',
  summary: 'The workflow actions of a resource that the surfer may take on some entity',
  source: 'wire facts "Mass import": workflow',
  input: z.object({ path: z.string() }),
  answers: z.object({
    resource: z.string(),
    response: z.object({
      data: z.array(
        z.object({
          resource: z.string(),
          actions: z.array(z.object({ name: z.string(), from: z.array(z.string()), to: z.string() })),
        }),
      ),
    }),
  }),
  errors: ['unknown_resource'],
})

/**
 * The resource with dots for slashes, as `dam.data.asset.add`: the last word names the form and may be
 * missing.
 */
const dotted = z.string().max(200)

export const createEntityAtJson = defineCall({
  name: 'createEntityAtJson',
  method: 'POST',
  path: '/json/create/{dotted}',
  access: 'entity/create',
  takesFiles: true,
  summary: 'Create an entity from the fields `prop_{field}` of a form',
  source: 'data-layer §7 Entities: create (default)',
  input: WriteProperties.extend({ dotted }),
  answers: WrittenAnswer,
  errors: createEntity.errors,
})

export const updateEntityAtJson = defineCall({
  name: 'updateEntityAtJson',
  method: 'POST',
  as: 'PATCH',
  path: '/json/update/{dotted}/{id}',
  access: 'entity/update',
  takesFiles: true,
  summary: 'Change an entity by the fields `prop_{field}` of a form',
  source: 'data-layer §7 Entities: update',
  input: WriteProperties.extend({ dotted, id }),
  answers: WrittenAnswer,
  errors: patchEntity.errors,
})

export const takeWorkflowActionAtJson = defineCall({
  name: 'takeWorkflowActionAtJson',
  method: 'POST',
  as: 'PATCH',
  path: '/json/workflow/{dotted}/{id}',
  access: 'entity/workflow',
  summary: 'Take a workflow action on one entity',
  source: 'data-layer §7 Entities: workflow',
  input: Write.extend({ dotted, id, action: z.string() }),
  answers: WrittenAnswer,
  errors: takeWorkflowAction.errors,
})

export const deleteEntityAtJson = defineCall({
  name: 'deleteEntityAtJson',
  method: 'DELETE',
  path: '/json/delete/{dotted}/{id}',
  access: 'entity/delete',
  summary: 'Delete an entity',
  source: 'data-layer §7 Entities: delete',
  input: Write.extend({ dotted, id }),
  answers: deleteEntity.answers,
  errors: deleteEntity.errors,
})

export const getEntityFile = defineCall({
  name: 'getEntityFile',
  method: 'GET',
  path: '/wedia/dam/file/{object}/{id}/{field}',
  access: 'entity/view',
  summary: 'The file of a binary field; it needs the right to download',
  source: 'decisions 0041 and 0117',
  input: z.object({ object: z.string().max(64), id, field: z.string().max(64), download: flag.optional() }),
  answers: bytes,
  errors: ['entity_not_found', 'unknown_field', 'file_missing', 'range_not_satisfiable'],
})
