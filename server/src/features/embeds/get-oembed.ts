import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { findMedia } from '../../model/variations/find-media.ts'
import { frameHtml } from '../../model/variations/player-frame.ts'
import { organisationOf } from '../../people/branding/read-branding.ts'
import { identifyEmbedReader } from './find-embed.ts'
import { embedAddress } from './show-embed.ts'

/** Of what has no size in pixels. */
const usual = { width: 640, height: 360 }

/**
 * What the address of an embed shows. A site that asks before it shows it learns no more than its readers do.
 * @throws embed_not_found, file_missing
 * @source oEmbed 1.0, §2.3.4
 */
export async function getOembed(
  context: Context,
  { url, maxwidth, maxheight }: CallInput<Calls['getOembed']>,
): Promise<CallAnswer<Calls['getOembed']>> {
  const { baseUrl } = context.request
  const address = URL.parse(url)
  const token = /^\/(?:api\/)?embed\/([\w-]+)(?:\/|$)/.exec(address?.pathname ?? '')?.[1]
  if (token === undefined || address?.origin !== URL.parse(baseUrl)?.origin)
    throw new ApiError('embed_not_found')
  const reader = await identifyEmbedReader(context, token)
  const media = await findMedia(
    { ...context, identity: reader },
    { object: reader.resource, id: String(reader.entityId) },
  )
  const own = media.width && media.height ? { width: media.width, height: media.height } : usual
  const part = Math.min(1, (maxwidth ?? own.width) / own.width, (maxheight ?? own.height) / own.height)
  const size = { width: Math.round(own.width * part), height: Math.round(own.height * part) }
  const frame = embedAddress(context, token)
  const about = {
    version: '1.0',
    title: media.fileName,
    provider_name: await organisationOf(context),
    provider_url: baseUrl,
    ...size,
  } as const
  const picture = `${frame}/${reader.variation}`
  if (media.nature === 'IMAGE') return { ...about, type: 'photo', url: picture }
  const html = frameHtml(frame, media.fileName, { width: String(size.width), height: String(size.height) })
  return {
    ...about,
    type: media.nature === 'VIDEO' ? 'video' : 'rich',
    html,
    thumbnail_url: picture,
    thumbnail_width: size.width,
    thumbnail_height: size.height,
  }
}
