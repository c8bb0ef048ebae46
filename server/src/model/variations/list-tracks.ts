import { ApiError, type CallAnswer, type CallInput, type Calls, type Track } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { findMedia } from './find-media.ts'
import { selectTracks, type TrackRow, type TracksOf } from './tracks.sql.ts'

/**
 * Subtitles, captions and chapters of a media that the caller may see: whoever may play it may read them.
 * @throws entity_not_found, file_missing, sign_in_needed, access_denied
 * @source decision 0183
 */
export async function listTracks(
  context: Context,
  { object, id, ticket }: CallInput<Calls['listTracks']>,
): Promise<CallAnswer<Calls['listTracks']>> {
  const media = await findMedia(context, { object, id })
  return (await selectTracks(context.database, media)).map((row) => toTrack(context, media, row, ticket))
}

/**
 * The text of one of them.
 * @throws entity_not_found, file_missing, track_not_found, sign_in_needed, access_denied
 */
export async function getTrack(
  context: Context,
  { object, id, track }: CallInput<Calls['getTrack']>,
): Promise<ByteSource> {
  return trackSource(context, await findMedia(context, { object, id }), track)
}

/** The text of a track of an entity that the caller may see. @throws track_not_found */
export async function trackSource(context: Context, media: TracksOf, id: number): Promise<ByteSource> {
  const found = (await selectTracks(context.database, media)).find((row) => row.id === id)
  if (!found) throw new ApiError('track_not_found')
  const { sha256, sizeBytes } = found
  return {
    sizeBytes,
    etag: `"${sha256}"`,
    mediaType: 'text/vtt; charset=utf-8',
    fileName: found.file_name.replace(/(\.[^.\s/\\]{1,10})?$/, '.vtt'),
    cacheControl: 'private, no-cache',
    disposition: 'inline',
    open: (start, endExclusive) => context.blobs.open(sha256, { start, endExclusive, sizeBytes }),
  }
}

/** A track as the wire has it. */
export function toTrack(
  { request }: Pick<Context, 'request'>,
  { resource, id }: TracksOf,
  row: TrackRow,
  ticket?: string,
): Track {
  const query = ticket === undefined ? '' : `?ticket=${encodeURIComponent(ticket)}`
  const { kind, language, label, origin, cues } = row
  return {
    id: row.id,
    kind,
    language,
    label,
    origin,
    fileName: row.file_name,
    cues,
    createdAt: row.created_at.toISOString(),
    url: `${request.baseUrl}/api/wedia/dam/tracks/${resource}/${id}/${row.id}${query}`,
  }
}
