import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, isApiError, type CallInput, type Calls, type SharedPicture } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { identityKey, refusal } from '../../access/decide.ts'
import { recordDownload } from '../../access/audit/record-download.ts'
import { isWatermarked, largestPicture } from '../../access/identity.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import type { Pending } from '../../access/handler.ts'
import { logVisit } from '../../access/audit/visitors.ts'
import { ladderFileOf } from '../../media/film-ladder.ts'
import { recipeFor } from '../../media/rendition-recipes.ts'
import { chooseRenditions, showsWhole } from './choose-rendition.ts'
import { ensureRendition, type MadeRendition } from '../../media/renditions/ensure-rendition.ts'
import { ladderSource } from './ladder-files.ts'
import { findLiveFilm } from './live-photo.ts'
import { findMedia, mayDownload, maySaveRenditions, type Media } from './find-media.ts'

/** Longest that a request waits for a rendition that is being made; then the client has to ask again. */
const maxWaitMs = 20_000

/**
 * Asked again every time, by ETag: a share that was revoked, a right that was taken, another person at the
 * same browser count at once, and unchanged bytes are not sent twice.
 */
const cacheControl = 'private, no-cache'

/**
 * @source portal §9: thumbnailBig by default; portal §7: a download is of the original unless said
 * otherwise
 */
const defaultName = 'thumbnailBig'
const defaultDownload = 'original'

/** Which of what there is of a file. */
type Asked = Pick<CallInput<Calls['getVariation']>, 'variation' | 'preset' | 'download' | 'ticket'>

/**
 * A rendition or the original of an asset or import item: the first of the names asked for that there is.
 * Waits while it is made, and answers that it is pending where that takes long.
 * @throws entity_not_found, file_missing, rendition_not_found, rendition_failed, access_denied,
 * sign_in_needed
 */
export async function getVariation(
  context: Context,
  input: CallInput<Calls['getVariation']>,
): Promise<ByteSource | Pending> {
  const { object, id, variation = '', preset = '', download = false } = input
  const answer = await context.variationCache(
    JSON.stringify([identityKey(context.identity), object, id, variation, preset, download, ticketOf(input)]),
    async () => answerVariation(context, await findMedia(context, input), input),
  )
  if (takesFile(input) && !('pending' in answer)) await noteDownload(context, input)
  return answer
}

/** Playlists alone have it in them. */
function ticketOf(input: Asked): string | undefined {
  return namesOf(input).some(ladderFileOf) ? input.ticket : undefined
}

/** Visits are for the sharer to read; the audit log records everybody's downloads. */
async function noteDownload(context: Context, input: CallInput<Calls['getVariation']>): Promise<void> {
  const { identity } = context
  // By number it was found under that number; by uuid it is looked up.
  const id = Number(input.id) || (await findMedia(context, input)).id
  if (identity.kind === 'visitor')
    await logVisit(context, identity.shareId, 'download', { type: 'asset', id })
  const name = sql<string>`(select props ->> 'name' from entity where resource = ${input.object} and id = ${id})`
  await recordDownload(context, { resource: input.object, id, name }, namesOf(input).join(','))
}

/** A look at a picture is no download; its file is. */
function takesFile(input: Asked): boolean {
  return input.download === true || namesOf(input).some((name) => name.startsWith(defaultDownload))
}

/**
 * The first of the names asked for that there is of a file, which the caller may see.
 * @throws rendition_not_found, rendition_failed, access_denied, sign_in_needed
 */
export async function answerVariation(
  context: Context,
  media: Media,
  input: Asked,
): Promise<ByteSource | Pending> {
  const largest = largestPicture(context.identity)
  const asked = namesOf(input, largest)
  const needsDownload = input.download === true || asked.some(showsWhole)
  const allowed = needsDownload ? await mayDownload(context, media) : false
  if (input.download === true && !allowed && !(largest && (await maySaveRenditions(context, media))))
    throw refusal(context.identity)
  const { names, denied } = chooseRenditions(asked, media.nature, {
    watermarked: isWatermarked(context.identity),
    mayDownload: allowed,
    largest,
  })
  const disposition = input.download === true ? 'attachment' : undefined
  let failure: ApiError | undefined
  for (const name of names) {
    // A PDF is read as it is.
    if (name === 'original' || (name === 'pages' && media.mediaType === 'application/pdf'))
      return originalOf(context, media, disposition)
    if (media.livePhoto !== null && /^motion(_w)?$/.test(name)) {
      const film = await findLiveFilm(context, media)
      if (film) return answerVariation(context, film, { ...input, variation: 'proxy', preset: '' })
      continue
    }
    if (ladderFileOf(name)) {
      const source = await ladderSource(context, media, name, ticketQuery(input.ticket))
      if (source) return { ...source, disposition: disposition ?? source.disposition }
      continue
    }
    const made = await renderedWithin(context, media, name).catch((error: unknown) => {
      if (!isApiError(error, 'rendition_failed')) throw error
      failure = error
    })
    if (made === 'pending') return { pending: true }
    if (made) return renditionOf(context, media, name, made, disposition)
  }
  throw (
    failure ??
    (denied
      ? refusal(context.identity)
      : new ApiError('rendition_not_found', { name: asked.join(',').slice(0, 200) }))
  )
}

const ticketQuery = (ticket: string | undefined): string =>
  ticket === undefined ? '' : `?ticket=${encodeURIComponent(ticket)}`

/** `largest`: the largest picture that there is for the caller; a download gives no original then. */
function namesOf({ variation, preset, download }: Asked, largest: SharedPicture | null = null): string[] {
  const names = `${variation ?? ''},${preset ?? ''}`
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length > 0) return names
  if (download !== true) return [defaultName]
  return largest === null ? [defaultDownload] : ['proxy', largest]
}

/** Goes on in the background when the wait is over. */
async function renderedWithin(
  context: Context,
  media: Media,
  name: string,
): Promise<MadeRendition | 'pending'> {
  const making = ensureRendition(
    context,
    media.sha256,
    recipeFor(name, media.nature, media.place) ?? name,
    media,
  )
  const over = new AbortController()
  try {
    return await Promise.race([making, sleep(maxWaitMs, 'pending' as const, { signal: over.signal })])
  } finally {
    over.abort()
    making.catch(() => {})
  }
}

/**
 * Kinds of originals that a browser may show by itself; the others are saved, above all drawings and pages
 * with scripts.
 */
const showable =
  /^(image\/(jpeg|png|apng|gif|webp|avif|bmp|x-icon)|video\/|audio\/|text\/plain|application\/pdf)/

function originalOf(context: Context, media: Media, disposition: ByteSource['disposition']): ByteSource {
  const { blobs } = context
  return {
    sizeBytes: media.sizeBytes,
    etag: `"${media.sha256}"`,
    mediaType: media.mediaType,
    fileName: media.fileName,
    cacheControl,
    disposition: disposition ?? (showable.test(media.mediaType) ? 'inline' : 'attachment'),
    directUrl: disposition === 'attachment' ? directUrlOf(context, media) : undefined,
    open: (start, endExclusive) =>
      blobs.open(media.sha256, { start, endExclusive, sizeBytes: media.sizeBytes }),
  }
}

/**
 * Where an original is downloaded from the store itself. What a link gave is sent from here: it ends with the
 * link, also in the middle.
 * @source decision 0191
 */
function directUrlOf(
  { blobs: { directUrl }, settings, identity }: Context,
  { sha256, fileName, mediaType }: Media,
): (() => string) | undefined {
  const isSignedIn = identity.kind === 'user' || identity.kind === 'application'
  if (!settings.directDownloads || !directUrl || !isSignedIn) return undefined
  return () => directUrl(sha256, { fileName, mediaType })
}

function renditionOf(
  { blobs }: Context,
  media: Media,
  name: string,
  made: MadeRendition,
  disposition: ByteSource['disposition'],
): ByteSource {
  const extension = recipeFor(name, media.nature)?.extension ?? ''
  return {
    sizeBytes: made.sizeBytes,
    etag: `"${made.sha256}"`,
    mediaType: made.mediaType,
    cacheControl,
    disposition: disposition ?? 'inline',
    fileName: `${media.fileName.replace(/(.)\.[^.\s/\\]{1,10}$/, '$1')}.${extension}`,
    open: (start, endExclusive) =>
      blobs.open(made.sha256, { start, endExclusive, sizeBytes: made.sizeBytes }),
  }
}
