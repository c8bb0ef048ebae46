import { ApiError, embedPictures, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal } from '../../access/decide.ts'
import type { EmbedReader } from '../../access/identity.ts'
import type { Pending } from '../../access/handler.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { ladderFileOf } from '../../media/film-ladder.ts'
import { choosePlayer } from '../../model/variations/choose-player.ts'
import { findMedia } from '../../model/variations/find-media.ts'
import { getVariation } from '../../model/variations/get-variation.ts'
import { hlsVersion } from '../../model/variations/hls-library.ts'
import { offeredSizes } from '../../model/variations/ladder-files.ts'
import { playsLive } from '../../model/variations/live-photo.ts'
import { trackSource } from '../../model/variations/list-tracks.ts'
import { playerPage } from '../../model/variations/player-page.ts'
import { siteAround } from '../../model/variations/site-around.ts'
import { selectTracks } from '../../model/variations/tracks.sql.ts'
import { logEvent } from '../analytics/log-event.ts'
import { allowsSite } from './allows-site.ts'

/**
 * The page of an embed. Browsers show it on its sites alone; where one says that it is of another, it is
 * refused here already.
 * @throws embed_site_refused, file_missing
 */
export async function getEmbed(
  context: Context,
  { token, start }: CallInput<Calls['getEmbed']>,
): Promise<ByteSource> {
  const reader = requireSite(context)
  const media = await findMedia(context, { object: reader.resource, id: String(reader.entityId) })
  noteEmbed(context, reader)
  const address = embedAddress(context, token)
  const { html, contentSecurityPolicy } = playerPage({
    media,
    player: choosePlayer(`fo.player,${reader.variation}`, media.nature),
    locale: context.locale,
    startSeconds: start ?? 0,
    addressOf: (names) => `${address}/${isOfFilm(names) ? names : reader.variation}`,
    tracks: await selectTracks(context.database, media),
    addressOfTrack: (track) => `${address}/track/${track}`,
    sizes: await offeredSizes(context, media),
    library: `${context.request.baseUrl}/api/wedia/evp/hls.js?v=${hlsVersion}`,
    isLive: await playsLive(context, media),
    log: `${address}/event`,
    site: siteAround(context.request),
    width: '100%',
    height: '100%',
    ancestors: reader.sites.length === 0 ? ['*'] : reader.sites,
    discovery: `${context.request.baseUrl}/oembed?url=${encodeURIComponent(address)}`,
  })
  return byteSourceOf(Buffer.from(html), {
    mediaType: 'text/html; charset=utf-8',
    cacheControl: 'private, no-cache',
    contentSecurityPolicy,
    forOtherSites: true,
  })
}

/** What its player needs of a film: the film, and the small frames above its time line. */
function isOfFilm(name: string): boolean {
  return name === 'proxy' || name === 'frames' || name === 'motion' || ladderFileOf(name) !== undefined
}

/**
 * A picture of an embed up to its size, its film, or the short video inside of a photograph. Never the
 * original.
 * @throws embed_site_refused, rendition_not_found, rendition_failed, file_missing
 */
export async function getEmbedFile(
  context: Context,
  { variation }: CallInput<Calls['getEmbedFile']>,
): Promise<ByteSource | Pending> {
  const reader = requireSite(context)
  const pictures: readonly string[] = embedPictures.slice(0, embedPictures.indexOf(reader.variation) + 1)
  if (!isOfFilm(variation) && !pictures.includes(variation))
    throw new ApiError('rendition_not_found', { name: variation })
  // A film in sizes is asked for in many parts; its first playlist stands for one view.
  const isPart = (ladderFileOf(variation)?.kind ?? 'master') !== 'master'
  if (siteAround(context.request) !== undefined && !isPart) noteEmbed(context, reader)
  const file = await getVariation(context, {
    object: reader.resource,
    id: String(reader.entityId),
    variation,
  })
  return 'pending' in file ? file : { ...file, forOtherSites: true }
}

/**
 * Subtitles or chapters of the film of an embed.
 * @throws embed_site_refused, file_missing, track_not_found
 */
export async function getEmbedTrack(
  context: Context,
  { track }: CallInput<Calls['getEmbedTrack']>,
): Promise<ByteSource> {
  const { resource, entityId } = requireSite(context)
  const media = await findMedia(context, { object: resource, id: String(entityId) })
  return trackSource(context, media, track)
}

/** Reports how far the film of an embed was played; of nothing else. @throws too_many_guesses */
export async function logEmbedEvent(
  context: Context,
  { params, sessionType }: CallInput<Calls['logEmbedEvent']>,
): Promise<CallAnswer<Calls['logEmbedEvent']>> {
  const { resource, entityId } = requireReader(context)
  const { position, duration, site } = params ?? {}
  return logEvent(context, {
    configuration: 'play',
    params: { object: resource, id: entityId, position, duration, site },
    sessionType,
  })
}

/** The address that an embed is copied as. */
export function embedAddress({ request }: Pick<Context, 'request'>, token: string): string {
  return `${request.baseUrl}/embed/${encodeURIComponent(token)}`
}

function requireReader({ identity }: Context): EmbedReader {
  if (identity.kind !== 'embed') throw refusal(identity)
  return identity
}

/**
 * What the page of a site loads says which site it is, or that it is another. Our own pages show all.
 * @throws embed_site_refused
 */
export function requireSite(context: Context): EmbedReader {
  const reader = requireReader(context)
  const { referer, 'sec-fetch-site': relation } = context.request.headers
  const around = typeof referer === 'string' ? URL.parse(referer) : null
  const isOwn = around?.origin === URL.parse(context.request.baseUrl)?.origin
  const isRefused =
    around === null
      ? reader.sites.length > 0 && (relation === 'cross-site' || relation === 'same-site')
      : !isOwn && !allowsSite(reader.sites, around)
  if (isRefused) throw new ApiError('embed_site_refused')
  return reader
}

export function noteEmbed(context: Context, { resource, entityId }: EmbedReader): void {
  const site = siteAround(context.request)
  context.usage.note(context, {
    kind: 'embed',
    resource,
    id: entityId,
    ...(site === undefined ? {} : { site }),
  })
}
