import { ApiError, type ItemReference } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import type { Database } from '../database/database.ts'
import { cartViewerOf, itemResource } from './cart-viewer.ts'
import { insertItems } from './carts.sql.ts'
import { refuseCart } from './refuse-cart.ts'

/**
 * Adds items at the end of a cart, in the order given, all or none; in the transaction of `database` where it is one.
 * @throws entity_not_found where one is not the surfer's to see, cart_not_found, access_denied
 */
export async function addItems(context: Context, id: number, items: readonly ItemReference[], database: Database = context.database): Promise<void> {
  const stranger = items.find(({ type }) => type !== itemResource)
  if (stranger) throw new ApiError('entity_not_found', { resource: stranger.type, id: stranger.id })
  const { identity } = context
  const addedBy = 'id' in identity ? identity.id : 0
  const edit = await insertItems(database, id, items.map((item) => item.id), await cartViewerOf(context, identity), addedBy)
  if (edit.hidden !== null) throw new ApiError('entity_not_found', { resource: itemResource, id: edit.hidden })
  if (!edit.edited) throw await refuseCart(context, identity, id)
}
