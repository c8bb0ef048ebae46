import { ApiError, type Cart } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { cartViewerOf } from './cart-viewer.ts'
import { selectCarts, type StoredCart } from './carts.sql.ts'
import { toCart, type ItemsForm } from './to-cart.ts'

/**
 * A cart as the surfer sees it; `fulltext` keeps the items that match.
 * @throws cart_not_found
 */
export async function getStoredCart(context: Context, id: number, fulltext?: string): Promise<StoredCart> {
  const [cart] = await selectCarts(context.database, await cartViewerOf(context, context.identity, fulltext), { id })
  if (!cart) throw new ApiError('cart_not_found', { id })
  return cart
}

/**
 * A cart as it travels, for the answer of an edit.
 * @throws cart_not_found
 */
export async function getCart(context: Context, id: number, output: ItemsForm): Promise<Cart> {
  return toCart(await getStoredCart(context, id), output)
}
