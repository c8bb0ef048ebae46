import {
  calls,
  cartsOf,
  readsOf,
  type Cart,
  type Client,
  type SearchDownload,
  type Share,
} from '@cartouche/client'

/** A link could not be made, nor the cart deleted that was made for it. `cause`: why there is no link. */
export class LeftCartError extends Error {
  readonly cart: Cart
  constructor(cart: Cart, cause: unknown) {
    super('A cart was left', { cause })
    this.cart = cart
  }
}

/** What a link shows of a search: what is found now, or also what is found later. */
export type SharedResults = 'now' | 'following'

/** What is shared: some assets, or what a search finds. */
export type SharedWhat =
  | { readonly ids: readonly number[] }
  | { readonly search: SearchDownload; readonly results: SharedResults }

interface Wanted {
  readonly name: string
  readonly what: SharedWhat
  /** One that was left before: the link is made for it. */
  readonly cart: Cart | null
}

/**
 * Makes a cart of assets, or of what a search finds, and a link to it. Where the link cannot be made, the
 * cart is deleted again.
 * @throws what either call throws; LeftCartError where the cart could not be deleted
 */
export async function shareAssets(
  client: Client,
  { name, what, cart: left }: Wanted,
  make: (cartId: number) => Promise<Share>,
  onMade: (made: { readonly cart: Cart; readonly share: Share }) => void,
): Promise<Share> {
  const carts = cartsOf(client)
  const cart = left ?? (await carts.createCart({ name, private: true, ...contentOf(what) }))
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

/**
 * What the cart holds: assets, what the search finds now, or whatever it finds.
 * @source decisions 0024, 0237
 */
function contentOf(
  what: SharedWhat,
): Pick<Parameters<ReturnType<typeof cartsOf>['createCart']>[0], 'items' | 'found' | 'content' | 'followed'> {
  if ('ids' in what) return { items: what.ids.map((id) => ({ type: 'asset', id })) }
  const { query, fulltext, fulltextMode, orderby } = what.search
  const followed = {
    ...(query === undefined ? {} : { query: query as Record<string, unknown> }),
    ...(fulltext === undefined ? {} : { fulltext }),
    ...(fulltextMode === undefined ? {} : { fulltextMode }),
  }
  return what.results === 'following'
    ? { content: 'cursor', followed }
    : { found: { ...followed, ...(orderby === undefined ? {} : { orderby }) } }
}
