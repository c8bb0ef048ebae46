import { ApiError } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import type { Identity } from '../../access/identity.ts'
import { cartViewerOf } from './cart-viewer.ts'
import { readCart } from './read-carts.ts'

/**
 * Why an action on a cart is refused: to whoever sees the cart, that they may not; for others there is
 * none.
 */
export async function refuseCart(services: Services, identity: Identity, id: number): Promise<ApiError> {
  const cart = await readCart(services, await cartViewerOf(services, identity), id)
  return cart ? new ApiError('access_denied') : new ApiError('cart_not_found', { id })
}
