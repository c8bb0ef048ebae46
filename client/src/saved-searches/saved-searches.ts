import { calls, type SavedSearch } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import {
  missingFields,
  openSearch,
  readSearch,
  searchOf,
  type SearchState,
} from '../bookmarks/search-state.ts'
import type { Client } from '../client.ts'
import { ClientError, nounError, toFailure } from '../failure.ts'
import { createQueue, type Queue } from '../store/queue.ts'
import { createCell, type Cell } from '../store/keyed-store.ts'
import { savedSearchErrors } from './saved-search-errors.ts'
import type { SavedSearches, SavedSearchesSnapshot, StartedSearch } from './saved-search-snapshots.ts'

/** A change that is under way: what becomes of the search, or null where it goes. */
interface Overlay {
  readonly id: number
  readonly apply: (search: SavedSearch) => SavedSearch | null
}

interface Stores {
  readonly client: Client
  readonly cell: Cell<SavedSearchesSnapshot>
  /** What the server said, in its order. */
  base: readonly SavedSearch[]
  overlays: readonly Overlay[]
  /** Counts the changes that were answered: a list that was asked for before one of them is old. */
  changes: number
  /** Changes of one search go one after the other. */
  readonly queues: Map<number, Queue>
  /** The list that is being read, and of which type. */
  reading: Promise<void> | undefined
  type: string | undefined
  /** Rises when another person comes: what was asked for before is not theirs. */
  person: number
}

const unknown: SavedSearchesSnapshot = { status: 'unknown', error: null, hasData: false, searches: [] }

/** The saved searches of the signed-in user. */
export const savedSearchesOf = attach(createSavedSearches)

function createSavedSearches(client: Client): SavedSearches {
  const stores: Stores = {
    client,
    cell: createCell(unknown),
    base: [],
    overlays: [],
    changes: 0,
    queues: new Map(),
    reading: undefined,
    type: undefined,
    person: 0,
  }
  const { cell } = stores
  const stateOf = (cursorName: string, name: string, context?: string): SearchState => {
    const cursor = client.cursors.get(cursorName)
    if (cursor.status === 'unknown') throw new ClientError('cursor_unknown', { name: cursorName })
    return searchOf(cursor, {
      name,
      date: new Date(client.options.clock.nowMs()),
      saved: true,
      ...(context === undefined ? {} : { context }),
    })
  }
  const get = (id: number): SavedSearch | undefined => findSearch(stores, id)
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    fetchSearches: (type) => readSearches(stores, type),
    fetchSearch: (id) =>
      guarded(stores, `Failed to retrieve search ${id}`, async () =>
        taken(stores, await client.call(calls.getSavedSearch, { id })),
      ),
    createSearch: (cursorName, { name, context, ...rest }) =>
      guarded(stores, 'Error creating search', async () =>
        taken(
          stores,
          await client.call(calls.createSavedSearch, {
            name,
            ...rest,
            data: { ...stateOf(cursorName, name, context) },
          }),
        ),
      ),
    updateSearch: (id, { cursorName, ...change }) =>
      guarded(stores, 'Error renaming search', () => {
        const data =
          cursorName === undefined
            ? {}
            : { data: { ...stateOf(cursorName, change.name ?? get(id)?.name ?? '') } }
        return changing(stores, { id, apply: (search) => ({ ...search, ...change, ...data }) }, () => {
          const version = get(id)?.version
          return client.call(calls.updateSavedSearch, {
            id,
            ...change,
            ...data,
            ...(version === undefined ? {} : { version }),
          })
        })
      }),
    ...createSharing(stores),
    deleteSearch: (id) =>
      guarded(stores, 'Error deleting search', () =>
        changing<undefined>(
          stores,
          { id, apply: () => null },
          async () => void (await client.call(calls.deleteSavedSearch, { id })),
        ),
      ),
    runSearch: (id, cursorName) =>
      guarded(stores, `Failed to retrieve search ${id}`, async () =>
        run(client, get(id) ?? taken(stores, await client.call(calls.getSavedSearch, { id })), cursorName),
      ),
    clear() {
      stores.person++
      Object.assign(stores, { base: [], overlays: [], reading: undefined })
      stores.queues.clear()
      cell.set(unknown)
    },
  }
}

/** What changes who sees a search, and who has it. */
function createSharing(
  stores: Stores,
): Pick<
  SavedSearches,
  'shareSearch' | 'removeCollaborators' | 'switchPrivate' | 'transferSearch' | 'unsubscribe'
> {
  const { client } = stores
  return {
    // Names of new people come with the answer alone.
    shareSearch: (id, people, url) =>
      guarded(stores, 'Error sharing search', () =>
        changing(stores, { id, apply: (search) => search }, () =>
          client.call(calls.addSavedSearchSubscribers, {
            id,
            collaborators: [...people],
            ...(url === undefined ? {} : { url }),
          }),
        ),
      ),
    removeCollaborators: (id, people) =>
      guarded(stores, 'Error removing collaborators from search', () =>
        changing(stores, { id, apply: (search) => without(search, people) }, () =>
          client.call(calls.removeSavedSearchSubscribers, { id, subscribers: [...people] }),
        ),
      ),
    switchPrivate: (id, isPrivate) =>
      guarded(stores, 'Error during switchPrivate search', () =>
        changing(stores, { id, apply: (search) => ({ ...search, isPrivate }) }, () =>
          client.call(calls.switchSavedSearchPrivate, { id, isPrivate }),
        ),
      ),
    transferSearch: (id, owner) =>
      guarded(stores, 'Error sharing search', () =>
        changing(stores, { id, apply: (search) => search }, () =>
          client.call(calls.transferSavedSearch, { id, owner }),
        ),
      ),
    unsubscribe: (id) =>
      guarded(stores, 'Error unsubscribing from search', async () => {
        await changing(
          stores,
          { id, apply: (search) => (search.isPrivate ? null : search) },
          async () => void (await client.call(calls.unsubscribeSavedSearch, { id })),
        )
        const search = findSearch(stores, id)
        // A public one stays in sight.
        if (search && !search.isPrivate) await refreshOne(stores, id)
      }),
  }
}

function findSearch(stores: Stores, id: number): SavedSearch | undefined {
  return stores.base.find((search) => search.id === id)
}

/** Has a cursor ask what was saved, without what is gone. */
async function run(
  { schemas, cursors }: Client,
  saved: SavedSearch,
  cursorName?: string,
): Promise<StartedSearch> {
  const whole = readSearch({ cursorName: `saved/${saved.id}`, ...saved.data, name: saved.name })
  if (!whole) throw nounError(savedSearchErrors, 'saved_search_unreadable')
  const missing = missingFields(whole, await schemas.resolve(whole.path))
  const userConstraints = Object.fromEntries(
    Object.entries(whole.userConstraints).filter(([, { field }]) => !missing.includes(field)),
  )
  const search = missing.length === 0 ? whole : { ...whole, userConstraints }
  openSearch(cursors, search, cursorName)
  return { search, missingFields: missing }
}

/**
 * A list first goes initial, later fetching. Whoever asks while it is read has it read once more: it may have
 * changed meanwhile.
 */
function readSearches(stores: Stores, type?: string): Promise<void> {
  const { client, cell, person } = stores
  stores.type = type
  stores.changes++
  if (stores.reading) return stores.reading
  cell.update((snapshot) => ({ ...snapshot, status: snapshot.hasData ? 'fetching' : 'initial', error: null }))
  const reading = guarded(stores, 'Failed to retrieve searches', async () => {
    let searches: readonly SavedSearch[] = []
    let changes = -1
    while (changes !== stores.changes) {
      changes = stores.changes
      searches = await client.call(
        calls.listSavedSearches,
        stores.type === undefined ? {} : { type: stores.type },
      )
    }
    if (person !== stores.person) return
    stores.base = searches
    show(stores, { status: 'loaded', error: null, hasData: true })
  }).finally(() => {
    if (person === stores.person) stores.reading = undefined
  })
  stores.reading = reading
  return reading
}

async function refreshOne(stores: Stores, id: number): Promise<void> {
  taken(stores, await stores.client.call(calls.getSavedSearch, { id }))
}

/** Sets the status to error, logs, and throws again. @source portal §8 */
async function guarded<Answer>(
  stores: Stores,
  message: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { person } = stores
  try {
    return await work()
  } catch (error) {
    const failure = toFailure(error)
    stores.client.options.log('error', message, failure)
    if (person === stores.person) show(stores, { status: 'error', error: failure })
    throw failure
  }
}

/**
 * Shows a change while it is made, in its turn. What it answers is the search as it is now; nothing where it
 * is gone.
 */
async function changing<Answer extends SavedSearch | undefined>(
  stores: Stores,
  overlay: Overlay,
  send: () => Promise<Answer | void>,
): Promise<Answer> {
  const { person } = stores
  const queue = stores.queues.get(overlay.id) ?? createQueue()
  stores.queues.set(overlay.id, queue)
  stores.overlays = [...stores.overlays, overlay]
  show(stores, { status: stores.cell.get().hasData ? 'fetching' : stores.cell.get().status, error: null })
  try {
    return await queue.take(async () => {
      if (person !== stores.person) throw new ClientError('error.canceled')
      const answer = await send()
      if (person === stores.person) take(stores, overlay, answer ?? undefined)
      return answer as Answer
    })
  } finally {
    stores.overlays = stores.overlays.filter((one) => one !== overlay)
    if (person === stores.person)
      show(
        stores,
        stores.overlays.length === 0 && stores.cell.get().status === 'fetching' ? { status: 'loaded' } : {},
      )
  }
}

function take(stores: Stores, { id, apply }: Overlay, answer: SavedSearch | undefined): void {
  stores.changes++
  if (answer) taken(stores, answer)
  else stores.base = stores.base.flatMap((search) => (search.id === id ? (apply(search) ?? []) : search))
}

/** Puts what the server said of a search where it is shown; an answer older than what is known is refused. */
function taken(stores: Stores, search: SavedSearch): SavedSearch {
  const known = stores.base.find(({ id }) => id === search.id)
  if (!known) stores.base = [search, ...stores.base]
  else if (known.version <= search.version)
    stores.base = stores.base.map((one) => (one === known ? search : one))
  stores.changes++
  show(stores, {})
  return search
}

function without(search: SavedSearch, people: readonly number[]): SavedSearch {
  const subscribers = search.subscribers.filter(({ id }) => !people.includes(id))
  return { ...search, subscribers, isPrivatelyShared: subscribers.length > 0 }
}

function show(stores: Stores, change: Partial<SavedSearchesSnapshot>): void {
  const searches = stores.base.flatMap((search) => {
    let shown: SavedSearch | null = search
    for (const overlay of stores.overlays) if (overlay.id === search.id && shown) shown = overlay.apply(shown)
    return shown ?? []
  })
  searches.sort((one, other) => other.modified.localeCompare(one.modified) || other.id - one.id)
  stores.cell.update((snapshot) => ({ ...snapshot, ...change, searches }))
}
