import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { findMedia, type Media } from './find-media.ts'
import { playerPage } from './player-page.ts'

/**
 * The page that plays a film or sound, or shows a picture, in a frame. It asks for what it shows by
 * `getVariation`, under the same session or ticket.
 * @throws entity_not_found, file_missing
 */
export async function getPlayer(context: Context, input: CallInput<Calls['getPlayer']>): Promise<ByteSource> {
  const media = await findMedia(context, input)
  noteView(context, media)
  const { html, contentSecurityPolicy } = playerPage({
    media,
    locale: context.locale,
    startSeconds: input.start ?? 0,
    ticket: input.ticket,
    width: lengthOf(input.width),
    height: lengthOf(input.height),
    embedders: context.settings.origins,
  })
  return byteSourceOf(Buffer.from(html), {
    mediaType: 'text/html; charset=utf-8',
    cacheControl: 'private, no-cache',
    contentSecurityPolicy,
  })
}

/** A page of another site that shows it is told of by its host. */
function noteView(context: Context, { resource, id }: Media): void {
  const { referer } = context.request.headers
  const site = typeof referer === 'string' ? URL.parse(referer) : null
  const isOwn = site === null || site.origin === URL.parse(context.request.baseUrl)?.origin
  const where = isOwn ? { kind: 'view' as const } : { kind: 'embed' as const, site: site.hostname }
  context.usage.note(context, { ...where, resource, id })
}

/** A length of CSS: pixels or percent, 100 % by default. @source data-layer §9 */
function lengthOf(text: string | undefined): string {
  const [, number, unit] = /^(\d{1,5})(px|%)?$/.exec(text?.trim() ?? '') ?? []
  return number === undefined ? '100%' : `${number}${unit ?? 'px'}`
}
