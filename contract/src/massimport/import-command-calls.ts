import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { csv, flag, id, idList, int, jsonOr } from '../parameters.ts'
import { ImportJob } from './import-job-calls.ts'

const Properties = z.record(z.string(), z.unknown())

/**
 * What becomes of a file that the library has already: nothing (it stays in the import), the asset that is
 * there is put into the collections of the item, or it is imported once more.
 */
export const DuplicateChoice = z.enum(['skip', 'link', 'import'])
export type DuplicateChoice = z.output<typeof DuplicateChoice>

/**
 * One of: new values for items, validation of items, or both in this order. Without `ids`: all items of the
 * job that are ready; an empty list is none.
 */
export const editImportJob = defineCall({
  name: 'editImportJob',
  method: 'PUT',
  path: '/rest/massimport/job/{id}',
  access: 'massimportjob/update',
  summary:
    'Describe items {metadata:{ids,data}} or turn them into assets {metadata:{ids,validate:true}}; anyway=true takes files that cannot be decoded, too',
  source: 'data-layer §7 Mass import; wire facts "Mass import"',
  input: z.object({
    id,
    metadata: jsonOr(
      z.object({
        ids: idList.pipe(z.array(z.number()).max(10_000)).optional(),
        data: Properties.optional(),
        validate: flag.optional(),
        type: z.string().optional(),
        /**
         * With validate: items named by ids whose file cannot be decoded too; they are shown by a drawn
         * placeholder, with the reason.
         */
        anyway: flag.optional(),
        /** With validate: the workflow action to take on each asset at once, for example publish. */
        workflowAction: z.string().optional(),
        /** With validate: what becomes of files that the library has already. Default: import. */
        duplicates: DuplicateChoice.optional(),
        /** With validate: another choice for some items, by their id. */
        duplicateChoices: z.record(z.string().regex(/^\d{1,15}$/), DuplicateChoice).optional(),
      }),
    ),
  }),
  answers: z.object({
    response: z.object({
      $action: z.object({ commands: z.array(z.string()) }),
      data: ImportJob,
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
    'field_mandatory',
    'field_read_only',
    'invalid_parameter',
    'unknown_action',
    'action_not_possible',
    'access_denied',
  ],
})

export const listImportChanges = defineCall({
  name: 'listImportChanges',
  method: 'GET',
  path: '/rest/massimport/job/{id}/changes/{commandIds}',
  alsoAt: ['/rest/massimport/job/{id}/changes'],
  access: 'massimportjob/view',
  summary: 'Which commands are done',
  source: 'data-layer §7 Mass import',
  input: z.object({ id, commandIds: csv.optional(), longPolling: int.optional() }),
  answers: z.object({
    response: z.object({ data: z.array(z.object({ id: z.string(), done: z.boolean() })) }),
  }),
  errors: ['entity_not_found'],
})
