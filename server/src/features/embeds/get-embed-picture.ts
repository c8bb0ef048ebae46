import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { identityKey } from '../../access/decide.ts'
import type { Pending } from '../../access/handler.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { findMedia } from '../../model/variations/find-media.ts'
import { siteAround } from '../../model/variations/site-around.ts'
import { planPicture } from '../pictures/plan-picture.ts'
import { takePicture } from '../pictures/take-picture.ts'
import { noteEmbed, requireSite } from './show-embed.ts'

/**
 * A picture of an embed, made as the address asks of the largest picture of the embed. Whoever holds the
 * token needs no signature beside it: it opens one asset, up to a size, and new pictures of it are counted.
 * @throws embed_site_refused, file_missing, access_denied, picture_preset_not_found, rendition_not_found,
 * rendition_failed, too_many_pictures, unavailable
 * @source decision 0204
 */
export async function getEmbedPicture(
  context: Context,
  { token: _token, ...asked }: CallInput<Calls['getEmbedPicture']>,
): Promise<ByteSource | Pending> {
  const reader = requireSite(context)
  const accept = asked.format === undefined ? context.request.headers['accept'] : undefined
  const plan = await context.pictures.plans(
    JSON.stringify([identityKey(reader), asked, accept]),
    async () => {
      const media = await findMedia(context, { object: reader.resource, id: String(reader.entityId) })
      return planPicture(context, media, asked, reader.variation)
    },
  )
  if (siteAround(context.request) !== undefined) noteEmbed(context, reader)
  const answer = await takePicture(context, plan, {
    // A cache between would show it to every site. It asks again each time, as an embed ends at once.
    cacheControl: reader.sites.length > 0 ? 'private, no-cache' : 'public, no-cache',
    isDownload: false,
  })
  return 'pending' in answer ? answer : { ...answer, forOtherSites: true }
}
