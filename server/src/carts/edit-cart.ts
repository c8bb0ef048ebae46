import { ApiError, type CallInput, type Calls, type Cart } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { requireAction } from '../access/decide.ts'
import { withTransaction } from '../database/database.ts'
import { parseCartName } from './cart-name.ts'
import { compileCartAccess } from './cart-scope.ts'
import { cartViewerOf } from './cart-viewer.ts'
import { lockCart, updateCart } from './carts.sql.ts'
import { getCart } from './get-cart.ts'
import { refuseCart } from './refuse-cart.ts'

/**
 * Changes name, description, privacy or expiry of a cart; what is not given stays, but the name must be.
 * @throws cart_name_missing, cart_name_empty, cart_not_found, version_conflict, cart_public_refused, sign_in_needed, access_denied
 */
export async function editCart(context: Context, input: CallInput<Calls['editCart']>): Promise<Cart> {
  const { id, description, private: isPrivate, expires: expiresAt, version, output } = input
  requireAction(context.identity, 'cart', 'update')
  const name = parseCartName(input.name)
  const viewer = await cartViewerOf(context, context.identity)
  const mayPublish = compileCartAccess(context.identity, 'makePublic')
  await withTransaction(context.database, async (transaction) => {
    const cart = await lockCart(transaction, id, viewer, mayPublish)
    if (!cart) throw await refuseCart(context, context.identity, id)
    if (version !== undefined && version !== cart.version) throw new ApiError('version_conflict', { resource: 'cart', id })
    if (isPrivate === false && cart.is_private && !cart.may_publish) throw new ApiError('cart_public_refused')
    await updateCart(transaction, id, { name, description, isPrivate, expiresAt })
  })
  return getCart(context, id, output)
}
