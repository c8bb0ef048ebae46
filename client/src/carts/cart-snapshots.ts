import type { Asset, Cart, ItemReference } from '@cartouche/contract'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { KeyedReadable, Readable } from '../store/keyed-store.ts'

/** All carts that the surfer can see. */
export interface CartListSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly hasData: boolean
  readonly carts: readonly Cart[]
  /** Whether the surfer may make public carts. @source portal §6 */
  readonly canMakePublic: boolean
}

/** One cart with its items. */
export interface CartSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly cart: Cart | null
  /** Its items in order. */
  readonly items: readonly ItemReference[]
  /** Their records in the same order, of those that the surfer may see. */
  readonly assets: readonly Asset[]
}

/** What a new cart is given. */
export interface CartDraft {
  readonly name?: string
  readonly description?: string
  readonly private?: boolean
  readonly expires?: string | null
  readonly items?: readonly ItemReference[]
}

/** Carts: the list, and single carts by id (as text). */
export interface Carts {
  readonly list: Readable<CartListSnapshot>
  readonly byId: KeyedReadable<CartSnapshot>
  /** Reads the list and the own permissions. @throws what the calls reject with */
  fetchCarts(): Promise<void>
  /** Reads one cart with its records. @throws cart_not_found */
  fetchCart(id: number): Promise<void>
  /** @throws cart_name_missing, cart_name_empty, cart_public_refused */
  createCart(draft: CartDraft): Promise<Cart>
  /** Changes a cart on the version that is known here. @throws cart_name_missing, cart_name_empty, version_conflict, cart_not_found */
  editCart(id: number, changes: { readonly name?: unknown; readonly description?: string; readonly private?: boolean; readonly expires?: string | null }): Promise<Cart>
  /** Adds items at the end; those that the cart holds stay where they are. */
  addItems(id: number, items: readonly ItemReference[]): Promise<Cart>
  removeItems(id: number, items: readonly ItemReference[]): Promise<Cart>
  deleteCart(id: number): Promise<void>
  /** Forgets all that was read: another person comes. */
  clear(): void
}
