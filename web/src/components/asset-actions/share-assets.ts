import { calls, cartsOf, readsOf, type Cart, type Client, type Share } from '@cartouche/client'

/** A link could not be made, nor the cart deleted that was made for it. `cause`: why there is no link. */
export class LeftCartError extends Error {
  readonly cart: Cart
  constructor(cart: Cart, cause: unknown) {
    super('A cart was left', { cause })
    this.cart = cart
  }
}

interface Wanted {
  readonly name: string
  readonly ids: readonly number[]
  /** One that was left before: the link is made for it. */
  readonly cart: Cart | null
}

/**
 * Makes a cart of assets and a link to it. Where the link cannot be made, the cart is deleted again.
 * @throws what either call throws; LeftCartError where the cart could not be deleted
 */
export async function shareAssets(
  client: Client,
  { name, ids, cart: left }: Wanted,
  make: (cartId: number) => Promise<Share>,
  onMade: (made: { readonly cart: Cart; readonly share: Share }) => void,
): Promise<Share> {
  const carts = cartsOf(client)
  const cart =
    left ?? (await carts.createCart({ name, private: true, items: ids.map((id) => ({ type: 'asset', id })) }))
  try {
    const share = await make(cart.id)
    onMade({ cart, share })
    return share
  } catch (error) {
    await carts.deleteCart(cart.id).catch(() => {
      throw new LeftCartError(cart, error)
    })
    throw error
  } finally {
    readsOf(client).invalidate(calls.listCarts)
  }
}
