import type { CallInput, Calls, CartAnswer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { reorderItems } from './change-items.ts'
import { getCart } from './get-cart.ts'

/**
 * Puts items of a cart before another one, in the order given; at the end where none is named.
 * @throws cart_not_found, version_conflict, entity_not_found, sign_in_needed, access_denied
 */
export async function moveCartItems(
  context: Context,
  { id, items, before = null, version, output }: CallInput<Calls['moveCartItems']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'update')
  await reorderItems(context, id, items, { before, version })
  return getCart(context, id, output)
}
