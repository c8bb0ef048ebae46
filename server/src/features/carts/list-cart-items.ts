import type { CallInput, Calls, Cart } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { getStoredCart } from './get-cart.ts'
import { toItems } from './to-cart.ts'

/**
 * The items of one cart that the user may see, in order.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function listCartItems(
  context: Context,
  { id, output }: CallInput<Calls['listCartItems']>,
): Promise<Cart['items']> {
  requireAction(context.identity, 'cart', 'view')
  const { items } = await getStoredCart(context, id)
  return toItems(items, output)
}
