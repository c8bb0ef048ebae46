import type { CallInput, CartAnswer, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { getCart } from './get-cart.ts'

/**
 * One cart with the items that the user may see, in order.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function listCartItems(
  context: Context,
  { id, output }: CallInput<Calls['listCartItems']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'view')
  return getCart(context, id, output)
}
