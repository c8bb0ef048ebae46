import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { flag, id, int } from '../parameters.ts'

/** Longest note to a version, in characters. @source decision 0196 */
export const maxVersionNote = 500

/** Who changed something, by the name of then; null where nobody wrote it down. */
const Author = z.object({ id: z.number().nullable(), name: z.string() }).nullable()

/** A file that an entity has, or had: the original of then. */
export const Version = z.object({
  /** From 1; each file that takes the place of another has the next. */
  number: z.number(),
  isCurrent: z.boolean(),
  /** When it became the original; null where nobody wrote it down. */
  at: z.string().nullable(),
  by: Author,
  /** Why; often empty. */
  note: z.string(),
  /** The number of the version whose file it is, where it was restored. */
  restoredFrom: z.number().nullable(),
  fileName: z.string(),
  mediaType: z.string(),
  /** IMAGE, VIDEO, AUDIO, DOCUMENT, OTHER. */
  nature: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** In pixels, as displayed; null where it has none. */
  width: z.number().nullable(),
  height: z.number().nullable(),
})
export type Version = z.output<typeof Version>

/** A change of a field. `from` and `to` are as an edit takes them; links are a list of ids. */
export const FieldEdit = z.object({
  id: z.number(),
  at: z.string(),
  by: Author,
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  /** Names of the linked entities, by id, of a field that links; those that are gone are missing. */
  names: z.record(z.string(), z.string()).optional(),
})
export type FieldEdit = z.output<typeof FieldEdit>

const entity = {
  object: z.string().max(64),
  /** Number or uuid. */
  id: z.string().max(64),
}
const number = int.min(1).max(1_000_000_000)
const note = z.string().trim().max(maxVersionNote).default('')
/** Of the version that the caller saw as the current one; another one refuses the change. */
const basedOn = number.optional()

export const listVersions = defineCall({
  name: 'listVersions',
  method: 'GET',
  path: '/wedia/dam/versions/{object}/{id}',
  access: 'entity/update',
  summary: 'The file of an entity and those that it had before, the latest first',
  source: 'decision 0196',
  input: z.object(entity),
  answers: z.array(Version),
  errors: ['entity_not_found', 'access_denied'],
})

export const replaceFile = defineCall({
  name: 'replaceFile',
  method: 'POST',
  path: '/wedia/dam/versions/{object}/{id}',
  access: 'entity/update',
  upload: true,
  summary:
    'Replace the file of an entity, which keeps its id: one file of a multipart body; the rest in the address. The former file becomes a version',
  source: 'decision 0196',
  input: z.object({ ...entity, note, basedOn }),
  answers: z.array(Version),
  status: 201,
  errors: [
    'entity_not_found',
    'access_denied',
    'version_conflict',
    'file_unchanged',
    'field_read_only',
    'upload_format',
    'upload_empty',
    'upload_too_large',
    'storage_full',
    'storage_limit_reached',
    'file_limit_reached',
  ],
})

export const getVersionFile = defineCall({
  name: 'getVersionFile',
  method: 'GET',
  path: '/wedia/dam/versions/{object}/{id}/{number}/{variation}',
  access: 'entity/update',
  summary: 'A version as it is, `original`, or a rendition of it',
  source: 'decision 0196',
  input: z.object({
    ...entity,
    number,
    /** Names of renditions, separated by commas: the first that there is. */
    variation: z.string().max(200),
    download: flag.default(false),
  }),
  answers: bytes,
  errors: [
    'entity_not_found',
    'version_not_found',
    'access_denied',
    'rendition_not_found',
    'rendition_failed',
  ],
})

export const restoreVersion = defineCall({
  name: 'restoreVersion',
  method: 'POST',
  path: '/wedia/dam/versions/{object}/{id}/{number}/restore',
  access: 'entity/update',
  summary: 'Make the file of a former version the current one, as a new version',
  source: 'decision 0196',
  input: z.object({ ...entity, number, note, basedOn }),
  answers: z.array(Version),
  errors: [
    'entity_not_found',
    'access_denied',
    'version_not_found',
    'version_conflict',
    'file_unchanged',
    'field_read_only',
  ],
})

export const deleteVersion = defineCall({
  name: 'deleteVersion',
  method: 'DELETE',
  path: '/wedia/dam/versions/{object}/{id}/{number}',
  access: 'entity/delete',
  summary: 'Delete a former version permanently',
  source: 'decision 0196',
  input: z.object({ ...entity, number }),
  answers: z.object({ deleted: z.literal(true) }),
  errors: ['entity_not_found', 'access_denied', 'version_not_found', 'version_current'],
})

export const listFieldEdits = defineCall({
  name: 'listFieldEdits',
  method: 'GET',
  path: '/wedia/dam/history/{object}/{id}',
  access: 'entity/update',
  summary: 'What was changed of the fields of an entity, the latest first',
  source: 'decision 0197',
  input: z.object({
    ...entity,
    /** Of one field alone. */
    field: z.string().max(64).optional(),
    /** Only edits older than this one: `next` of the page before. */
    before: id.optional(),
    max: int.min(1).max(200).default(50),
  }),
  answers: z.object({ edits: z.array(FieldEdit), next: z.number().nullable() }),
  errors: ['entity_not_found', 'access_denied'],
})
