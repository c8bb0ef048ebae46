import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id, int, jsonOr } from '../parameters.ts'

const StatusLink = z.object({ id: z.number(), name: z.string() })

/**
 * A job: one person's import. `$moreChildren_$items.total` counts its items.
 * @source data-layer §3 Mass import job; wire facts "Mass import"
 */
export const ImportJob = z.looseObject({
  id: z.number(),
  $resource: z.literal('massimportjob'),
  name: z.string(),
  status: StatusLink,
  activated: z.boolean(),
  jobowner: z.object({ id: z.number(), name: z.string() }),
  created: z.string(),
  $items: z.array(z.unknown()),
  $moreChildren_$items: z.object({ total: z.number() }),
  /** Items by status name. */
  counts: z.record(z.string(), z.number()),
})
export type ImportJob = z.output<typeof ImportJob>

const JobAnswer = z.object({ response: z.object({ data: ImportJob }) })

export const createImportJob = defineCall({
  name: 'createImportJob',
  method: 'POST',
  path: '/rest/massimport/job',
  access: 'massimportjob/create',
  status: 201,
  summary: 'Start an import',
  source: 'data-layer §7 Mass import',
  input: z.object({ json: jsonOr(z.looseObject({ name: z.string().max(200).optional() })).optional() }),
  answers: JobAnswer,
  errors: [],
})

export const findImportJobs = defineCall({
  name: 'findImportJobs',
  method: 'GET',
  path: '/rest/massimport/job',
  access: 'massimportjob/view',
  summary: 'Imports, newest first',
  source: 'data-layer §7 Mass import',
  input: z.object({
    after: z.string().optional(),
    max: int.min(1).max(200).optional(),
    orderby: z.string().optional(),
    withItems: flag.optional(),
    maxItems: int.optional(),
    withRights: flag.optional(),
  }),
  answers: z.object({
    headers: z.record(z.string(), z.unknown()),
    /** `next` is the address of the next page, `nextResultsToken` what goes into its `after`. */
    links: z.object({ next: z.string().optional(), nextResultsToken: z.string().optional() }),
    response: z.object({ total: z.number(), data: z.array(ImportJob) }),
  }),
  errors: [],
})

export const getImportJob = defineCall({
  name: 'getImportJob',
  method: 'GET',
  path: '/rest/massimport/job/{id}',
  access: 'massimportjob/view',
  summary: 'One import',
  source: 'data-layer §7 Mass import',
  input: z.object({ id, withItems: flag.optional(), withRights: flag.optional() }),
  answers: JobAnswer,
  errors: ['entity_not_found'],
})

export const deleteImportJob = defineCall({
  name: 'deleteImportJob',
  method: 'DELETE',
  path: '/rest/massimport/job/{id}',
  access: 'massimportjob/delete',
  summary: 'Delete an import and its items that are no assets yet',
  source: 'data-layer §7 Mass import',
  input: z.object({ id }),
  answers: z.object({ response: z.object({ deletedId: z.number() }) }),
  errors: ['entity_not_found', 'import_item_not_ready'],
})
