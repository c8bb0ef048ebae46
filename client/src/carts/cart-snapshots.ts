import type {
  Asset,
  CallAnswer,
  Calls,
  Cart,
  CartContent,
  CartRight,
  FollowedQuery,
  FoundQuery,
  ItemReference,
  PlacedItem,
} from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { KeyedReadable, Readable } from '../store/keyed-store.ts'

/** All carts that the user can see. */
export interface CartListSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly hasData: boolean
  readonly carts: readonly Cart[]
  /** Whether the user may make public carts. @source portal §6 */
  readonly canMakePublic: boolean
}

/** Words that the items of a cart are searched for. */
export interface CartWords {
  readonly fulltext: string
  readonly fulltextMode: 'should' | 'must' | undefined
}

/** One cart with its items, edits that are under way included. */
export interface CartSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly cart: Cart | null
  /** Its items in order. */
  readonly items: readonly ItemReference[]
  /**
   * The words that it is searched for, and the items that hold them, in order; null while it is not searched.
   */
  readonly found: (CartWords & { readonly items: readonly ItemReference[] }) | null
  /**
   * Records of the first items, or of the first that were found, in the same order, of those that the user
   * may see.
   */
  readonly assets: readonly Asset[]
  /** Whether there are more records: `fetchMore`. */
  readonly hasNext: boolean
  readonly isFetchingMore: boolean
  /** How often an own edit was put onto a cart that someone else had changed meanwhile. */
  readonly rebaseCount: number
}

/** What shows an item of a cart in a page. @source portal §3 Cart item player data */
export interface CartPlayerSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly data: CallAnswer<Calls['getCartItemPlayer']> | null
}

/** Names the player of an item of a cart. */
export interface CartPlayerParams {
  readonly cartId: number
  readonly type: string
  readonly itemId: number
  /** `fo.player` by default. @source portal §9 */
  readonly player?: string
  readonly width?: string
  readonly height?: string
}

/** What a new cart is given. */
export interface CartDraft {
  readonly name?: string
  readonly description?: string
  readonly private?: boolean
  readonly type?: string
  readonly expires?: string | null
  readonly items?: readonly ItemReference[]
  /** What this search finds now comes behind the items, in its order: a fixed list. */
  readonly found?: FoundQuery
  readonly collaborators?: readonly number[]
  readonly content?: CartContent
  readonly followed?: FollowedQuery
}

/** What can be changed of a cart beside its items and people. */
export interface CartChanges {
  readonly name?: unknown
  readonly description?: string
  readonly private?: boolean
  readonly type?: string
  readonly expires?: string | null
  readonly coverItem?: ItemReference | null
  readonly content?: CartContent
  readonly followed?: FollowedQuery
}

/** Carts: the list, and single carts by id (as text). */
export interface Carts {
  readonly list: Readable<CartListSnapshot>
  readonly byId: KeyedReadable<CartSnapshot>
  /** By `playerKey`. */
  readonly players: KeyedReadable<CartPlayerSnapshot>
  /** Reads the list and the own permissions. @throws what the calls reject with */
  fetchCarts(): Promise<void>
  /**
   * Reads one cart, and the records of its first items; of those that are shown already, what is missing.
   * @throws cart_not_found
   */
  fetchCart(id: number): Promise<void>
  /** Reads the records of the next hundred items. Does nothing while it does, or where there are no more. */
  fetchMore(id: number): Promise<void>
  /**
   * Searches the items of a cart; empty words end the search. A mode other than `should` and `must` is not
   * sent.
   * @source portal §5
   */
  search(id: number, fulltext: string, fulltextMode?: string): Promise<void>
  /** @throws cart_name_missing, cart_name_empty, cart_public_refused */
  createCart(draft: CartDraft): Promise<Cart>
  /**
   * Changes a cart on the version that is known here. What someone else changed meanwhile stays, where it is
   * something else; where it is the same, the edit is refused, and the cart is read again.
   * @throws cart_name_missing, cart_name_empty, version_conflict, cart_not_found
   */
  editCart(id: number, changes: CartChanges): Promise<Cart>
  /**
   * Adds items at the end, or at the place of each; those that the cart holds stay where they are. They are
   * seen at once, and go again where it fails.
   */
  addItems(id: number, items: readonly PlacedItem[]): Promise<Cart>
  /**
   * Takes items out, at once; they come back where it fails. What `placesOf` gave before puts them back where
   * they were.
   */
  removeItems(id: number, items: readonly ItemReference[]): Promise<Cart>
  /**
   * Puts items before another one, or at the end, at once. On a cart that someone changed meanwhile the move
   * is made again, and `rebaseCount` rises.
   */
  moveItems(id: number, items: readonly ItemReference[], before: ItemReference | null): Promise<Cart>
  /**
   * Invites people, to edit by default, or changes their right. `url`: where their notification
   * leads.
   */
  addCollaborators(
    id: number,
    users: readonly number[],
    options?: { readonly right?: CartRight; readonly url?: string },
  ): Promise<Cart>
  removeCollaborators(id: number, users: readonly number[]): Promise<Cart>
  /** Gives the cart to another user. */
  transferCart(id: number, owner: number): Promise<Cart>
  /** Leaves a cart of someone else. @throws cart_owner_stays */
  leaveCart(id: number): Promise<void>
  deleteCart(id: number): Promise<void>
  /** Reads what shows an item. @throws cart_not_found, entity_not_found */
  fetchPlayer(params: CartPlayerParams): Promise<void>
  /** Follows what others do with the carts that are known here, as it happens. Answers how to stop. */
  watch(): () => void
  /** Forgets all that was read: another person comes. */
  clear(): void
}
