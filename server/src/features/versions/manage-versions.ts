import { ApiError, type CallAnswer, type CallInput, type Calls, type Version } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import type { Pending, ReceivedFile, UploadParts } from '../../access/handler.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { lockEntities, selectOwner } from '../../model/entities/entities.sql.ts'
import type { VersionOptions } from '../../model/entities/keep-files.ts'
import { patchOne } from '../../model/entities/write-entity.ts'
import { announcedFileBytes, keepUpload } from '../../model/storage-limits/keep-upload.ts'
import { storageLeft, type StorageLeft } from '../../model/storage-limits/within-storage-limit.ts'
import { answerVariation } from '../../model/variations/get-variation.ts'
import { requireVersioned, type Versioned } from './require-editing.ts'
import { deleteVersionRow, selectVersions, type VersionRow } from './versions.sql.ts'

/** @throws entity_not_found, access_denied, sign_in_needed @source decision 0196 */
export async function listVersions(
  context: Context,
  input: CallInput<Calls['listVersions']>,
): Promise<CallAnswer<Calls['listVersions']>> {
  return list(context, await requireVersioned(context, input))
}

/**
 * Replaces the file of an entity, which keeps its id and all that belongs to it. The new file is looked at as
 * one that is imported; what people wrote stays.
 * @throws entity_not_found, access_denied, sign_in_needed, version_conflict, file_unchanged, field_read_only,
 * upload_format, upload_empty, upload_too_large, storage_full, storage_limit_reached, file_limit_reached
 * @source decisions 0196 and 0230
 */
export async function replaceFile(
  context: Context,
  { parts, note, basedOn, ...input }: CallInput<Calls['replaceFile']> & UploadParts,
): Promise<CallAnswer<Calls['replaceFile']>> {
  const entity = await requireVersioned(context, input)
  // Before a large file is taken for nothing; it is looked at again in the transaction.
  const current = (await selectVersions(context.database, entity)).find(({ isCurrent }) => isCurrent)
  if (basedOn !== undefined && basedOn !== current?.number)
    throw new ApiError('version_conflict', { resource: entity.resource, id: entity.id })
  const left = await storageLeft(
    context.database,
    await selectOwner(context.database, entity.resource, entity.id),
  )
  return replace(context, entity, await takeFile(context, parts, left), { note, basedOn })
}

/**
 * A version as it is, or a rendition of it.
 * @throws entity_not_found, version_not_found, access_denied, sign_in_needed, rendition_not_found,
 * rendition_failed
 */
export async function getVersionFile(
  context: Context,
  { number, variation, download, ...input }: CallInput<Calls['getVersionFile']>,
): Promise<ByteSource | Pending> {
  const { resource, id } = await requireVersioned(context, input)
  const { nature, ...file } = find(await selectVersions(context.database, { resource, id }), number)
  return answerVariation(
    context,
    { ...file, resource, id, nature: nature ?? 'OTHER', panorama: null, isLive: false, livePhoto: null },
    { variation, download },
  )
}

/**
 * Makes the file of a former version the current one again, as a new version.
 * @throws entity_not_found, access_denied, sign_in_needed, version_not_found, version_conflict,
 * file_unchanged, field_read_only
 */
export async function restoreVersion(
  context: Context,
  { number, note, basedOn, ...input }: CallInput<Calls['restoreVersion']>,
): Promise<CallAnswer<Calls['restoreVersion']>> {
  const entity = await requireVersioned(context, input)
  const { fileName, sha256, sizeBytes, crc32 } = find(await selectVersions(context.database, entity), number)
  const file = { fileName, blob: { sha256, sizeBytes, crc32, isNew: false } }
  return replace(context, entity, file, { note, basedOn, restoredFrom: number })
}

/**
 * Deletes a former version permanently; its bytes go with the sweep, where nothing else has them.
 * @throws entity_not_found, access_denied, sign_in_needed, version_not_found, version_current
 */
export async function deleteVersion(
  context: Context,
  { number, ...input }: CallInput<Calls['deleteVersion']>,
): Promise<CallAnswer<Calls['deleteVersion']>> {
  const entity = await requireVersioned(context, input, 'delete')
  await withTransaction(context.database, async (transaction) => {
    await lockEntities(transaction, entity.resource, [entity.id])
    const row = find(await selectVersions(transaction, entity), number)
    if (!(await deleteVersionRow(transaction, entity, number)))
      throw new ApiError('version_current', { number })
    await recordAudit(context, transaction, {
      kind: 'version.deleted',
      target: targetOf(entity, row),
      before: auditOf(row),
    })
  })
  return { deleted: true }
}

async function replace(
  context: Context,
  entity: Versioned,
  file: ReceivedFile,
  version: VersionOptions,
): Promise<Version[]> {
  const { schema, id } = entity
  const files = new Map([['file', file]])
  await patchOne(context, schema, id, { [schema.importField]: 'cid:file' }, { files, version })
  return list(context, entity)
}

async function list({ database }: Context, entity: Versioned): Promise<Version[]> {
  return (await selectVersions(database, entity)).map(toVersion)
}

function find(rows: readonly VersionRow[], number: number): VersionRow {
  const found = rows.find((row) => row.number === number)
  if (!found) throw new ApiError('version_not_found', { number })
  return found
}

const targetOf = ({ resource, id }: Versioned, { fileName }: VersionRow) => ({ resource, id, name: fileName })
const auditOf = ({ number, fileName, sizeBytes, sha256, note }: VersionRow) => ({
  number,
  fileName,
  sizeBytes,
  sha256,
  note,
})

function toVersion({
  addedAt,
  authorId,
  authorName,
  nature,
  crc32: _crc32,
  extension: _extension,
  undecodable: _undecodable,
  place: _place,
  ...row
}: VersionRow): Version {
  return {
    ...row,
    at: addedAt?.toISOString() ?? null,
    by: authorName === '' ? null : { id: authorId, name: authorName },
    nature: nature ?? 'OTHER',
  }
}

/**
 * @throws upload_format, upload_empty, upload_too_large, storage_full, storage_limit_reached,
 * file_limit_reached
 */
async function takeFile(
  context: Context,
  parts: UploadParts['parts'],
  left: StorageLeft,
): Promise<ReceivedFile> {
  let taken: ReceivedFile | undefined
  const announcedBytes = announcedFileBytes(context.request)
  left.require(announcedBytes)
  for await (const part of parts) {
    if (part.kind === 'field') continue
    const { stream, fileName } = part
    if (taken) {
      stream.resume()
      throw new ApiError('upload_format', { reason: 'one file at a time is taken' })
    }
    taken = { fileName, blob: await keepUpload(context, stream, { signal: context.signal, left }) }
  }
  if (!taken?.blob || taken.blob.sizeBytes === 0) throw new ApiError('upload_empty')
  return taken
}
