import {
  ApiError,
  type Asset,
  type Cart,
  type CartAnswer,
  type ItemReference,
  type Share,
} from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'

/** Limits of archives on the fake server, bytes; a test may change them. */
export interface FakeLimits {
  warnBytes: number
  maxBytes: number
  /** Looks at an archive before it is ready. */
  looksUntilReady: number
}

export type StoredCart = Omit<Cart, 'items' | 'isMine' | 'shares' | 'sizeBytes' | 'total' | 'cover'> & {
  readonly references: readonly ItemReference[]
}
export type StoredShare = Share & { readonly secret: string | null }

/** What the fake server keeps of carts, their links and archives. */
export interface Stores {
  readonly library: FakeLibrary
  readonly limits: FakeLimits
  readonly carts: Map<number, StoredCart>
  readonly shares: Map<string, StoredShare>
  readonly archives: Map<string, { looks: number; size: number }>
  /** Hits of searches that were tested, by list. */
  readonly lists: Map<string, readonly ItemReference[]>
}

export function getCart({ carts }: Stores, id: number): StoredCart {
  const cart = carts.get(id)
  if (!cart) throw new ApiError('cart_not_found', { id })
  return cart
}

export function show({ library, shares: stored }: Stores, { references, ...cart }: StoredCart): CartAnswer {
  const ends = [...stored.values()]
    .filter((share) => share.cart === cart.id)
    .map(({ expires }) => expires)
    .toSorted((one, other) => one.localeCompare(other))
  return {
    ...cart,
    id: String(cart.id),
    isMine: true,
    shares: { living: ends.length, nextEndAt: ends[0] ?? null },
    items: [...references],
    cover: [
      ...(cart.coverItem ? [cart.coverItem] : []),
      ...references.filter((item) => cart.coverItem === null || !isSame(item, cart.coverItem)),
    ].slice(0, 4),
    total: references.length,
    sizeBytes: sizeOf(assetsIn(library, references)),
  }
}

export function assetsIn(library: FakeLibrary, references: readonly ItemReference[]): Asset[] {
  // Assets of the fake library are made with all that the contract wants of one.
  return references.map(({ type, id }) => library.get(type, id) as Asset)
}

export function recordsIn(library: FakeLibrary, references: readonly ItemReference[]) {
  return assetsIn(library, references).map((asset) => ({ ...asset, type: asset.$resource }))
}

export function sizeOf(assets: readonly Asset[]): number {
  return assets.reduce((total, { metadata }) => total + (metadata?.filesize ?? 0), 0)
}

export function isSame(one: ItemReference, other: ItemReference): boolean {
  return one.type === other.type && one.id === other.id
}
