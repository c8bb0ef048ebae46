import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { csv, flag, id, idList, int, jsonOr } from '../parameters.ts'

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

/** What is wrong with, or worth knowing of, a file. `code` is for programs, `message` plain words. */
export const ImportProblem = z.object({
  code: z.string(),
  message: z.string(),
  /** Of `name_decoded`: the bytes of the name as it was on the disk, as hexadecimal digits. */
  bytes: z.string().optional(),
})

/**
 * What becomes of a file that the library has already: nothing (it stays in the import), the asset that is
 * there is put into the collections of the item, or it is imported once more.
 */
export const DuplicateChoice = z.enum(['skip', 'link', 'import'])
export type DuplicateChoice = z.output<typeof DuplicateChoice>

/**
 * An item: one uploaded file with its proposed metadata. `$assetmetadata` holds a value per field of the
 * asset to be, and its faces under `$meta-{field}`.
 * @source data-layer §3 Mass import item; wire facts "Mass import"
 */
export const ImportItem = z.looseObject({
  id: z.number(),
  $uuid: z.string(),
  $resource: z.literal('massimportitem'),
  status: StatusLink,
  job: z.object({ id: z.number() }),
  filename: z.string(),
  filesize: z.number(),
  mediatype: z.string().nullable(),
  nature: z.string().nullable(),
  blurhash: z.string().nullable(),
  indexingstatus: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  problems: z.array(ImportProblem),
  /** An asset, or an earlier item, that has exactly the same bytes. */
  duplicateof: z.object({ $resource: z.string(), id: z.number(), name: z.string() }).nullable(),
  /** The asset, once validated. */
  asset: z.object({ id: z.number() }).nullable(),
  $assetmetadata: z.record(z.string(), z.unknown()),
})
export type ImportItem = z.output<typeof ImportItem>

const JobAnswer = z.object({ response: z.object({ data: ImportJob }) })
const Properties = z.record(z.string(), z.unknown())

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

/** A file that was taken, or the reason why not. */
export const UploadResult = z.object({
  filename: z.string(),
  item: z.number().nullable(),
  problem: ImportProblem.nullable(),
})

export const uploadImportFiles = defineCall({
  name: 'uploadImportFiles',
  method: 'POST',
  path: '/rest/massimport/item',
  access: 'massimportjob/update',
  status: 201,
  upload: true,
  summary:
    'Upload files into an import: multipart, the field `json` {"job": {"id"}, files as "cid:name"} first, then the files; `unzip=true` takes the files of a zip',
  source: 'data-layer §7 Mass import',
  input: z.object({ unzip: flag.optional(), job: id.optional() }),
  answers: z.object({ response: z.object({ data: z.array(ImportItem), files: z.array(UploadResult) }) }),
  errors: ['upload_format', 'upload_empty', 'upload_too_large', 'storage_full', 'entity_not_found'],
})

const FindItems = z.object({
  id,
  query: z.unknown().optional(),
  fulltext: z.string().max(1000).optional(),
  orderby: z.string().optional(),
  max: int.min(0).max(200).optional(),
  after: z.string().optional(),
  state: z.string().max(100_000).optional(),
  withData: flag.optional(),
  withAggregates: flag.optional(),
  aggFields: csv.optional(),
  withRights: flag.optional(),
  withSimu: flag.optional(),
  workflows: flag.optional(),
  props: csv.optional(),
})

export const findImportItems = defineCall({
  name: 'findImportItems',
  method: 'GET',
  path: '/rest/massimport/job/{id}/item',
  alsoAt: ['/rest/massimport/job/{id}/items'],
  access: 'massimportjob/view',
  summary: 'The items of an import in order of upload, with proposed metadata',
  source: 'data-layer §7 Mass import; wire facts "Mass import"',
  input: FindItems,
  answers: z.object({
    $assetmetadataresources: z.array(
      z.object({ resource: z.string(), name: z.string(), description: z.string() }),
    ),
    headers: z.object({ $assetmetadata: z.record(z.string(), z.unknown()) }),
    state: z.string().optional(),
    links: z.object({ nextResultsToken: z.string().optional(), moreResultsToken: z.string().optional() }),
    response: z.object({
      total: z.number(),
      outstandingItems: z.array(z.unknown()),
      data: z.array(ImportItem),
      aggregates: z.record(z.string(), z.unknown()).optional(),
    }),
  }),
  errors: ['entity_not_found', 'query_syntax', 'unknown_field', 'token_mismatch'],
})
export const findImportItemsAsPost = defineCall({
  ...findImportItems,
  name: 'findImportItemsAsPost',
  method: 'POST',
  as: 'GET',
  summary: 'The same as a body',
})

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

export const deleteImportItem = defineCall({
  name: 'deleteImportItem',
  method: 'DELETE',
  path: '/rest/massimport/data/item/{id}',
  access: 'massimportitem/delete',
  summary: 'Take an item out of its import',
  source: 'data-layer §7 Mass import',
  input: z.object({ id }),
  answers: z.object({ response: z.object({ deletedId: z.number() }) }),
  errors: ['entity_not_found', 'import_item_not_ready'],
})
