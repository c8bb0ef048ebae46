import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { largestPicture } from '../../access/identity.ts'
import { requireAction } from '../../access/decide.ts'
import { selectParts, type LivePart } from '../live-photos/live-photos.sql.ts'
import { playedBy } from '../live-photos/played-by.ts'
import { keepInScope } from '../search/find.ts'
import { searchIn } from '../search/search-in.ts'
import { playsWithin } from './choose-rendition.ts'
import { findMedia, type Media } from './find-media.ts'

/**
 * The other files of a Live Photo that the caller may see, and whether it plays for them.
 * @throws entity_not_found, file_missing, sign_in_needed, access_denied
 * @source decision 0253
 */
export async function getLivePhoto(
  context: Context,
  input: CallInput<Calls['getLivePhoto']>,
): Promise<CallAnswer<Calls['getLivePhoto']>> {
  const media = await findMedia(context, input)
  const parts = await findParts(context, media)
  return {
    plays: playsWithin(largestPicture(context.identity)) && isPlayed(media, parts),
    parts: parts
      .filter(({ id }) => id !== media.id)
      .map(({ id, name, nature }) => ({ id, name, nature: nature ?? 'OTHER' })),
  }
}

/** Whether the short video of a photograph plays for the caller. */
export async function playsLive(context: Context, media: Media): Promise<boolean> {
  if (!media.isLive || !playsWithin(largestPicture(context.identity))) return false
  return isPlayed(media, await findParts(context, media))
}

/**
 * The film of a Live Photo, which is another asset; undefined where the caller may not see it, and for any
 * other file.
 */
export async function findLiveFilm(context: Context, media: Media): Promise<Media | undefined> {
  const film = playedBy(media, await findParts(context, media))
  return film && findMedia(context, { object: media.resource, id: String(film.id) })
}

/** All that the caller may see of a Live Photo, the oldest first. */
async function findParts(context: Context, { resource, livePhoto }: Media): Promise<LivePart[]> {
  if (livePhoto === null || resource !== 'asset') return []
  const parts = await selectParts(context.database, [livePhoto])
  const ids = parts.map(({ id }) => id)
  const seen = new Set(
    await keepInScope(await searchIn(context), requireAction(context.identity, resource, 'view'), ids),
  )
  return parts.filter(({ id }) => seen.has(id))
}

function isPlayed(media: Media, parts: readonly LivePart[]): boolean {
  return media.livePhoto === null ? media.isLive : playedBy(media, parts) !== undefined
}
