import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id, idsInPath, int, jsonOr } from '../parameters.ts'
import { droppedFields } from './import-command-calls.ts'
import { ImportItem } from './import-item-calls.ts'

/** Items that one call names, at most. @source data-layer §9: actions in chunks of 50, reads of 200 */
const ids = idsInPath.pipe(z.array(z.number()).min(1).max(200))
const ItemsAnswer = z.object({ response: z.object({ data: z.array(ImportItem) }) })

/**
 * What an existing client changes of items: what they become, the import that they are in, or values by
 * field under `$assetmetadata`.
 */
const ItemChange = z.looseObject({
  job: z.union([id, z.looseObject({ id }).transform((job) => job.id)]).optional(),
  type: z.string().max(64).optional(),
  $assetmetadata: z.record(z.string(), z.unknown()).optional(),
})

export const patchImportItems = defineCall({
  name: 'patchImportItems',
  method: 'POST',
  as: 'PATCH',
  path: '/rest/massimport/data/item/{ids}',
  access: 'massimportitem/update',
  summary:
    'Change what items become or their metadata, or move them to another import; one id answers one item',
  source: 'data-layer §7 Mass import; wire facts "Mass import": Move',
  input: ItemChange.extend({ ids, json: jsonOr(ItemChange).optional() }),
  answers: z.object({
    response: z.object({
      $action: z.object({ commands: z.array(z.string()) }),
      dropped: droppedFields.optional(),
      data: z.union([ImportItem, z.array(ImportItem)]),
    }),
  }),
  errors: [
    'entity_not_found',
    'import_item_closed',
    'unknown_field',
    'field_mandatory',
    'field_read_only',
    'invalid_parameter',
  ],
})

export const takeImportItemAction = defineCall({
  name: 'takeImportItemAction',
  method: 'POST',
  path: '/rest/massimport/data/item/{ids}/workflow',
  access: 'massimportitem/update',
  summary: 'Validate items, validate and publish them, or inspect them again',
  source: 'data-layer §7 Mass import; wire facts "Mass import"',
  input: z.object({ ids, workflowAction: z.string().max(64), workflows: flag.optional() }),
  answers: ItemsAnswer,
  errors: [
    'entity_not_found',
    'unknown_action',
    'action_not_possible',
    'import_item_not_ready',
    'field_mandatory',
    'access_denied',
  ],
})

export const listImportItemActions = defineCall({
  name: 'listImportItemActions',
  method: 'GET',
  path: '/rest/massimport/data/item/workflow',
  access: 'massimportitem/view',
  summary: 'The actions that can be taken on items of imports',
  source: 'data-layer §7 Mass import; wire facts "Mass import"',
  input: z.object({}),
  answers: z.object({
    response: z.object({
      data: z.array(
        z.object({
          resource: z.string(),
          actions: z.array(z.object({ name: z.string(), from: z.array(z.string()), to: z.string() })),
        }),
      ),
    }),
  }),
  errors: [],
})

/** How long a lease lasts that nobody renews, seconds. */
export const lockSeconds = { default: 60, max: 300 } as const

export const lockImportItems = defineCall({
  name: 'lockImportItems',
  method: 'POST',
  path: '/rest/massimport/data/item/{ids}/lock',
  access: 'massimportitem/update',
  summary:
    'Announce that one edits these items, for so many seconds; taken again it is renewed. Items that somebody else has stay theirs',
  source: 'data-layer §3 Mass import item: $lockedby; decision 0144',
  input: z.object({ ids, seconds: int.min(1).max(lockSeconds.max).optional() }),
  answers: ItemsAnswer,
  errors: ['entity_not_found'],
})

export const unlockImportItems = defineCall({
  name: 'unlockImportItems',
  method: 'DELETE',
  path: '/rest/massimport/data/item/{ids}/lock',
  access: 'massimportitem/update',
  summary: 'Announce that one is done with these items',
  source: 'decision 0144',
  input: z.object({ ids }),
  answers: ItemsAnswer,
  errors: ['entity_not_found'],
})
