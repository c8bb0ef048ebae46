import { calls, type Asset, type Cart, type ItemReference } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedStore } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import { applyEdit, type ItemsEdit } from './cart-items.ts'
import type { CartSnapshot } from './cart-snapshots.ts'
import { createItemMap, setOfItems, type ItemMap } from './item-map.ts'

/** Items whose records are read at once. @source portal §9: the page size of a cart cursor is 100 */
const defaultPageSize = 100
/** What the server answers at once, at most. */
const maxPageSize = 200

/** An edit that is under way; a move may be made again as another one. */
export interface PendingEdit {
  edit: ItemsEdit
}

/**
 * What is known of one cart: what the server said last, edits that are under way, and records that were read.
 */
export interface CartState {
  status: LoadStatus
  error: Failure | null
  base: { readonly cart: Cart; readonly items: readonly ItemReference[] } | null
  edits: readonly PendingEdit[]
  found: CartSnapshot['found']
  /** null where there is no record for this user. */
  readonly records: ItemMap<Asset | null>
  /** How many of the items that are shown have been asked for. */
  loadedCount: number
  /** The read of records that is under way. */
  reading: Promise<void> | null
  rebaseCount: number
  /** The last edit that was sent: the next one waits for it, so that they arrive in their order. */
  turn: Promise<unknown>
}

/** The carts that are known one by one. */
export interface CartStates {
  readonly byId: KeyedStore<CartSnapshot>
  /** Items whose records are read at once. */
  readonly pageSize: number
  get(id: number): CartState | undefined
  /** The state of a cart, made where it is not known. */
  open(id: number): CartState
  /** Shows what is known now. */
  publish(id: number): void
  forget(id: number): void
  ids(): readonly number[]
  clear(): void
  /**
   * Reads records of what is shown that were not read yet: up to the reach, or one page `further`; `again`:
   * the first ones again.
   */
  readRecords(id: number, params?: 'further' | 'again'): Promise<void>
}

/** Records that are read again when a cart is: of those further down, only what is missing. */
const maxFresh = 500

const unknown: CartSnapshot = {
  status: 'unknown',
  error: null,
  cart: null,
  items: [],
  found: null,
  assets: [],
  hasNext: false,
  isFetchingMore: false,
  rebaseCount: 0,
}

/**
 * Creates them. `chunk`: ids that are asked for at once, 1 to 200.
 * @source portal §9: with the huge-carts option, ids are split into chunks of the cursor max
 */
export function createCartStates(transport: Pick<Transport, 'call'>, chunk = defaultPageSize): CartStates {
  const pageSize = Math.min(Math.max(1, Math.trunc(chunk)), maxPageSize)
  const states = new Map<number, CartState>()
  const byId = createKeyedStore<CartSnapshot>(() => unknown)
  const publish = (id: number): void => {
    const state = states.get(id)
    if (state) byId.set(String(id), snapshotOf(state, byId.get(String(id))))
  }
  const open = (id: number): CartState => {
    const known = states.get(id)
    if (known) return known
    const state: CartState = {
      status: 'unknown',
      error: null,
      base: null,
      edits: [],
      found: null,
      records: createItemMap(),
      loadedCount: 0,
      reading: null,
      rebaseCount: 0,
      turn: Promise.resolve(),
    }
    states.set(id, state)
    return state
  }
  return {
    byId,
    pageSize,
    publish,
    open,
    get: (id) => states.get(id),
    ids: () => [...states.keys()],
    forget(id) {
      states.delete(id)
      byId.delete(String(id))
    },
    clear() {
      states.clear()
      byId.clear()
    },
    async readRecords(id, params) {
      const state = open(id)
      // One read at a time: what is missing is asked of the items as they are then.
      while (state.reading) await state.reading
      const shown = shownItems(state)
      if (params === 'further' || state.loadedCount === 0)
        state.loadedCount = Math.min(shown.length, state.loadedCount + pageSize)
      const missing = shown
        .slice(0, state.loadedCount)
        .filter((item, index) => !state.records.has(item) || (params === 'again' && index < maxFresh))
      if (missing.length === 0) return publish(id)
      state.reading = readPages(transport, state, missing, pageSize).finally(() => {
        state.reading = null
        publish(id)
      })
      publish(id)
      return state.reading
    },
  }
}

/** Ids in chunks, each in one call. @source portal §9: ids are split into chunks of the cursor max */
async function readPages(
  transport: Pick<Transport, 'call'>,
  { records }: CartState,
  items: readonly ItemReference[],
  pageSize: number,
): Promise<void> {
  for (let first = 0; first < items.length; first += pageSize) {
    const page = items.slice(first, first + pageSize)
    const { response } = await transport.call(calls.findEntities, {
      path: 'dam/data/asset',
      query: { id: { in: page.map(({ id }) => id) } },
      max: pageSize,
    })
    for (const item of page) records.set(item, null)
    // What lists of assets answer is made of assets.
    for (const record of response.data as unknown as Asset[])
      records.set({ type: record.$resource, id: record.id }, record)
  }
}

/** The items with the edits that are under way. */
export function itemsOf({ base, edits }: CartState): readonly ItemReference[] {
  return edits.reduce<readonly ItemReference[]>(
    (items, { edit }) => applyEdit(items, edit),
    base?.items ?? [],
  )
}

/** The items that are shown: all, or those that were found and are there still. */
function shownItems(state: CartState, items = itemsOf(state)): readonly ItemReference[] {
  if (!state.found) return items
  const found = setOfItems(state.found.items)
  return items.filter((item) => found.has(item))
}

function snapshotOf(state: CartState, before: CartSnapshot): CartSnapshot {
  const items = state.base && state.edits.length === 0 ? state.base.items : itemsOf(state)
  const shown = shownItems(state, items)
  const loadedCount = Math.min(state.loadedCount, shown.length)
  const assets = recordsOf(state, shown, loadedCount)
  return {
    status: state.status,
    error: state.error,
    cart: state.base?.cart ?? null,
    items,
    found: state.found,
    // The same list while nothing in it changed: a wall of it is not laid out again.
    assets: isSameList(assets, before.assets) ? before.assets : assets,
    hasNext: loadedCount < shown.length,
    isFetchingMore: state.reading !== null,
    rebaseCount: state.rebaseCount,
  }
}

/** The records of the first items, as far as the user may see them. */
function recordsOf({ records }: CartState, items: readonly ItemReference[], end: number): readonly Asset[] {
  const found: Asset[] = []
  for (let at = 0; at < end; at++) {
    const item = items[at]
    const record = item && records.get(item)
    if (record) found.push(record)
  }
  return found
}

function isSameList(one: readonly Asset[], other: readonly Asset[]): boolean {
  return one.length === other.length && one.every((asset, index) => asset === other[index])
}
