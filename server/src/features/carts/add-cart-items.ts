import type { CallInput, Calls, CartAnswer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { addItems } from './change-items.ts'
import { getCart } from './get-cart.ts'

/**
 * Adds items to a cart, at its end or where they are told to; those that it holds stay where they are. Where
 * the user is not allowed to see one, none is added.
 * @throws cart_not_found, entity_not_found, cart_follows, sign_in_needed, access_denied
 */
export async function addCartItems(
  context: Context,
  { id, items, position, output }: CallInput<Calls['addCartItems']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'update')
  await addItems(context, id, items, { position })
  return getCart(context, id, output)
}
