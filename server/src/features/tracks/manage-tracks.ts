import {
  ApiError,
  maxTrackBytes,
  maxTracks,
  type CallAnswer,
  type CallInput,
  type Calls,
  type Track,
} from '@cartouche/contract'
import type { Readable } from 'node:stream'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import type { UploadParts } from '../../access/handler.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { decodeText } from '../../media/decode-text.ts'
import { parseTrack } from '../../media/parse-track.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { selectOwner } from '../../model/entities/entities.sql.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { storageLeft } from '../../model/storage-limits/within-storage-limit.ts'
import { findMedia, type Media } from '../../model/variations/find-media.ts'
import { toTrack } from '../../model/variations/list-tracks.ts'
import { selectTracks, type TrackRow } from '../../model/variations/tracks.sql.ts'
import { deleteTrackRow, holdTracks, insertTrack, updateTrackRow } from './tracks.sql.ts'

/**
 * Adds subtitles, captions or chapters to a film or recording, or replaces the text of one. They are parsed
 * as a stranger's, and kept as WebVTT.
 * @throws entity_not_found, file_missing, access_denied, sign_in_needed, track_not_playable, track_not_found,
 * track_unreadable, tracks_full, upload_format, upload_empty, upload_too_large, storage_full,
 * storage_limit_reached
 * @source decisions 0183 and 0230
 */
export async function uploadTrack(
  context: Context,
  { parts, object, id, replaces, kind, language, label }: CallInput<Calls['uploadTrack']> & UploadParts,
): Promise<CallAnswer<Calls['uploadTrack']>> {
  const media = await requireEditing(context, { object, id })
  if (media.resource === 'massimportitem' || (media.nature !== 'VIDEO' && media.nature !== 'AUDIO'))
    throw new ApiError('track_not_playable')
  const left = await storageLeft(
    context.database,
    await selectOwner(context.database, media.resource, media.id),
  )
  left.require(1, 0)
  const { fileName, bytes } = await takeFile(parts)
  left.require(bytes.length, 0)
  const { text, cues } = await parseTrack(decodeText(bytes, language), kind)
  const blob = await context.blobs.write(Buffer.from(text))
  return withTransaction(context.database, async (transaction) => {
    const before = await holdAll(transaction, media)
    await upsertBlob(transaction, blob)
    const about = { kind, language, label, file_name: fileName, sha256: blob.sha256, cues }
    if (replaces === undefined) {
      if (before.length >= maxTracks) throw new ApiError('tracks_full', { max: maxTracks })
      const added = { ...about, resource: media.resource, entity_id: media.id, origin: 'upload' } as const
      return recordChange(context, transaction, media, 'created', await insertTrack(transaction, added))
    }
    const replaced = find(before, replaces)
    await updateTrackRow(transaction, replaces, { ...about, origin: 'upload' })
    return recordChange(context, transaction, media, 'replaced', replaces, replaced)
  })
}

/** @throws entity_not_found, file_missing, track_not_found, access_denied, sign_in_needed */
export async function updateTrack(
  context: Context,
  { object, id, track, kind, language, label }: CallInput<Calls['updateTrack']>,
): Promise<CallAnswer<Calls['updateTrack']>> {
  const media = await requireEditing(context, { object, id })
  return withTransaction(context.database, async (transaction) => {
    const before = find(await holdAll(transaction, media), track)
    await updateTrackRow(transaction, track, {
      kind: kind ?? before.kind,
      language: language ?? before.language,
      label: label ?? before.label,
    })
    return recordChange(context, transaction, media, 'updated', track, before)
  })
}

/** @throws entity_not_found, file_missing, track_not_found, access_denied, sign_in_needed */
export async function deleteTrack(
  context: Context,
  { object, id, track }: CallInput<Calls['deleteTrack']>,
): Promise<CallAnswer<Calls['deleteTrack']>> {
  const media = await requireEditing(context, { object, id })
  await withTransaction(context.database, async (transaction) => {
    const before = find(await holdAll(transaction, media), track)
    await deleteTrackRow(transaction, track)
    await recordAudit(context, transaction, {
      kind: 'track.deleted',
      target: targetOf(media),
      before: auditOf(before),
    })
  })
  return { deleted: true }
}

/** Whoever may edit the asset may edit its tracks. */
async function requireEditing(
  context: Context,
  reference: { readonly object: string; readonly id: string },
): Promise<Media> {
  const media = await findMedia(context, reference)
  await requireRows(context, await getSchemaOf(context, media.resource), [media.id], 'update')
  return media
}

async function holdAll(transaction: Database, media: Media): Promise<TrackRow[]> {
  if (!(await holdTracks(transaction, media)))
    throw new ApiError('entity_not_found', { resource: media.resource, id: media.id })
  return selectTracks(transaction, media)
}

function find(tracks: readonly TrackRow[], id: number): TrackRow {
  const found = tracks.find((track) => track.id === id)
  if (!found) throw new ApiError('track_not_found')
  return found
}

async function recordChange(
  context: Context,
  transaction: Database,
  media: Media,
  verb: 'created' | 'replaced' | 'updated',
  id: number,
  before?: TrackRow,
): Promise<Track> {
  const row = find(await selectTracks(transaction, media), id)
  await recordAudit(context, transaction, {
    kind: `track.${verb}`,
    target: targetOf(media),
    before: before && auditOf(before),
    after: auditOf(row),
  })
  return toTrack(context, media, row)
}

const targetOf = ({ resource, id, fileName }: Media) => ({ resource, id, name: fileName })
const auditOf = ({ kind, language, label, file_name: file, cues }: TrackRow) => ({
  kind,
  language,
  label,
  file,
  cues,
})

async function takeFile(parts: UploadParts['parts']): Promise<{ fileName: string; bytes: Buffer }> {
  let taken: { fileName: string; bytes: Buffer } | undefined
  for await (const part of parts) {
    if (part.kind === 'field') continue
    if (taken) {
      part.stream.resume()
      throw new ApiError('upload_format', { reason: 'one file at a time is taken' })
    }
    taken = { fileName: part.fileName, bytes: await readAll(part.stream) }
  }
  if (!taken || taken.bytes.length === 0) throw new ApiError('upload_empty')
  return taken
}

/** What is too large is read no further. */
async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length
    if (sizeBytes > maxTrackBytes) {
      stream.resume()
      throw new ApiError('upload_too_large', { maxSizeBytes: maxTrackBytes })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
