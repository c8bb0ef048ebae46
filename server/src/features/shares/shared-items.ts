import { ApiError, type Asset, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import { readItems } from '../carts/read-items.ts'
import { keepInScope } from '../../model/search/find.ts'
import { requireShare } from './require-share.ts'
import { logVisit } from '../../access/audit/visitors.ts'
import { searchIn } from '../../model/search/search-in.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import type { Pending } from '../../access/handler.ts'
import { getVariation } from '../../model/variations/get-variation.ts'

/**
 * One record of a shared cart.
 * @throws share_not_found, share_action_refused, entity_not_found
 */
export async function viewSharedItem(
  context: Context,
  { typeAsset, idAsset }: CallInput<Calls['viewSharedItem']>,
): Promise<Asset> {
  const { share } = await requireShare(context, 'view')
  const where = await searchIn(context)
  const visible =
    typeAsset === itemResource
      ? await keepInScope(where, scopeOf(context.identity, itemResource, 'view'), [idAsset])
      : []
  const [record] = await readItems(context, visible)
  if (!record) throw new ApiError('entity_not_found', { resource: typeAsset, id: idAsset })
  context.usage.note(context, { kind: 'view', resource: itemResource, id: idAsset })
  await logVisit(context, share.id, 'item', { type: itemResource, id: idAsset })
  return record
}

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
