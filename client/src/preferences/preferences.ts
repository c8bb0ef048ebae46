import { calls } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { ClientError, nounError, toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedReadable, type KeyedStore } from '../store/keyed-store.ts'
import { preferenceErrors } from './preference-errors.ts'

/**
 * A snapshot of a preference. `fetching`, then `loaded` or `not_found`; `error` where it could not be read or
 * saved.
 * @source portal §3, §4
 */
export interface PreferenceSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  /** What the application calls the kind of value; `string` unless it says otherwise. */
  readonly type: string
  /** What was set, or text that is no JSON; undefined where there is none. */
  readonly value: unknown
}

/** Which preference. */
export interface PreferenceOptions {
  /** `vue-app` by default. @source portal §9 */
  readonly namespace?: string
  readonly type?: string
}

/**
 * What who is signed in set for themself; they find it on each of their machines. Keys are {@link
 * preferenceKey}s.
 */
export interface Preferences extends KeyedReadable<PreferenceSnapshot> {
  /** Reads one again; several at once are one request. @throws what the call rejects with */
  fetch(key: string, options?: PreferenceOptions): Promise<PreferenceSnapshot>
  /**
   * Sets one: shown at once, and put back where the server refuses it. Changes of one preference are sent in
   * their order.
   * @throws preference_invalid without a key or a value that JSON can say; what the call rejects with
   */
  set(key: string, value: unknown, options?: PreferenceOptions): Promise<void>
  /** Takes one away, at once. @throws as `set` */
  remove(key: string, options?: PreferenceOptions): Promise<void>
  /** Forgets all that was read: another person comes. */
  clear(): void
}

/** The preferences of the signed-in user. */
export const preferencesOf = attach(createPreferences)

/** @source portal §9 */
const defaultNamespace = 'vue-app'

/** The key under which a preference is stored. */
export function preferenceKey(key: string, namespace: string = defaultNamespace): string {
  return `${namespace}/${key}`
}

type Content = Pick<PreferenceSnapshot, 'type' | 'value'>
const nothing: Content = { type: 'string', value: undefined }

/** One preference beside its snapshot: what the server has, and what is under way. */
interface Entry {
  saved: Content
  reading: Promise<PreferenceSnapshot> | undefined
  writing: Promise<unknown>
  /** Changes that are not answered yet, and all that there ever were. */
  writes: number
  changes: number
}

interface Stores {
  readonly client: Client
  readonly store: KeyedStore<PreferenceSnapshot>
  readonly entries: Map<string, Entry>
}

function createPreferences(client: Client): Preferences {
  const store = createKeyedStore<PreferenceSnapshot>(() => ({ status: 'unknown', error: null, ...nothing }))
  const stores: Stores = { client, store, entries: new Map() }
  return {
    get: store.get,
    subscribe: store.subscribe,
    fetch(key, { namespace = defaultNamespace } = {}) {
      const id = preferenceKey(key, namespace)
      const entry = entryOf(stores, id)
      entry.reading ??= read(stores, id, entry, { namespace, key })
      return entry.reading
    },
    async set(key, value, { namespace = defaultNamespace, type = 'string' } = {}) {
      const text = JSON.stringify(value) as string | undefined
      if (key === '' || text === undefined) throw nounError(preferenceErrors, 'preference_invalid')
      await write(stores, preferenceKey(key, namespace), { type, value }, () =>
        client.call(calls.setPreference, { namespace, key, type, value: text }),
      )
    },
    async remove(key, { namespace = defaultNamespace } = {}) {
      if (key === '') throw nounError(preferenceErrors, 'preference_invalid')
      await write(stores, preferenceKey(key, namespace), nothing, () =>
        client.call(calls.deletePreference, { namespace, key }),
      )
    },
    clear() {
      stores.entries.clear()
      store.clear()
    },
  }
}

function entryOf({ entries }: Stores, id: string): Entry {
  const entry = entries.get(id) ?? {
    saved: nothing,
    reading: undefined,
    writing: Promise.resolve(),
    writes: 0,
    changes: 0,
  }
  entries.set(id, entry)
  return entry
}

async function read(
  stores: Stores,
  id: string,
  entry: Entry,
  where: { readonly namespace: string; readonly key: string },
): Promise<PreferenceSnapshot> {
  const { client, store } = stores
  store.update(id, (snapshot) => ({ ...snapshot, status: 'fetching', error: null }))
  try {
    // What is being saved is older than what is read after it.
    await entry.writing
    const { changes } = entry
    const {
      response: { data },
    } = await client.call(calls.getPreference, where)
    if (changes === entry.changes)
      entry.saved = 'value' in data ? { type: data.type, value: parse(data.value) } : nothing
    return settle(stores, id, entry, null)
  } catch (error) {
    const failure = toFailure(error)
    settle(stores, id, entry, failure)
    throw failure
  } finally {
    entry.reading = undefined
  }
}

async function write(
  stores: Stores,
  id: string,
  content: Content,
  send: () => Promise<unknown>,
): Promise<void> {
  const entry = entryOf(stores, id)
  entry.writes++
  entry.changes++
  stores.store.set(id, { ...content, status: 'fetching', error: null })
  const sent = entry.writing.then(() => {
    // What one person set is never sent as another.
    if (stores.entries.get(id) !== entry) throw new ClientError('error.canceled')
    return send()
  })
  entry.writing = sent.catch(() => undefined)
  let failure: Failure | null = null
  try {
    await sent
    entry.saved = content
  } catch (error) {
    failure = toFailure(error)
    stores.client.options.log('error', `Preference ${id} could not be saved`, failure)
    throw failure
  } finally {
    entry.writes--
    settle(stores, id, entry, failure)
  }
}

/** Shows what the server has, unless more is on its way, or whoever asked for it is gone. */
function settle(
  { store, entries }: Stores,
  id: string,
  entry: Entry,
  error: Failure | null,
): PreferenceSnapshot {
  const snapshot: PreferenceSnapshot = {
    ...entry.saved,
    status: error ? 'error' : entry.saved.value === undefined ? 'not_found' : 'loaded',
    error,
  }
  if (entries.get(id) === entry && entry.writes === 0) store.set(id, snapshot)
  return snapshot
}

/** The value of a text; other clients may have kept a text that is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
