import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { EntityRights } from '../entities/entity.ts'
import { defaultPageSize, maxPageSize } from '../entities/page-size.ts'
import { csv, flag, id, idList, int, jsonOr } from '../parameters.ts'
import { FieldHeader } from '../schemas/schema-calls.ts'

const NamedLink = z.object({ id: z.number(), name: z.string() })

/**
 * A resource that items can become, with its fields by name. `$schema` is the path of the resource that a
 * field links to, null where it links to none.
 * @source data-layer §3 Mass import job: itemResources
 */
export const ImportResource = z.object({
  resource: z.string(),
  label: z.string(),
  description: z.string(),
  fields: z.record(z.string(), FieldHeader.extend({ $schema: z.string().nullable() })),
})
export type ImportResource = z.output<typeof ImportResource>

/**
 * A job: one person's import. `$moreChildren_$items.total` counts its items.
 * @source data-layer §3 Mass import job; wire facts "Mass import"; decision 0139
 */
export const ImportJob = z.looseObject({
  id: z.number(),
  $resource: z.literal('massimportjob'),
  $path: z.string().optional(),
  name: z.string(),
  /** One of `importJobStatuses`. */
  status: NamedLink,
  /** false: it takes no more files and edits, and lists leave it out. */
  activated: z.boolean(),
  jobowner: NamedLink,
  created: z.string(),
  /** When it was started, or the last of its items changed. */
  modified: z.string().optional(),
  /** How many items it has. */
  count: z.number().optional(),
  /** Those of the imports under it that the user may see, in the order of their creation. */
  subjobs: z.array(NamedLink).optional(),
  /** Of one job; a list has the fields once, in `headers.$assetmetadata`. */
  itemResources: z.array(ImportResource).optional(),
  /** With `withRights`. */
  $rights: EntityRights.optional(),
  /** With `security`. */
  $security: z.record(z.string(), z.boolean()).optional(),
  $items: z.array(z.unknown()),
  $moreChildren_$items: z.object({ total: z.number() }),
  /** Items by status name. */
  counts: z.record(z.string(), z.number()),
})
export type ImportJob = z.output<typeof ImportJob>

const JobAnswer = z.object({ response: z.object({ data: ImportJob }) })
const alsoAt = ['/rest/massimport/data/job'] as const
const oneAlsoAt = ['/rest/massimport/data/job/{id}'] as const

/** How a job is answered. A negative `maxItems` means all; one job has 200 at most. */
const JobParameters = z.object({
  withItems: flag.optional(),
  maxItems: int.optional(),
  withRights: flag.optional(),
  /** Scopes to decide for each job, for example `objectactions/delete`; answered in `$security`. */
  security: csv.optional(),
})

export const createImportJob = defineCall({
  name: 'createImportJob',
  method: 'POST',
  path: '/rest/massimport/job',
  alsoAt,
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
  alsoAt,
  access: 'massimportjob/view',
  summary: 'Imports, newest first; deactivated ones where the query names `activated`',
  source: 'data-layer §7 Mass import, §9; wire facts "Mass import"; decision 0139',
  input: JobParameters.extend({
    /** Fields: id, name, created, modified, activated, jobowner, status, count. */
    query: z.unknown().optional(),
    /** Words that the name has, each in full or in part. */
    fulltext: z.string().max(1000).optional(),
    /** One field, as in `name asc`. Default: created desc. */
    orderby: z.string().max(200).optional(),
    max: int.optional().transform((max) => Math.min(Math.max(max ?? defaultPageSize, 0), maxPageSize)),
    after: z.string().max(4000).optional(),
    /** false: the total alone. */
    withData: flag.optional(),
    /** Adds the fields of what items can become. */
    headers: flag.optional(),
  }),
  answers: z.object({
    headers: z.object({ $assetmetadata: z.record(z.string(), z.record(z.string(), z.unknown())).optional() }),
    /** `next` is the address of the next page, `nextResultsToken` what goes into its `after`. */
    links: z.object({ next: z.string().optional(), nextResultsToken: z.string().optional() }),
    response: z.object({ total: z.number(), data: z.array(ImportJob) }),
  }),
  errors: ['query_syntax', 'query_too_large', 'unknown_field', 'invalid_parameter', 'token_mismatch'],
})
export const findImportJobsAsPost = defineCall({
  ...findImportJobs,
  name: 'findImportJobsAsPost',
  method: 'POST',
  as: 'GET',
  summary: 'The same as a body',
})

export const getImportJob = defineCall({
  name: 'getImportJob',
  method: 'GET',
  path: '/rest/massimport/job/{id}',
  alsoAt: oneAlsoAt,
  access: 'massimportjob/view',
  summary: 'One import',
  source: 'data-layer §7 Mass import',
  input: JobParameters.extend({ id }),
  answers: JobAnswer,
  errors: ['entity_not_found'],
})

export const deleteImportJob = defineCall({
  name: 'deleteImportJob',
  method: 'DELETE',
  path: '/rest/massimport/job/{id}',
  alsoAt: oneAlsoAt,
  access: 'massimportjob/delete',
  summary: 'Delete an import and its items that are no assets yet',
  source: 'data-layer §7 Mass import; wire facts "Mass import"; decision 0140',
  input: z.object({
    id,
    /** The imports under it too, directly or through others: all or none. */
    withSecondaryJobs: flag.optional(),
    /** Existing clients send it; items go with their import in any case. */
    deleteItems: flag.optional(),
  }),
  answers: z.object({ response: z.object({ deletedId: z.number() }) }),
  errors: ['entity_not_found', 'access_denied', 'import_item_not_ready'],
})

/** Imports as ids or as objects that have one. */
const Jobs = idList.pipe(z.array(z.number()).max(1000))

export const patchImportJob = defineCall({
  name: 'patchImportJob',
  method: 'POST',
  as: 'PATCH',
  path: '/rest/massimport/job/{id}',
  alsoAt: oneAlsoAt,
  access: 'massimportjob/update',
  summary: 'Rename an import, deactivate it, transfer it to another user, or put imports under it',
  source: 'data-layer §6, §7 Mass import; wire facts "Mass import"; decisions 0139 and 0140',
  input: z.object({
    id,
    json: jsonOr(
      z.strictObject({
        name: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .regex(/^[^\0]*$/)
          .optional(),
        activated: flag.optional(),
        /** The new owner: an active user who may create imports. */
        jobowner: z.union([id, z.looseObject({ id }).transform((user) => user.id)]).optional(),
        /** Imports to put under this one or to take from under it; `clear` takes all. */
        subjobs: z
          .discriminatedUnion('$mode', [
            z.object({ $mode: z.enum(['appendnew', 'remove']), $values: Jobs }),
            z.object({ $mode: z.literal('clear') }),
          ])
          .optional(),
      }),
    ),
  }),
  answers: JobAnswer,
  errors: ['entity_not_found', 'invalid_parameter', 'import_job_circle'],
})

export const takeImportJobAction = defineCall({
  name: 'takeImportJobAction',
  method: 'POST',
  path: '/rest/massimport/data/job/{id}/workflow',
  alsoAt: ['/rest/massimport/job/{id}/workflow'],
  access: 'massimportjob/update',
  summary: 'Take the action `start`: inspect what waits for it and is not in the queue',
  source: 'data-layer §7 Mass import; wire facts "Mass import"',
  input: z.object({ id, workflowAction: z.string().max(64) }),
  answers: JobAnswer,
  errors: ['entity_not_found', 'unknown_action', 'import_job_deactivated'],
})
