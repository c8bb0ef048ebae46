import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { csv, flag, id, idsInPath, int } from '../parameters.ts'

const StatusLink = z.object({ id: z.number(), name: z.string() })

/** What is wrong with, or worth knowing of, a file. `code` is for programs, `message` plain words. */
export const ImportProblem = z.object({
  code: z.string(),
  message: z.string(),
  /** Of `name_decoded`: the bytes of the name as it was on the disk, as hexadecimal digits. */
  bytes: z.string().optional(),
})

/**
 * An item: one uploaded file with its proposed metadata. `$assetmetadata` holds a value per field of the
 * asset to be, and its faces under `$meta-{field}`.
 * @source data-layer §3 Mass import item; wire facts "Mass import"
 */
export const ImportItem = z.looseObject({
  id: z.number(),
  $uuid: z.string(),
  $resource: z.literal('massimportitem'),
  /** Counts the changes of the metadata. */
  $version: z.number(),
  /** Who has it open for editing, while the lease lasts. */
  $lockedby: z.object({ id: z.number(), name: z.string() }).nullable(),
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
  errors: [
    'upload_format',
    'upload_empty',
    'upload_too_large',
    'storage_full',
    'entity_not_found',
    'import_job_deactivated',
  ],
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

export const deleteImportItem = defineCall({
  name: 'deleteImportItem',
  method: 'DELETE',
  path: '/rest/massimport/data/item/{ids}',
  access: 'massimportitem/delete',
  summary: 'Take an item out of its import',
  source: 'data-layer §7 Mass import',
  input: z.object({ ids: idsInPath.pipe(z.array(z.number()).length(1, 'one item at a time')) }),
  answers: z.object({ response: z.object({ deletedId: z.number() }) }),
  errors: ['entity_not_found', 'import_item_not_ready'],
})
