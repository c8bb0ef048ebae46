import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { largestPicture } from '../../access/identity.ts'
import { choosePlayer } from './choose-player.ts'
import { playsWithin } from './choose-rendition.ts'
import { findMedia } from './find-media.ts'
import { hlsVersion } from './hls-library.ts'
import { offeredSizes } from './ladder-files.ts'
import { playsLive } from './live-photo.ts'
import { siteAround } from './site-around.ts'
import { playerPage } from './player-page.ts'
import { selectTracks } from './tracks.sql.ts'

/**
 * The page that plays a film or sound, or shows a picture, in a frame. It asks for what it shows by
 * `getVariation`, under the same session or ticket.
 * @throws entity_not_found, file_missing
 */
export async function getPlayer(context: Context, input: CallInput<Calls['getPlayer']>): Promise<ByteSource> {
  const media = await findMedia(context, input)
  const { resource, id } = media
  const site = siteAround(context.request)
  if (input.canLogView ?? true)
    context.usage.note(context, {
      resource,
      id,
      ...(site === undefined ? { kind: 'view' } : { kind: 'embed', site }),
    })
  const query = input.ticket === undefined ? '' : `?ticket=${encodeURIComponent(input.ticket)}`
  const { html, contentSecurityPolicy } = playerPage({
    media,
    player: choosePlayer(input.player, media.nature, playsWithin(largestPicture(context.identity))),
    locale: context.locale,
    startSeconds: input.start ?? 0,
    // Relative, so that it holds with and without `/api` and behind a proxy.
    addressOf: (names) => `../../../variation/${resource}/${id}/${names}${query}`,
    tracks: await selectTracks(context.database, media),
    addressOfTrack: (track) => `../../../tracks/${resource}/${id}/${track}${query}`,
    sizes: await offeredSizes(context, media),
    library: `../../../../evp/hls.js?v=${hlsVersion}`,
    isLive: await playsLive(context, media),
    log: (input.canLogPlaying ?? true) ? `../../../../analytics/log/event${query}` : undefined,
    site,
    width: lengthOf(input.width),
    height: lengthOf(input.height),
    ancestors: context.settings.origins,
  })
  return byteSourceOf(Buffer.from(html), {
    mediaType: 'text/html; charset=utf-8',
    cacheControl: 'private, no-cache',
    contentSecurityPolicy,
  })
}

/** A length of CSS: pixels or percent, 100 % by default. @source data-layer §9 */
export function lengthOf(text: string | undefined): string {
  const [, number, unit] = /^(\d{1,5})(px|%)?$/.exec(text?.trim() ?? '') ?? []
  return number === undefined ? '100%' : `${number}${unit ?? 'px'}`
}
