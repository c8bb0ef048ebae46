/** What is read of one key: a snapshot now, and word of every change. */
export interface Readable<Snapshot> {
  /** The snapshot: immutable, the same object until something changed. */
  get(): Snapshot
  /** Calls the listener after changes, once however many came together; answers how to stop. */
  subscribe(listener: () => void): () => void
}

/** Snapshots by key. A key that nothing is stored under has a snapshot too, of status `unknown`. */
export interface KeyedReadable<Snapshot> {
  /** The snapshot of one key: immutable, the same object until something of this key changed. */
  get(key: string): Snapshot
  /** Listens to exactly one key. */
  subscribe(key: string, listener: () => void): () => void
}

/** A keyed store: {@link KeyedReadable} for readers, `set` and `delete` for its owner. */
export interface KeyedStore<Snapshot> extends KeyedReadable<Snapshot> {
  set(key: string, snapshot: Snapshot): void
  update(key: string, change: (snapshot: Snapshot) => Snapshot): void
  delete(key: string): void
  /** Takes all keys away. */
  clear(): void
  has(key: string): boolean
  keys(): readonly string[]
}

/** Snapshots that are kept of keys that nothing is stored under. */
const maxUnknown = 500

/**
 * Creates a keyed store. Listeners are called in one batch after the running code, each once; setting the
 * same object notifies nobody. `initial` gives the snapshot of a key that nothing is stored under; its
 * identity is stable while somebody listens.
 * @source DESIGN "Data layer": a keyed store, subscribe to exactly one key
 */
export function createKeyedStore<Snapshot>(initial: (key: string) => Snapshot): KeyedStore<Snapshot> {
  const stored = new Map<string, Snapshot>()
  const unknown = new Map<string, Snapshot>()
  const listeners = new Map<string, Set<() => void>>()

  /**
   * Snapshots of keys that nothing is stored under are kept for whoever listens; of the others, the oldest
   * go.
   */
  const forgetUnheard = (): void => {
    if (unknown.size < maxUnknown) return
    for (const key of unknown.keys()) if (!listeners.has(key)) return void unknown.delete(key)
  }
  const get = (key: string): Snapshot => {
    const known = stored.get(key)
    if (known !== undefined || stored.has(key)) return known as Snapshot
    if (!unknown.has(key)) {
      forgetUnheard()
      unknown.set(key, initial(key))
    }
    return unknown.get(key) as Snapshot
  }
  const changed = (key: string): void => {
    listeners.get(key)?.forEach(enqueue)
  }
  const set = (key: string, snapshot: Snapshot): void => {
    if (Object.is(stored.get(key), snapshot) && stored.has(key)) return
    stored.set(key, snapshot)
    if (unknown.size > 0) unknown.delete(key)
    changed(key)
  }
  return {
    get,
    set,
    update: (key, change) => set(key, change(get(key))),
    delete(key) {
      if (stored.delete(key)) changed(key)
    },
    clear() {
      const keys = [...stored.keys()]
      stored.clear()
      keys.forEach(changed)
    },
    has: (key) => stored.has(key),
    keys: () => [...stored.keys()],
    subscribe(key, listener) {
      // An own function per subscription: the same listener given twice is two subscriptions.
      const own = (): void => listener()
      const ofKey = listeners.get(key) ?? new Set()
      listeners.set(key, ofKey.add(own))
      return () => {
        ofKey.delete(own)
        pending.delete(own)
        if (ofKey.size === 0 && listeners.get(key) === ofKey) listeners.delete(key)
      }
    },
  }
}

/** A store of one snapshot. */
export interface Cell<Snapshot> extends Readable<Snapshot> {
  set(snapshot: Snapshot): void
  update(change: (snapshot: Snapshot) => Snapshot): void
}

/** Creates a store of one snapshot, with the notifications of {@link createKeyedStore}. */
export function createCell<Snapshot>(snapshot: Snapshot): Cell<Snapshot> {
  const store = createKeyedStore(() => snapshot)
  return {
    get: () => store.get(''),
    set: (next) => store.set('', next),
    update: (change) => store.update('', change),
    subscribe: (listener) => store.subscribe('', listener),
  }
}

/** The view of one key of a store. */
export function readKey<Snapshot>(store: KeyedReadable<Snapshot>, key: string): Readable<Snapshot> {
  return { get: () => store.get(key), subscribe: (listener) => store.subscribe(key, listener) }
}

const pending = new Set<() => void>()

function enqueue(listener: () => void): void {
  if (pending.size === 0) queueMicrotask(flush)
  pending.add(listener)
}

function flush(): void {
  const batch = [...pending]
  pending.clear()
  for (const listener of batch) {
    try {
      listener()
    } catch (error) {
      // One broken listener must not keep the news from the others.
      queueMicrotask(() => {
        throw error
      })
    }
  }
}
