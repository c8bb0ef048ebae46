import { ApiError } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import type { StoredBlob } from '../../ground/blobs/blob-store.ts'
import type { ReceivedFile } from '../../access/handler.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { natureOf } from '../../media/measured-properties.ts'
import { cleanName } from '../../ground/file-name.ts'
import { detectType } from '../../media/detect-type.ts'
import type { Inspection } from '../../media/inspection.ts'
import { slowRenditions } from '../../media/rendition-recipes.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { queueWords } from '../document-words/queue-words.ts'
import type { Field, Schema } from '../schemas/schema.ts'
import { withinStorageLimit } from '../storage-limits/within-storage-limit.ts'
import { authorOf } from './author-of.ts'
import { selectOwner } from './entities.sql.ts'
import {
  deleteAttachment,
  deleteOriginal,
  insertAttachment,
  insertOriginal,
  insertVersion,
  nextVersionNumber,
  selectCurrent,
  type CurrentVersion,
  type FieldOf,
} from './entity-files.sql.ts'
import { isOriginal, type StoredFile } from './file-value.ts'
import { natureFieldOf, originalProperties } from './original-properties.ts'
import { proposedProperties } from './proposed-properties.ts'
import type { LinkChange } from '../schemas/parse-links.ts'
import type { FileChange } from './parse-properties.ts'

/** A file that is about to belong to an entity; `file` is null where it is taken away. */
interface PreparedFile {
  readonly field: Field
  readonly file: {
    readonly blob: StoredBlob
    readonly about: StoredFile
    readonly inspection: Inspection | null
  } | null
}

/** What a new original is, beside its file. @source decision 0196 */
export interface VersionOptions {
  /** Why it takes the place of the former one. */
  readonly note?: string
  /** The number of the version that the writer saw. */
  readonly basedOn?: number | undefined
  /** The version whose file it is. It was taken once, so that it is taken again whatever is wrong with it. */
  readonly restoredFrom?: number
}

/** Files of a write, looked at, with what follows from them for the entity's properties. */
export interface PreparedFiles {
  readonly files: readonly PreparedFile[]
  readonly props: Readonly<Record<string, unknown>>
  readonly links: readonly LinkChange[]
  /** What the original says of itself, by field. */
  readonly proposed: Readonly<Record<string, unknown>>
}

/**
 * Looks at the files of a write before its transaction: their type by content and, for the original of an
 * asset, all that an import measures. Under a simulation there are no bytes to look at.
 * @throws upload_format for a part that is missing, that no field names, or whose file cannot be an asset
 */
export async function prepareFiles(
  context: Context,
  schema: Schema,
  changes: readonly FileChange[],
  received: ReadonlyMap<string, ReceivedFile> = new Map(),
  { restoredFrom }: VersionOptions = {},
): Promise<PreparedFiles> {
  const isKnown = restoredFrom !== undefined
  const named = new Set(changes.map(({ part }) => part))
  const forgotten = [...received.keys()].find((part) => !named.has(part))
  if (forgotten !== undefined)
    throw new ApiError('upload_format', {
      reason: `no field names the file "${forgotten.slice(0, 64)}": write "cid:${forgotten.slice(0, 64)}" as the value of a field`,
    })
  const files = (
    await Promise.all(changes.map((change) => prepareFile(context, schema, change, received, isKnown)))
  ).filter((file) => file !== undefined)
  return {
    files,
    props: Object.assign({}, ...files.map((file) => propertiesOf(schema, file))) as Record<string, unknown>,
    links: files.flatMap(({ file }) => natureLink(schema, file?.inspection ?? null)),
    proposed: Object.assign(
      {},
      ...files.map(({ file }) => (file?.inspection ? proposedProperties(file.inspection.metadata) : {})),
    ) as Record<string, unknown>,
  }
}

async function prepareFile(
  context: Context,
  schema: Schema,
  { field, part }: FileChange,
  received: ReadonlyMap<string, ReceivedFile>,
  isKnown: boolean,
): Promise<PreparedFile | undefined> {
  if (part === null) return { field, file: null }
  const found = received.get(part)
  if (!found)
    throw new ApiError('upload_format', {
      reason: `there is no part "${part.slice(0, 64)}" with the file of ${field.name}`,
    })
  const { blob } = found
  if (!blob) return undefined
  const fileName = cleanName(found.fileName)
  const inspection = isOriginal(schema, field) ? await inspect(context, blob, fileName, isKnown) : null
  const mediatype =
    inspection?.mediaType ??
    (await context.blobs.withLocalFile(blob.sha256, (path) => detectType(path, fileName))).type.mediaType
  return { field, file: { blob, about: { name: fileName, filesize: blob.sizeBytes, mediatype }, inspection } }
}

async function inspect(
  context: Context,
  blob: StoredBlob,
  fileName: string,
  isKnown: boolean,
): Promise<Inspection> {
  const inspection = await context.blobs.withLocalFile(blob.sha256, (path) =>
    context.mediaWorkers.inspect({ path, fileName, signal: context.signal }),
  )
  const [problem] = inspection.problems
  if (!inspection.usable && !isKnown)
    throw new ApiError('upload_format', { reason: problem?.message ?? 'it cannot be read' })
  return inspection
}

function propertiesOf(schema: Schema, { field, file }: PreparedFile): Record<string, unknown> {
  if (!isOriginal(schema, field)) return { [field.name]: file?.about ?? null }
  const { about, inspection } = file ?? {}
  return originalProperties(schema, about && inspection ? { about, inspection } : null)
}

function natureLink(schema: Schema, inspection: Inspection | null): LinkChange[] {
  const field = natureFieldOf(schema)
  return inspection && field ? [{ field, mode: 'replace', ids: [natureOf(inspection).id] }] : []
}

/**
 * Makes the files those of an entity, in the transaction of its write; films are put in line for their
 * renditions. The original that makes way is kept as a version.
 * @param former the properties that the entity had before, of which a version keeps its size in pixels
 * @param version undefined: an ordinary write, which may send the same bytes again
 * @throws version_conflict, file_unchanged, storage_limit_reached, file_limit_reached
 */
export async function keepFiles(
  context: Context,
  schema: Schema,
  id: number,
  { files }: PreparedFiles,
  former: Readonly<Record<string, unknown>> = {},
  version?: VersionOptions,
): Promise<void> {
  const { database } = context
  if (files.length === 0) return
  await withinStorageLimit(database, await selectOwner(database, schema.resource, id), async () => {
    for (const { field, file } of files) {
      const at = { resource: schema.resource, id, field: field.name }
      if (file) await upsertBlob(database, file.blob)
      if (isOriginal(schema, field)) await keepOriginal(context, at, file, former, version)
      else {
        await deleteAttachment(database, at)
        if (file) await insertAttachment(database, at, { sha256: file.blob.sha256, ...file.about })
      }
    }
  })
}

async function keepOriginal(
  context: Context,
  at: FieldOf,
  file: PreparedFile['file'],
  former: Readonly<Record<string, unknown>>,
  version: VersionOptions | undefined,
): Promise<void> {
  const { database } = context
  const { resource, id } = at
  const current = await selectCurrent(database, at)
  if (version?.basedOn !== undefined && version.basedOn !== current?.number)
    throw new ApiError('version_conflict', { resource, id })
  const isSame = current !== undefined && current.sha256 === file?.blob.sha256
  if (isSame && version) throw new ApiError('file_unchanged')
  const number = isSame ? current.number : await nextVersionNumber(database, at)
  if (current && !isSame) await insertVersion(database, at, sizeOf(former))
  await deleteOriginal(database, at)
  if (!file?.inspection) return
  const { nature, extension, typeLabel, orientation, decodable, usable } = file.inspection
  await insertOriginal(database, at, {
    sha256: file.blob.sha256,
    ...file.about,
    facts: { nature, extension, typeLabel, orientation, decodable, usable },
    number,
    author: isSame ? current.author : authorOf(context),
    addedAt: isSame ? current.addedAt : undefined,
    note: isSame ? current.note : (version?.note ?? ''),
    restoredFrom: isSame ? current.restoredFrom : (version?.restoredFrom ?? null),
  })
  if (current && !isSame) await recordReplaced(context, at, current, { number, file, version })
  await queueSlowRenditions(context, file.blob.sha256, file.inspection)
  await queueWords(context, database, { sha256: file.blob.sha256, mediaType: file.inspection.mediaType })
  if (nature === 'VIDEO' || nature === 'AUDIO')
    await context.addJob(
      database,
      'take-tracks',
      { resource, id },
      { key: `tracks:${resource}:${id}`, priority: jobPriority.render },
    )
}

/** Records in the audit log that a file took the place of another. */
async function recordReplaced(
  context: Context,
  { resource, id }: FieldOf,
  former: CurrentVersion,
  {
    number,
    file,
    version = {},
  }: {
    readonly number: number
    readonly file: NonNullable<PreparedFile['file']>
    readonly version: VersionOptions | undefined
  },
): Promise<void> {
  const { note = '', restoredFrom } = version
  await recordAudit(context, context.database, {
    kind: restoredFrom === undefined ? 'version.created' : 'version.restored',
    target: { resource, id, name: file.about.name },
    before: { number: former.number, sha256: former.sha256 },
    after: {
      number,
      sha256: file.blob.sha256,
      ...(note === '' ? {} : { note }),
      ...(restoredFrom === undefined ? {} : { restoredFrom }),
    },
  })
}

const sizeOf = ({ width, height }: Readonly<Record<string, unknown>>) => ({
  width: typeof width === 'number' ? Math.round(width) : null,
  height: typeof height === 'number' ? Math.round(height) : null,
})

async function queueSlowRenditions(context: Context, sha256: string, inspection: Inspection): Promise<void> {
  const names = inspection.decodable ? slowRenditions(inspection) : []
  if (names.length > 0)
    await context.addJob(
      context.database,
      'make-renditions',
      { sha256, names },
      { key: `renditions:${sha256}`, priority: jobPriority.render },
    )
}
