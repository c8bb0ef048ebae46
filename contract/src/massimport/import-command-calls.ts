import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { csv, flag, id, idList, int, jsonOr } from '../parameters.ts'
import { ImportJob } from './import-job-calls.ts'

const Properties = z.record(z.string(), z.unknown())

/** Items that one command may name. */
const maxNamedItems = 100_000
/** An item's id as the key of an object. */
const itemKey = z.string().regex(/^\d{1,15}$/)
const commandIds = csv.pipe(z.array(z.string().max(64)).max(100))

/**
 * What to do with a file that the library has already: nothing (it stays in the import), the asset that is
 * there is put into the collections of the item, or it is imported once more.
 */
export const DuplicateChoice = z.enum(['skip', 'link', 'import'])
export type DuplicateChoice = z.output<typeof DuplicateChoice>

const EditMetadata = z.object({
  ids: idList.pipe(z.array(z.number()).max(maxNamedItems)).optional(),
  data: Properties.optional(),
  /**
   * With data: the `$version` of an item that the person had before them, by the item's id. A field that
   * somebody else changed since is not overwritten.
   */
  versions: z.record(itemKey, int.min(1)).optional(),
  validate: flag.optional(),
  /** What the items become: one of the `itemResources` of the import. */
  type: z.string().max(64).optional(),
  /** Moves the items to this import. */
  job: id.optional(),
  /** Takes the items out of the import. */
  delete: flag.optional(),
  /**
   * With validate: items named by ids whose file cannot be decoded too; they are shown by a drawn
   * placeholder, with the reason.
   */
  anyway: flag.optional(),
  /** With validate: the workflow action to take on each asset at once, for example publish. */
  workflowAction: z.string().optional(),
  /** With validate: what to do with files that the library has already. Default: import. */
  duplicates: DuplicateChoice.optional(),
  /** With validate: another choice for some items, by their id. */
  duplicateChoices: z.record(itemKey, DuplicateChoice).optional(),
})

/**
 * Of a change of type: fields, of any of the items, whose values the new type does not take. They come back
 * with a type that has them.
 * @source decision 0150
 */
export const droppedFields = z.array(z.string())

const CommandAnswer = z.object({
  response: z.object({ $action: z.object({ commands: z.array(z.string()) }), data: ImportJob }),
})

/**
 * A new type of items, new values for them, items moved or taken out, or items turned into assets, in this
 * order. Without `ids`: all items of the job that are ready; an empty list is none. `items`: items of other
 * imports to take in.
 */
export const editImportJob = defineCall({
  name: 'editImportJob',
  method: 'PUT',
  path: '/rest/massimport/job/{id}',
  access: 'massimportjob/update',
  summary:
    'Change what items become {metadata:{ids,type}}, describe them {ids,data}, move them {ids,job}, take them out {ids,delete:true}, turn them into assets {ids,validate:true} (anyway=true takes files that cannot be decoded, too), or add items of other imports {items:[ids]}',
  source: 'data-layer §7 Mass import; wire facts "Mass import"; decision 0143',
  maxBodyBytes: 4 * 1024 * 1024,
  input: z.object({
    id,
    metadata: jsonOr(EditMetadata).optional(),
    items: jsonOr(idList.pipe(z.array(z.number()).max(maxNamedItems))).optional(),
  }),
  answers: z.object({
    response: CommandAnswer.shape.response.extend({
      /** With type. */
      dropped: droppedFields.optional(),
      validationJob: z.object({ id: z.string() }).optional(),
      /** With validate: how many files the library had already and were not imported. */
      duplicates: z.object({ skipped: z.number(), linked: z.number() }).optional(),
    }),
  }),
  errors: [
    'entity_not_found',
    'unknown_field',
    'import_item_not_ready',
    'import_job_deactivated',
    'import_item_closed',
    'version_conflict',
    'field_mandatory',
    'field_read_only',
    'invalid_parameter',
    'unknown_action',
    'action_not_possible',
    'access_denied',
  ],
})

const MovedJob = z.object({ id: z.number(), name: z.string() }).nullable()

/**
 * A change of items: `finished` and `failed` of `total` items so far; `done` where nothing is left to do.
 * `failures` are the first that failed, where commands are asked for by their ids.
 */
export const ImportCommand = z.object({
  id: z.string(),
  done: z.boolean(),
  kind: z.enum(['edit', 'type', 'validate', 'move', 'delete', 'undo']),
  total: z.number(),
  finished: z.number(),
  failed: z.number(),
  cancelled: z.boolean(),
  created: z.string(),
  user: z.object({ id: z.number(), name: z.string() }),
  /** Whether `undoImportCommands` can take it back. */
  undoable: z.boolean(),
  /** Where it is about one file that is still in an import: its name. */
  filename: z.string().optional(),
  /** Of an edit, and of what takes one back: the fields that it sets. */
  fields: z.array(z.string()).optional(),
  /** Where commands are asked for by their ids. */
  dropped: droppedFields.optional(),
  /** Which imports it moved items between, and how many; null is one that the user may not see. */
  moves: z.array(z.object({ from: MovedJob, to: MovedJob, count: z.number() })).optional(),
  failures: z
    .array(
      z.object({ item: z.number(), filename: z.string().nullable(), code: z.string(), message: z.string() }),
    )
    .optional(),
})
export type ImportCommand = z.output<typeof ImportCommand>

export const listImportChanges = defineCall({
  name: 'listImportChanges',
  method: 'GET',
  path: '/rest/massimport/job/{id}/changes/{commandIds}',
  alsoAt: ['/rest/massimport/job/{id}/changes'],
  access: 'massimportjob/view',
  summary: 'How far commands are, and what failed',
  source: 'data-layer §7 Mass import',
  input: z.object({ id, commandIds: commandIds.optional(), longPolling: int.optional() }),
  answers: z.object({ response: z.object({ data: z.array(ImportCommand) }) }),
  errors: ['entity_not_found'],
})

export const cancelImportCommands = defineCall({
  name: 'cancelImportCommands',
  method: 'DELETE',
  path: '/rest/massimport/job/{id}/changes/{commandIds}',
  access: 'massimportjob/update',
  summary: 'Stop commands: items that still wait stay as they are',
  source: 'decision 0143',
  input: z.object({ id, commandIds }),
  answers: z.object({ response: z.object({ data: z.array(ImportCommand) }) }),
  errors: ['entity_not_found'],
})

export const undoImportCommands = defineCall({
  name: 'undoImportCommands',
  method: 'POST',
  path: '/rest/massimport/job/{id}/changes/{commandIds}/undo',
  access: 'massimportjob/update',
  summary:
    'Take edits, changes of type and moves back, where nobody changed the same values since; itself a command',
  source: 'decision 0143',
  input: z.object({ id, commandIds }),
  answers: CommandAnswer,
  errors: ['entity_not_found', 'import_command_final', 'import_item_closed', 'version_conflict'],
})

export const repeatImportCommands = defineCall({
  name: 'repeatImportCommands',
  method: 'POST',
  path: '/rest/massimport/job/{id}/changes/{commandIds}/repeat',
  access: 'massimportjob/update',
  summary: 'Carry commands out again on the items that failed or were left out when they were stopped',
  source: 'decision 0143',
  input: z.object({ id, commandIds }),
  answers: CommandAnswer,
  errors: [
    'entity_not_found',
    'import_command_final',
    'import_item_closed',
    'import_item_not_ready',
    'version_conflict',
    'invalid_parameter',
  ],
})
