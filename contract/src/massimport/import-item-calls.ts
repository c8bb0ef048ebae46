import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { csv, flag, id, idsInPath, int } from '../parameters.ts'

const StatusLink = z.object({ id: z.number(), name: z.string() })

/**
 * What is wrong with, or worth knowing of, a file. `code` is for programs, `message` plain words; `data` what
 * the message says in particular.
 */
export const ImportProblem = z.object({
  code: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
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
  /** Who has it open for editing, and for how many seconds more if they do not renew the lease. */
  $lockedby: z.object({ id: z.number(), name: z.string(), seconds: z.number() }).nullable(),
  /** `online`: ready to become an asset. */
  status: StatusLink.extend({ online: z.boolean() }),
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
  /** The visitor who sent it, and the title of the link; null: it came from a user. */
  sender: z.object({ name: z.string(), share: z.string() }).nullable(),
  /** Whether the library, or an earlier item, has exactly the same bytes. */
  isduplicate: z.boolean(),
  /** An asset or another entity that imports make, or an earlier item, that has exactly the same bytes. */
  duplicateof: z.object({ $resource: z.string(), id: z.number(), name: z.string() }).nullable(),
  /** The asset, or what else it became, once validated. */
  asset: z.object({ id: z.number(), $resource: z.string() }).nullable(),
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
    'storage_limit_reached',
    'file_limit_reached',
    'entity_not_found',
    'import_job_deactivated',
  ],
})

/** Named values that a page of items is asked for with; names are read in any case. */
const ItemParameters = z.object({
  /** Properties to answer; all by default. Those whose names begin with `$` are chosen by `techProps`. */
  props: csv.optional(),
  /** Of the properties whose names begin with `$` those to answer, for example `$score`. */
  techProps: csv.optional(),
  /** Adds `$rights`. */
  withRights: flag.optional(),
  /** Adds `workflows`: the workflow actions that may be taken on the item now. */
  workflows: flag.optional(),
  /**
   * `true`: each item as the asset that it would become, with defaults filled in and, in `$meta-{field}`,
   * what keeps it from becoming one. `false`: without `$meta-{field}`.
   */
  withSimu: flag.optional(),
  /** The fields of what items can become; of a search by default where all properties are asked for. */
  headers: flag.optional(),
})

const FindItems = ItemParameters.extend({
  query: z.unknown().optional(),
  fulltext: z.string().max(1000).optional(),
  fulltextMode: z.enum(['should', 'must']).optional(),
  orderby: z.string().max(200).optional(),
  /** 200 by default, and at most: more is answered by 200. */
  max: int.min(0).optional(),
  after: z.string().max(4000).optional(),
  state: z.string().max(100_000).optional(),
  withData: flag.optional(),
  withAggregates: flag.optional(),
  aggFields: csv.optional(),
  /** `words`: texts that complete the last word of `fulltext`, in place of items. */
  suggest: z.literal('words').optional(),
  /** Sent by existing clients beside a query by ids; it may be empty. */
  options: z.unknown().optional(),
})

const ItemsAnswer = z.object({
  $assetmetadataresources: z.array(
    z.object({ resource: z.string(), name: z.string(), description: z.string() }),
  ),
  headers: z.object({ $assetmetadata: z.record(z.string(), z.unknown()) }),
  state: z.string().optional(),
  links: z.object({ nextResultsToken: z.string().optional(), moreResultsToken: z.string().optional() }),
  response: z.object({
    total: z.number(),
    /** Items that are not inspected yet, so that the query cannot decide whether they belong to it. */
    outstandingItems: z.array(ImportItem),
    /** Items; with `suggest` texts. */
    data: z.array(z.union([ImportItem, z.string()])),
    aggregates: z.record(z.string(), z.unknown()).optional(),
  }),
})

const findErrors = [
  'query_syntax',
  'unknown_field',
  'token_mismatch',
  'invalid_parameter',
  'too_many_ids',
] as const

export const findImportItems = defineCall({
  name: 'findImportItems',
  method: 'GET',
  path: '/rest/massimport/job/{id}/item',
  alsoAt: ['/rest/massimport/job/{id}/items'],
  access: 'massimportjob/view',
  summary:
    'The items of an import in order of upload, with proposed metadata; `suggest=words` completes a word',
  source: 'data-layer §7 Mass import; wire facts "Mass import"',
  input: FindItems.extend({ id }),
  answers: ItemsAnswer,
  errors: ['entity_not_found', ...findErrors],
})
export const findImportItemsAsPost = defineCall({
  ...findImportItems,
  name: 'findImportItemsAsPost',
  method: 'POST',
  as: 'GET',
  summary: 'The same as a body',
})

export const findAllImportItems = defineCall({
  name: 'findAllImportItems',
  method: 'GET',
  path: '/rest/massimport/data/item',
  access: 'massimportitem/view',
  summary: 'Items of all imports that the user may see, asked for like those of one import',
  source: 'data-layer §7 Mass import; wire facts "Mass import"',
  input: FindItems,
  answers: ItemsAnswer,
  errors: findErrors,
})
export const findAllImportItemsAsPost = defineCall({
  ...findAllImportItems,
  name: 'findAllImportItemsAsPost',
  method: 'POST',
  as: 'GET',
  summary: 'The same as a body',
})

export const getImportItems = defineCall({
  name: 'getImportItems',
  method: 'GET',
  path: '/rest/massimport/data/item/{ids}',
  access: 'massimportitem/view',
  summary: 'One item by its id, or several as a list; of several, those that are there',
  source: 'data-layer §5, §7 Mass import',
  input: ItemParameters.extend({ ids: idsInPath }),
  answers: z.object({
    resource: z.literal('massimportitem'),
    headers: z.object({ $assetmetadata: z.record(z.string(), z.unknown()) }).optional(),
    response: z.object({ data: z.union([ImportItem, z.array(ImportItem)]) }),
  }),
  errors: ['entity_not_found', 'too_many_ids'],
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
