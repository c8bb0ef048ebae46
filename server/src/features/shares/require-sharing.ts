import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { compileCartAccess } from '../carts/cart-scope.ts'
import { refuseCart } from '../carts/refuse-cart.ts'
import { selectCartName } from './shares.sql.ts'

/**
 * The name of a cart that the user may share.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function requireSharing(context: Context, cartId: number): Promise<string> {
  requireAction(context.identity, 'cart', 'share')
  const name = await selectCartName(context.database, cartId, compileCartAccess(context.identity, 'share'))
  if (name === undefined) throw await refuseCart(context, context.identity, cartId)
  return name
}
