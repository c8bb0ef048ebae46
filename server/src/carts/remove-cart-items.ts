import type { CallInput, Calls, Cart } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { requireAction } from '../access/decide.ts'
import { cartViewerOf, itemResource } from './cart-viewer.ts'
import { removeItems } from './carts.sql.ts'
import { getCart } from './get-cart.ts'
import { refuseCart } from './refuse-cart.ts'

/**
 * Takes items out of a cart. What it does not hold is passed over, and so is what the surfer may not see: an answer must not tell that it is there.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function removeCartItems(context: Context, { id, items, output }: CallInput<Calls['removeCartItems']>): Promise<Cart> {
  const { identity, database } = context
  requireAction(identity, 'cart', 'update')
  const ids = items.filter(({ type }) => type === itemResource).map((item) => item.id)
  if (!await removeItems(database, id, ids, await cartViewerOf(context, identity))) throw await refuseCart(context, identity, id)
  return getCart(context, id, output)
}
