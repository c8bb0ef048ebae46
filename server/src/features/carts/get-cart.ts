import { ApiError, type CartAnswer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { cartViewerOf, type ItemWords } from './cart-viewer.ts'
import { readCart, type StoredCart } from './read-carts.ts'
import { toCart, type ItemsForm } from './to-cart.ts'

/**
 * A cart as the user sees it; of its items those that match the words.
 * @throws cart_not_found
 */
export async function getStoredCart(context: Context, id: number, words?: ItemWords): Promise<StoredCart> {
  const cart = await readCart(context, await cartViewerOf(context, context.identity, words), id)
  if (!cart) throw new ApiError('cart_not_found', { id })
  return cart
}

/**
 * A cart as it travels, for the answer of an edit.
 * @throws cart_not_found
 */
export async function getCart(context: Context, id: number, output: ItemsForm): Promise<CartAnswer> {
  return toCart(await getStoredCart(context, id), output)
}
