import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import type { Pending } from '../../access/handler.ts'
import { getVariation } from '../../model/variations/get-variation.ts'
import { requireShare } from './require-share.ts'

/**
 * One file of a shared cart: the original, or its watermarked version where the sharer sees no clean pixels.
 * @throws share_not_found, share_action_refused, entity_not_found, file_missing, rendition_failed
 */
export async function downloadSharedItem(
  context: Context,
  { typeAsset, idAsset }: CallInput<Calls['downloadSharedItem']>,
): Promise<ByteSource | Pending> {
  await requireShare(context, 'download')
  if (typeAsset !== itemResource) throw new ApiError('entity_not_found', { resource: typeAsset, id: idAsset })
  return getVariation(context, { object: itemResource, id: String(idAsset), download: true })
}
