import { ApiError, type SharedCart } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { cartViewerOf, itemResource } from '../carts/cart-viewer.ts'
import { selectCarts } from '../carts/carts.sql.ts'
import { readItems } from '../carts/read-items.ts'
import { requireShare } from './require-share.ts'
import { countOpening } from './shares.sql.ts'
import { createTicket } from './ticket.ts'

/**
 * The shared cart, with those of its items that the sharer may see today.
 * @throws share_not_found
 */
export async function viewShare(context: Context): Promise<SharedCart> {
  const { share, visitor, access } = await requireShare(context, 'view')
  const viewer = await cartViewerOf(context, visitor)
  const [cart] = await selectCarts(context.database, { ...viewer, may: { ...viewer.may, view: access } }, { id: share.cart_id })
  if (!cart) throw new ApiError('share_not_found')
  const [records, ticket] = await Promise.all([readItems(context, cart.items), createTicket(context.database, share), countOpening(context.database, share.id)])
  return {
    id: share.id, cart: cart.id, name: share.name, description: share.description, cartDescription: cart.description, organisation: context.settings.organisation,
    sharer: visitor.sharer.name, expires: share.expires_at.toISOString(), actions: [...share.actions],
    items: cart.items.map((id) => ({ type: itemResource, id })), detailedItems: records, sizeBytes: cart.size_bytes, ticket,
  }
}
