import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { requireAction } from '../access/decide.ts'
import { cartViewerOf } from './cart-viewer.ts'
import { deleteCartRow } from './carts.sql.ts'
import { refuseCart } from './refuse-cart.ts'

/**
 * Deletes a cart; its shares and every address given out under them end with it.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function deleteCart(context: Context, { id }: CallInput<Calls['deleteCart']>): Promise<{ id: number; deleted: true }> {
  requireAction(context.identity, 'cart', 'delete')
  if (!await deleteCartRow(context.database, id, await cartViewerOf(context, context.identity))) throw await refuseCart(context, context.identity, id)
  return { id, deleted: true }
}
