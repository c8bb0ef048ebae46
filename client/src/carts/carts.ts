import {
  ApiError,
  calls,
  isApiError,
  type Cart,
  type CartAnswer,
  type CartWithRecords,
} from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { toFailure } from '../failure.ts'
import { liveOf } from '../live/live.ts'
import { isInProgress } from '../load-status.ts'
import type { Log } from '../log.ts'
import { createCell, createKeyedStore, type Cell } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import { referencesOf, rebaseMove, type ItemsEdit } from './cart-items.ts'
import type {
  CartChanges,
  CartListSnapshot,
  CartPlayerSnapshot,
  CartPlayerParams,
  Carts,
} from './cart-snapshots.ts'
import {
  createCartStates,
  itemsOf,
  type CartState,
  type CartStates,
  type PendingEdit,
} from './cart-states.ts'

interface Stores extends CartStates {
  readonly transport: Pick<Transport, 'call'>
  readonly log: Log
  readonly list: Cell<CartListSnapshot>
  /** Counts the edits that were answered: a list that was asked for before one of them is old. */
  edits: number
}

const unknownList: CartListSnapshot = {
  status: 'unknown',
  error: null,
  hasData: false,
  carts: [],
  canMakePublic: false,
}

/** The carts of a client. */
export const cartsOf = attach(createCarts)

/** Creates the store of carts. @source portal §3 Cart, §4 Cart statuses, §5, §7 Carts, §8 */
function createCarts(client: Client): Carts {
  const stores: Stores = {
    ...createCartStates(client, client.options.hugeCarts?.max),
    transport: client,
    log: client.options.log,
    list: createCell(unknownList),
    edits: 0,
  }
  const { transport, list, byId, log } = stores
  const players = createKeyedStore<CartPlayerSnapshot>(() => ({ status: 'unknown', error: null, data: null }))
  return {
    list,
    byId,
    players,
    clear() {
      list.set(unknownList)
      stores.clear()
      players.clear()
    },
    fetchCarts: () => readCarts(stores),
    fetchCart: (id) => readCart(stores, id, 'again'),
    async fetchMore(id) {
      const { hasNext, isFetchingMore } = byId.get(String(id))
      if (hasNext && !isFetchingMore) await stores.readRecords(id, 'further')
    },
    search: (id, fulltext, fulltextMode) => searchCart(stores, id, fulltext, fulltextMode),
    async createCart({ items, collaborators, ...draft }) {
      checkName(draft.name)
      const parameters = {
        ...draft,
        output: 'list' as const,
        ...(items ? { items: [...items] } : {}),
        ...(collaborators ? { collaborators: [...collaborators] } : {}),
      }
      const [cart] = await logged(log, 'Error creating cart', () =>
        transport.call(calls.createCart, parameters),
      )
      return takeCart(stores, cart)
    },
    async editCart(id, changes) {
      if ('name' in changes) checkName(changes.name)
      return editing(stores, id, () =>
        logged(log, 'Error editing cart', () => sendChanges(stores, id, changes)),
      )
    },
    addItems: (id, items) => editItems(stores, id, { kind: 'add', items }),
    removeItems: (id, items) => editItems(stores, id, { kind: 'remove', items }),
    moveItems: (id, items, before) => editItems(stores, id, { kind: 'move', items, before }),
    addCollaborators: (id, users, options = {}) =>
      editing(stores, id, () =>
        transport.call(calls.addCartCollaborators, { id, collaborators: [...users], ...options }),
      ),
    removeCollaborators: (id, users) =>
      editing(stores, id, () =>
        transport.call(calls.removeCartCollaborators, { id, collaborators: [...users] }),
      ),
    transferCart: (id, owner) => editing(stores, id, () => transport.call(calls.transferCart, { id, owner })),
    async leaveCart(id) {
      await logged(log, 'Error leaving cart', () => transport.call(calls.leaveCart, { id }))
      dropCart(stores, id)
    },
    async deleteCart(id) {
      await logged(log, 'Error deleting cart', () => transport.call(calls.deleteCart, { id }))
      dropCart(stores, id)
    },
    async fetchPlayer(params) {
      const key = playerKey(params)
      players.update(key, (snapshot) => ({
        ...snapshot,
        status: snapshot.data ? 'fetching' : 'initial',
        error: null,
      }))
      try {
        const { player = defaultPlayer, itemId, ...rest } = params
        players.set(key, {
          status: 'loaded',
          error: null,
          data: await transport.call(calls.getCartItemPlayer, { ...rest, itemId: String(itemId), player }),
        })
      } catch (error) {
        players.update(key, (snapshot) => ({ ...snapshot, status: 'error', error: toFailure(error) }))
        throw toFailure(error)
      }
    },
    watch: () => watchCarts(client, stores),
  }
}

/** @source portal §9 */
const defaultPlayer = 'fo.player'

/**
 * Names the player of an item in `players`.
 * @source portal §3: held per cart, item type, item id and player
 */
export function playerKey({ cartId, type, itemId, player = defaultPlayer }: CartPlayerParams): string {
  return `${cartId}/${type}/${itemId}/${player}`
}

/** A list first goes initial, later fetching. @source portal §4 Cart statuses */
async function readCarts(stores: Stores): Promise<void> {
  const { transport, list, log } = stores
  if (isInProgress(list.get().status)) return
  list.update((snapshot) => ({ ...snapshot, status: snapshot.hasData ? 'fetching' : 'initial', error: null }))
  try {
    const profile = await transport.call(calls.getCartUserProfile, {})
    let carts: readonly Cart[] = []
    let edits = -1
    while (edits !== stores.edits) {
      edits = stores.edits
      carts = (await transport.call(calls.listCarts, {})).map(toCart)
    }
    list.set({
      status: 'loaded',
      error: null,
      hasData: true,
      carts,
      canMakePublic: profile.permissions.makePublicBoard,
    })
  } catch (error) {
    const failure = toFailure(error)
    log('error', 'Failed to retrieve carts', failure)
    list.update((snapshot) => ({ ...snapshot, status: 'error', error: failure }))
    throw failure
  }
}

async function readCart(stores: Stores, id: number, params?: 'again'): Promise<void> {
  const state = stores.open(id)
  state.status = state.base ? 'fetching' : 'initial'
  state.error = null
  stores.publish(id)
  try {
    takeCart(
      stores,
      await stores.transport.call(calls.viewCart, { id, no_preview: true, records: false }),
      true,
    )
    await stores.readRecords(id, params)
    state.status = 'loaded'
    stores.publish(id)
  } catch (error) {
    const failure = toFailure(error)
    stores.log('error', `Failed to retrieve cart ${id}`, failure)
    // Whoever is not allowed to see it any more must not go on looking at it.
    if (isApiError(failure, 'cart_not_found')) dropCart(stores, id)
    fail(stores, id, failure)
    throw failure
  }
}

async function searchCart(
  stores: Stores,
  id: number,
  fulltext: string,
  mode: string | undefined,
): Promise<void> {
  const state = stores.open(id)
  const fulltextMode = mode === 'should' || mode === 'must' ? mode : undefined
  state.loadedCount = 0
  if (fulltext.trim() === '') state.found = null
  else {
    const cart = await stores.transport.call(calls.viewCart, {
      id,
      no_preview: true,
      records: false,
      fulltext,
      ...(fulltextMode ? { fulltextMode } : {}),
    })
    state.found = { fulltext, fulltextMode, items: referencesOf(cart.items) }
  }
  await stores.readRecords(id)
}

/**
 * Most edits go fetching, then loaded, or error. Those of one cart are sent one after the other.
 * @source portal §4 Cart statuses
 */
async function editing(
  stores: Stores,
  id: number,
  send: () => Promise<CartAnswer>,
  pending?: PendingEdit,
): Promise<Cart> {
  const state = stores.get(id)
  if (!state?.base) {
    return takeCart(stores, await send())
  }
  Object.assign(state, { status: 'fetching', error: null })
  const turn = state.turn.catch(() => undefined).then(send)
  state.turn = turn.catch(() => undefined)
  stores.publish(id)
  try {
    const answer = await turn
    if (pending) state.edits = state.edits.filter((one) => one !== pending)
    state.status = 'loaded'
    const cart = takeCart(stores, answer)
    await stores.readRecords(id).catch(() => undefined)
    return cart
  } catch (error) {
    if (pending) state.edits = state.edits.filter((one) => one !== pending)
    fail(stores, id, toFailure(error))
    throw toFailure(error)
  }
}

/** Shows the edit at once, until the server has answered. */
function editItems(stores: Stores, id: number, edit: ItemsEdit): Promise<Cart> {
  const state = stores.get(id)
  const pending: PendingEdit = { edit }
  if (state?.base)
    keepWhole(state, stores.pageSize, () => {
      state.edits = [...state.edits, pending]
    })
  return editing(stores, id, () => sendItems(stores, id, pending), pending)
}

/** How often an order is made again on a cart that others change meanwhile. */
const maxAttempts = 4

async function sendItems(stores: Stores, id: number, pending: PendingEdit): Promise<CartAnswer> {
  const { transport } = stores
  const { edit } = pending
  if (edit.kind === 'add') return transport.call(calls.addCartItems, { id, items: [...edit.items] })
  if (edit.kind === 'remove') return transport.call(calls.removeCartItems, { id, items: [...edit.items] })
  const state = stores.get(id)
  const before = state?.base?.items ?? []
  for (let attempt = 1, wanted = edit; ; attempt++) {
    const version = state?.base?.cart.version
    try {
      return await transport.call(calls.moveCartItems, {
        id,
        items: [...wanted.items],
        before: wanted.before,
        ...(version === undefined ? {} : { version }),
      })
    } catch (error) {
      if (!isApiError(error, 'version_conflict') || attempt === maxAttempts || !state) throw error
      takeCart(stores, await transport.call(calls.viewCart, { id, no_preview: true, records: false }), true)
      wanted = rebaseMove(edit, before, state.base?.items ?? [])
      pending.edit = wanted
      state.rebaseCount++
      stores.publish(id)
    }
  }
}

/** Of a cart whose records were all read, those of a change are read too: a page at most. */
function keepWhole(state: CartState, pageSize: number, change: () => void): void {
  const wasWhole = state.base !== null && state.loadedCount >= itemsOf(state).length
  change()
  if (wasWhole) state.loadedCount = Math.min(itemsOf(state).length, state.loadedCount + pageSize)
}

/**
 * Sends changes on the version that is known. Where someone changed something else meanwhile, they are sent
 * again.
 */
async function sendChanges(stores: Stores, id: number, changes: CartChanges): Promise<CartAnswer> {
  const { transport } = stores
  const known = stores.get(id)?.base?.cart ?? stores.list.get().carts.find((cart) => cart.id === id)
  const send = (cart: Cart | undefined): Promise<CartAnswer> =>
    transport.call(calls.editCart, {
      ...(cart && !('name' in changes) ? { name: cart.name } : {}),
      id,
      ...changes,
      ...(cart ? { version: cart.version } : {}),
    })
  try {
    return await send(known)
  } catch (error) {
    if (!isApiError(error, 'version_conflict') || !known) throw error
    const now = await transport.call(calls.viewCart, { id, no_preview: true, records: false })
    takeCart(stores, now, true)
    // The name goes with every edit: it is changed where it differs.
    const fields = (Object.keys(changes) as (keyof CartChanges)[]).filter(
      (field) => field !== 'name' || changes.name !== known.name,
    )
    if (fields.some((field) => JSON.stringify(known[field]) !== JSON.stringify(now[field]))) throw error
    const state = stores.get(id)
    if (state) state.rebaseCount++
    return transport.call(calls.editCart, {
      id,
      ...changes,
      name: fields.includes('name') ? changes.name : now.name,
      version: now.version,
    })
  }
}

function fail({ get, publish, byId }: Stores, id: number, error: ReturnType<typeof toFailure>): void {
  const state = get(id)
  if (!state) return byId.set(String(id), { ...byId.get(String(id)), status: 'error', error })
  Object.assign(state, { status: 'error', error })
  publish(id)
}

/**
 * Puts what the server said of a cart where it is shown; an answer older than what is known is refused.
 * `opens`: the cart was asked for by itself.
 */
function takeCart(stores: Stores, answer: CartAnswer | CartWithRecords, opens = false): Cart {
  const { list } = stores
  const cart = toCart(answer)
  if (!opens) stores.edits++
  list.update((snapshot) => ({
    ...snapshot,
    carts: snapshot.carts.some(({ id }) => id === cart.id)
      ? snapshot.carts.map((known) => (known.id === cart.id && known.version <= cart.version ? cart : known))
      : snapshot.hasData && !opens
        ? [cart, ...snapshot.carts]
        : snapshot.carts,
  }))
  const state = stores.get(cart.id)
  if (!state || (!opens && !state.base) || (state.base && state.base.cart.version > cart.version)) return cart
  keepWhole(state, stores.pageSize, () => {
    state.base = { cart, items: referencesOf(cart.items) }
  })
  stores.publish(cart.id)
  return cart
}

/** A cart as the stores hold it. */
function toCart(answer: CartAnswer | CartWithRecords): Cart {
  return { ...answer, id: Number(answer.id), items: [...referencesOf(answer.items)] }
}

/** The cart is gone, or is not the user's to see any more. */
function dropCart(stores: Stores, id: number): void {
  stores.forget(id)
  stores.edits++
  stores.list.update((snapshot) => ({ ...snapshot, carts: snapshot.carts.filter((cart) => cart.id !== id) }))
}

/** Two people in one cart see each other's changes at once. @source decision 0062 */
function watchCarts(client: Client, stores: Stores): () => void {
  const live = liveOf(client)
  const follow = async (id: number, modified?: string): Promise<void> => {
    const state = stores.get(id)
    // An own edit is announced, too: it is known by then.
    await state?.turn
    if (state?.base)
      return modified !== undefined && state.base.cart.modified === modified
        ? undefined
        : readCart(stores, id)
    const listed = stores.list.get().carts.find((cart) => cart.id === id)
    if (!stores.list.get().hasData || listed?.modified === modified) return
    try {
      takeCart(stores, await client.call(calls.viewCart, { id, no_preview: true, records: false }))
    } catch (error) {
      if (isApiError(error, 'cart_not_found')) dropCart(stores, id)
    }
  }
  const stops = [
    live.on('cart', ({ id, modified }) => void follow(id, modified).catch(() => undefined)),
    live.onOpen((isFirst) => {
      // What happened while nothing was heard; the first time, all has just been read.
      if (isFirst) return
      for (const id of stores.ids()) void follow(id).catch(() => undefined)
      if (stores.list.get().hasData) void readCarts(stores).catch(() => undefined)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** @throws cart_name_missing, cart_name_empty @source portal §5 */
function checkName(name: unknown): void {
  if (typeof name !== 'string') throw new ApiError('cart_name_missing', {}, 'A cart requires a name')
  if (name.trim() === '') throw new ApiError('cart_name_empty', {}, 'A cart requires a non empty name')
}

async function logged<Answer>(log: Log, message: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    log('error', message, error)
    throw error
  }
}
