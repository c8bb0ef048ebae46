import type { CallInput, Calls, CartAnswer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { takeOutItems } from './change-items.ts'
import { getCart } from './get-cart.ts'

/**
 * Takes items out of a cart; what it does not hold, and what the user is not allowed to see, is passed over.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function removeCartItems(
  context: Context,
  { id, items, output }: CallInput<Calls['removeCartItems']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'update')
  await takeOutItems(context, id, items)
  return getCart(context, id, output)
}
