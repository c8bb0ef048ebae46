import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { id } from '../parameters.ts'

/** How far a merge is: `running` until every link stands at the other entity and the merged one is gone. */
export const MergeProgress = z.object({
  state: z.enum(['done', 'running']),
  done: z.number(),
  total: z.number(),
  into: z.object({ id: z.number(), name: z.string() }),
})
export type MergeProgress = z.output<typeof MergeProgress>

/** Entities of one resource that link to an entity by one field, as far as the surfer may see them. */
export const EntityUse = z.object({
  resource: z.string(),
  field: z.string(),
  /** Labels of both, in the reader's language. */
  name: z.string(),
  fieldName: z.string(),
  /** Whether they lie below it in its own tree. */
  tree: z.boolean(),
  count: z.number(),
})
export type EntityUse = z.output<typeof EntityUse>

/** What links to an entity. */
export const EntityUses = z.object({
  uses: z.array(EntityUse),
  /** Whether something else does that the user is not allowed to see. */
  hidden: z.boolean(),
  /** Whether the surfer may put another entity in its place. */
  mergeable: z.boolean(),
  /** The merge that it is in. */
  merge: MergeProgress.optional(),
})
export type EntityUses = z.output<typeof EntityUses>

export const getEntityUses = defineCall({
  name: 'getEntityUses',
  method: 'GET',
  path: '/rest/{path}/{id}/uses',
  pathKind: 'uses',
  access: 'entity/view',
  summary: 'What links to an entity, by resource and field: asked before it is deleted or merged',
  source: 'decision 0090',
  input: z.object({ path: z.string(), id }),
  answers: z.object({ resource: z.string(), response: z.object({ data: EntityUses }) }),
  errors: ['entity_not_found', 'unknown_resource'],
})

export const mergeEntity = defineCall({
  name: 'mergeEntity',
  method: 'POST',
  path: '/rest/{path}/{id}/merge',
  pathKind: 'merge',
  access: 'entity/delete',
  summary:
    'Put another entity of the same resource in the place of one: what links to it links to the other, and it is deleted',
  source: 'decision 0090',
  input: z.object({ path: z.string(), id, into: id }),
  answers: z.object({ resource: z.string(), response: z.object({ data: MergeProgress }) }),
  errors: [
    'entity_not_found',
    'delete_refused',
    'access_denied',
    'invalid_parameter',
    'tree_circle',
    'entity_in_use',
    'unknown_resource',
  ],
})
