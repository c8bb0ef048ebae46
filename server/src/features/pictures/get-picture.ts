import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { identityKey } from '../../access/decide.ts'
import type { Pending } from '../../access/handler.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { recordDownload } from '../../access/audit/record-download.ts'
import { findMedia } from '../../model/variations/find-media.ts'
import { planPicture } from './plan-picture.ts'
import { takePicture } from './take-picture.ts'

/**
 * A picture of an asset or import item, made as the address asks. Who may see it is asked every time, before
 * anything that is kept.
 * @throws entity_not_found, file_missing, access_denied, sign_in_needed, picture_preset_not_found,
 * rendition_not_found, rendition_failed, too_many_pictures, unavailable
 * @source decision 0202
 */
export async function getPicture(
  context: Context,
  {
    object,
    id,
    download = false,
    ticket: _ticket,
    revision: _revision,
    ...asked
  }: CallInput<Calls['getPicture']>,
): Promise<ByteSource | Pending> {
  const accept = asked.format === undefined ? context.request.headers['accept'] : undefined
  const plan = await context.pictures.plans(
    JSON.stringify([identityKey(context.identity), object, id, asked, accept]),
    async () => planPicture(context, await findMedia(context, { object, id }), asked),
  )
  const answer = await takePicture(context, plan, { cacheControl: 'private, no-cache', isDownload: download })
  if (download && !('pending' in answer)) {
    const { resource, id: found, fileName } = plan.media
    await recordDownload(context, { resource, id: found, name: fileName }, 'picture')
  }
  return answer
}
