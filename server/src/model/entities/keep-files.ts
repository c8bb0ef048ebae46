import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { StoredBlob } from '../../ground/blobs/blob-store.ts'
import type { ReceivedFile } from '../../access/handler.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { natureOf } from '../../media/measured-properties.ts'
import { cleanName } from '../../ground/file-name.ts'
import { detectType } from '../../media/detect-type.ts'
import type { Inspection } from '../../media/inspect-file.ts'
import { slowRenditions } from '../../media/rendition-recipes.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import type { Field, Schema } from '../schemas/schema.ts'
import { deleteFile, insertAttachment, insertOriginal } from './entity-files.sql.ts'
import { isOriginal, type StoredFile } from './file-value.ts'
import { natureFieldOf, originalProperties } from './original-properties.ts'
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

/** Files of a write, looked at, with what follows from them for the entity's properties. */
export interface PreparedFiles {
  readonly files: readonly PreparedFile[]
  readonly props: Readonly<Record<string, unknown>>
  readonly links: readonly LinkChange[]
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
): Promise<PreparedFiles> {
  const named = new Set(changes.map(({ part }) => part))
  const forgotten = [...received.keys()].find((part) => !named.has(part))
  if (forgotten !== undefined)
    throw new ApiError('upload_format', {
      reason: `no field names the file "${forgotten.slice(0, 64)}": write "cid:${forgotten.slice(0, 64)}" as the value of a field`,
    })
  const files = (
    await Promise.all(changes.map((change) => prepareFile(context, schema, change, received)))
  ).filter((file) => file !== undefined)
  return {
    files,
    props: Object.assign({}, ...files.map((file) => propertiesOf(schema, file))) as Record<string, unknown>,
    links: files.flatMap(({ file }) => natureLink(schema, file?.inspection ?? null)),
  }
}

async function prepareFile(
  context: Context,
  schema: Schema,
  { field, part }: FileChange,
  received: ReadonlyMap<string, ReceivedFile>,
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
  const inspection = isOriginal(schema, field) ? await inspect(context, blob, fileName) : null
  const mediatype =
    inspection?.mediaType ??
    (await context.blobs.withLocalFile(blob.sha256, (path) => detectType(path, fileName))).type.mediaType
  return { field, file: { blob, about: { name: fileName, filesize: blob.sizeBytes, mediatype }, inspection } }
}

async function inspect(context: Context, blob: StoredBlob, fileName: string): Promise<Inspection> {
  const inspection = await context.blobs.withLocalFile(blob.sha256, (path) =>
    context.mediaWorkers.inspect({ path, fileName, signal: context.signal }),
  )
  const [problem] = inspection.problems
  if (!inspection.usable)
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
 * renditions.
 */
export async function keepFiles(
  context: Context,
  schema: Schema,
  id: number,
  { files }: PreparedFiles,
): Promise<void> {
  for (const { field, file } of files) {
    const at = { resource: schema.resource, id, field: field.name }
    await deleteFile(context.database, at, isOriginal(schema, field))
    if (!file) continue
    await upsertBlob(context.database, file.blob)
    if (!file.inspection)
      await insertAttachment(context.database, at, { sha256: file.blob.sha256, ...file.about })
    else {
      const { nature, extension, typeLabel, orientation, decodable } = file.inspection
      await insertOriginal(context.database, at, {
        sha256: file.blob.sha256,
        ...file.about,
        facts: { nature, extension, typeLabel, orientation, decodable },
      })
      await queueSlowRenditions(context, file.blob.sha256, file.inspection)
      if (nature === 'VIDEO' || nature === 'AUDIO')
        await context.addJob(
          context.database,
          'take-tracks',
          { resource: schema.resource, id },
          { key: `tracks:${schema.resource}:${id}`, priority: jobPriority.render },
        )
    }
  }
}

async function queueSlowRenditions(context: Context, sha256: string, inspection: Inspection): Promise<void> {
  const names = slowRenditions(inspection.nature)
  if (names.length > 0)
    await context.addJob(
      context.database,
      'make-renditions',
      { sha256, names },
      { key: `renditions:${sha256}`, priority: jobPriority.render },
    )
}
