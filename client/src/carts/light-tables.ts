import {
  calls,
  lightTableLimits,
  type LightTableItem,
  type LightTablePlace,
  type PlacedOnTable,
} from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { toFailure, type Failure } from '../failure.ts'
import { liveOf } from '../live/live.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedReadable, type KeyedStore } from '../store/keyed-store.ts'

/** The light table of a cart: its items in order, with their places, edits that are under way included. */
export interface LightTableSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly hasData: boolean
  readonly items: readonly LightTableItem[]
}

/** Light tables, by the id of their cart (as text). @source decision 0238 */
export interface LightTables extends Forgetful {
  readonly byId: KeyedReadable<LightTableSnapshot>
  /** Reads the light table of a cart. @throws cart_not_found */
  fetch(cartId: number): Promise<void>
  /**
   * Gives items their places, or takes them back (null), at once; they go back where it fails. The last who
   * places an item decides over it, and over no other. `onlyUnplaced`: those alone that nobody has placed.
   */
  arrange(
    cartId: number,
    items: readonly PlacedOnTable[],
    options?: { readonly onlyUnplaced?: boolean },
  ): Promise<void>
  /** Follows what others do on the light tables that are known here. Answers how to stop. */
  watch(): () => void
}

interface Edit {
  readonly places: ReadonlyMap<number, LightTablePlace | null>
  readonly onlyUnplaced: boolean
}

/** What is known of one light table: what the server said, and edits that are under way. */
interface Table {
  /** Everything up to this revision is known; -1: nothing yet. */
  revision: number
  items: readonly LightTableItem[]
  edits: readonly Edit[]
  /** The last edit that was sent: the next one waits for it. */
  turn: Promise<unknown>
}

interface Stores {
  readonly client: Client
  readonly tables: Map<number, Table>
  /** Tables that are being read: a change that is announced meanwhile may not be in what is read. */
  readonly reading: Map<number, Promise<void>>
  readonly byId: KeyedStore<LightTableSnapshot>
}

/** The light tables of a client. */
export const lightTablesOf = attach(createLightTables)

const unknown: LightTableSnapshot = { status: 'unknown', error: null, hasData: false, items: [] }

function createLightTables(client: Client): LightTables {
  const stores: Stores = {
    client,
    tables: new Map(),
    reading: new Map(),
    byId: createKeyedStore(() => unknown),
  }
  return {
    byId: stores.byId,
    fetch: (id) => {
      const run = readTable(stores, id)
      const settled = run.catch(() => undefined)
      stores.reading.set(id, settled)
      void settled.then(() => {
        if (stores.reading.get(id) === settled) stores.reading.delete(id)
      })
      return run
    },
    arrange: (id, items, { onlyUnplaced = false } = {}) => arrange(stores, id, items, onlyUnplaced),
    watch: () => watchTables(stores),
    clear() {
      stores.tables.clear()
      stores.byId.clear()
    },
  }
}

async function readTable(stores: Stores, id: number): Promise<void> {
  const { client, tables, byId } = stores
  const key = String(id)
  byId.update(key, (now) => ({ ...now, status: now.hasData ? 'fetching' : 'initial', error: null }))
  try {
    const { revision, items } = await client.call(calls.getLightTable, { id })
    const known = tables.get(id)
    const isBehind = known !== undefined && revision < known.revision
    if (known) Object.assign(known, { revision, items })
    else tables.set(id, { revision, items, edits: [], turn: Promise.resolve() })
    // An edit was answered while this was read.
    if (isBehind) await readChanges(stores, id)
    publish(stores, id)
  } catch (error) {
    const failure = toFailure(error)
    byId.update(key, (now) => ({ ...now, status: 'error', error: failure }))
    throw failure
  }
}

/** Reads what changed since; several who ask at once read once. */
async function readChanges(stores: Stores, id: number): Promise<void> {
  const table = stores.tables.get(id)
  if (!table) return
  const { revision, items } = await stores.client.call(calls.getLightTable, { id, since: table.revision })
  if (revision < table.revision) return
  table.revision = revision
  put(table, items)
  publish(stores, id)
}

async function arrange(
  stores: Stores,
  id: number,
  items: readonly PlacedOnTable[],
  onlyUnplaced: boolean,
): Promise<void> {
  if (items.length === 0) return
  const table = stores.tables.get(id)
  const edit: Edit = { places: new Map(items.map((item) => [item.id, item.place])), onlyUnplaced }
  const send = async (): Promise<void> => {
    for (let first = 0; first < items.length; first += lightTableLimits.maxPlaced) {
      const answer = await stores.client.call(calls.arrangeLightTable, {
        id,
        items: items.slice(first, first + lightTableLimits.maxPlaced),
        ...(onlyUnplaced ? { onlyUnplaced } : {}),
      })
      if (table) take(table, answer)
    }
  }
  if (!table) return send()
  table.edits = [...table.edits, edit]
  publish(stores, id)
  const turn = table.turn.then(send)
  table.turn = turn.catch(() => undefined)
  try {
    await turn
  } catch (error) {
    throw toFailure(error)
  } finally {
    table.edits = table.edits.filter((one) => one !== edit)
    publish(stores, id)
  }
}

/**
 * Between its revision and the known one others may have placed items: those are read when they are
 * announced.
 */
function take(table: Table, answer: { revision: number; items: readonly PlacedOnTable[] }): void {
  if (answer.revision === table.revision + 1) table.revision = answer.revision
  put(table, answer.items)
}

function put(table: Table, placed: readonly PlacedOnTable[]): void {
  if (placed.length === 0) return
  const places = new Map(placed.map((item) => [item.id, item.place]))
  table.items = table.items.map((item) => {
    const place = places.get(item.id)
    return place === undefined ? item : { ...item, place }
  })
}

function publish({ tables, byId }: Stores, id: number): void {
  const table = tables.get(id)
  if (!table) return
  const items = table.edits.reduce<readonly LightTableItem[]>(
    (now, { places, onlyUnplaced }) =>
      now.map((item) => {
        const place = places.get(item.id)
        return place === undefined || (onlyUnplaced && item.place !== null) ? item : { ...item, place }
      }),
    table.items,
  )
  byId.set(String(id), { status: 'loaded', error: null, hasData: true, items })
}

/** Two people at one light table see what the other moves at once. @source decisions 0062 and 0238 */
function watchTables(stores: Stores): () => void {
  const live = liveOf(stores.client)
  const follow = async (id: number, revision?: number): Promise<void> => {
    await stores.reading.get(id)
    const table = stores.tables.get(id)
    // An own edit is announced, too: it is known by then.
    await table?.turn
    if (table && (revision === undefined || table.revision < revision)) await readChanges(stores, id)
  }
  const stops = [
    live.on('lightTable', ({ id, revision }) => void follow(id, revision).catch(() => undefined)),
    // The first time, too: a table may be read before anything of it can be heard.
    live.onOpen(() => {
      for (const id of new Set([...stores.tables.keys(), ...stores.reading.keys()]))
        void follow(id).catch(() => undefined)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
