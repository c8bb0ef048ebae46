import { ApiError, calls, type Asset, type Cart, type ItemReference } from '@cartouche/contract'
import { toFailure, type Failure } from '../failure.ts'
import { isInProgress } from '../load-status.ts'
import type { Log } from '../log.ts'
import { createCell, createKeyedStore, type Cell, type KeyedStore } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import type { CartListSnapshot, Carts, CartSnapshot } from './cart-snapshots.ts'

interface Needs {
  readonly transport: Pick<Transport, 'call'>
  readonly log: Log
}

interface CartStores extends Needs {
  readonly list: Cell<CartListSnapshot>
  readonly byId: KeyedStore<CartSnapshot>
  /** Counts the edits that were answered: a list that was asked for before one of them is old. */
  edits: number
}

const unknownList: CartListSnapshot = { status: 'unknown', error: null, hasData: false, carts: [], canMakePublic: false }

/** Creates the store of carts. @source portal §3 Cart, §4 Cart statuses, §5, §7 Carts, §8 */
export function createCarts(needs: Needs): Carts {
  const stores: CartStores = {
    ...needs,
    list: createCell(unknownList),
    edits: 0,
    byId: createKeyedStore<CartSnapshot>(() => ({ status: 'unknown', error: null, cart: null, items: [], assets: [] })),
  }
  const { transport, list, byId } = stores
  const fetchCart = (id: number): Promise<void> => readCart(stores, id)
  return {
    list, byId, fetchCart,
    clear() {
      list.set(unknownList)
      byId.clear()
    },
    fetchCarts: () => readCarts(stores),
    async createCart(draft) {
      checkName(draft.name)
      const { items, expires, ...rest } = draft
      const parameters = { ...rest, output: 'list' as const, ...(items ? { items: [...items] } : {}), ...(expires === undefined ? {} : { expires }) }
      const [cart] = await logged(needs.log, 'Error creating cart', () => transport.call(calls.createCart, parameters))
      takeCart(stores, cart)
      return cart
    },
    async editCart(id, changes) {
      if ('name' in changes) checkName(changes.name)
      const version = byId.get(String(id)).cart?.version ?? list.get().carts.find((cart) => cart.id === id)?.version
      return editing(stores, id, () => logged(needs.log, 'Error editing cart', () =>
        transport.call(calls.editCart, { id, ...changes, output: 'list', ...(version === undefined ? {} : { version }) })))
    },
    async addItems(id, items) {
      const cart = await editing(stores, id, () => transport.call(calls.addCartItems, { id, items: [...items], output: 'list' }))
      if (byId.has(String(id))) await fetchCart(id)
      return cart
    },
    removeItems: (id, items) => editing(stores, id, () => transport.call(calls.removeCartItems, { id, items: [...items], output: 'list' })),
    async deleteCart(id) {
      await logged(needs.log, 'Error deleting cart', () => transport.call(calls.deleteCart, { id }))
      byId.delete(String(id))
      stores.edits++
      list.update((snapshot) => ({ ...snapshot, carts: snapshot.carts.filter((cart) => cart.id !== id) }))
    },
  }
}

/** A list first goes initial, later fetching. @source portal §4 Cart statuses */
async function readCarts(stores: CartStores): Promise<void> {
  const { transport, list, log } = stores
  if (isInProgress(list.get().status)) return
  list.update((snapshot) => ({ ...snapshot, status: snapshot.hasData ? 'fetching' : 'initial', error: null }))
  try {
    const profile = await transport.call(calls.getCartUserProfile, {})
    let carts: readonly Cart[] = []
    let edits = -1
    while (edits !== stores.edits) {
      edits = stores.edits
      carts = await transport.call(calls.listCarts, { output: 'list' })
    }
    list.set({ status: 'loaded', error: null, hasData: true, carts, canMakePublic: profile.permissions.makePublicBoard })
  } catch (error) {
    const failure = toFailure(error)
    log('error', 'Failed to retrieve carts', failure)
    list.update((snapshot) => ({ ...snapshot, status: 'error', error: failure }))
    throw failure
  }
}

async function readCart(stores: CartStores, id: number): Promise<void> {
  const { transport, byId, log } = stores
  const key = String(id)
  byId.update(key, (snapshot) => ({ ...snapshot, status: snapshot.cart ? 'fetching' : 'initial', error: null }))
  try {
    takeCart(stores, await transport.call(calls.viewCart, { id, output: 'list', no_preview: true }), true)
  } catch (error) {
    const failure = toFailure(error)
    log('error', `Failed to retrieve cart ${id}`, failure)
    setFailed(stores, id, failure)
    throw failure
  }
}

/** Most edits go fetching, then loaded, or error. @source portal §4 Cart statuses */
async function editing(stores: CartStores, id: number, edit: () => Promise<Cart>): Promise<Cart> {
  const key = String(id)
  const known = stores.byId.has(key)
  if (known) stores.byId.update(key, (snapshot) => ({ ...snapshot, status: 'fetching', error: null }))
  try {
    const cart = await edit()
    takeCart(stores, cart)
    return cart
  } catch (error) {
    if (known) setFailed(stores, id, toFailure(error))
    throw toFailure(error)
  }
}

function setFailed({ byId }: CartStores, id: number, error: Failure): void {
  byId.update(String(id), (snapshot) => ({ ...snapshot, status: 'error', error }))
}

/** Puts what the server said of a cart where it is shown; an answer older than what is known is refused. `whole`: with the records of its items. */
function takeCart(stores: CartStores, cart: Cart, whole = false): void {
  const { list, byId } = stores
  if (!whole) stores.edits++
  const key = String(cart.id)
  list.update((snapshot) => ({ ...snapshot, carts: snapshot.carts.some(({ id }) => id === cart.id)
    ? snapshot.carts.map((known) => (known.id === cart.id && known.version <= cart.version ? cart : known))
    : snapshot.hasData ? [cart, ...snapshot.carts] : snapshot.carts }))
  if (!whole && !byId.has(key)) return
  byId.update(key, (before) => {
    if (before.cart && before.cart.version > cart.version) return { ...before, status: 'loaded', error: null }
    const items = referencesOf(cart.items)
    const assets = cart.detailedItems ? assetsOf(cart.detailedItems) : before.assets
    return { status: 'loaded', error: null, cart, items, assets: inOrder(items, assets) }
  })
}

/** Items in a list, from either form of the wire. @source wire facts "Carts" */
export function referencesOf(items: Cart['items']): readonly ItemReference[] {
  if (Array.isArray(items)) return items.map(({ type, id }) => ({ type, id }))
  return Object.entries(items).flatMap(([type, ids]) => ids.map((id) => ({ type, id })))
}

/** Records in a list, from either form of the wire. */
export function assetsOf(detailed: NonNullable<Cart['detailedItems']>): readonly Asset[] {
  return Array.isArray(detailed) ? detailed : Object.values(detailed).flat()
}

function inOrder(items: readonly ItemReference[], assets: readonly Asset[]): readonly Asset[] {
  const byKey = new Map(assets.map((asset) => [`${asset.$resource}/${asset.id}`, asset]))
  return items.flatMap(({ type, id }) => byKey.get(`${type}/${id}`) ?? [])
}

/** @throws cart_name_missing, cart_name_empty @source portal §5 */
function checkName(name: unknown): void {
  if (typeof name !== 'string') throw new ApiError('cart_name_missing')
  if (name.trim() === '') throw new ApiError('cart_name_empty')
}

async function logged<Answer>(log: Log, message: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    log('error', message, error)
    throw error
  }
}
