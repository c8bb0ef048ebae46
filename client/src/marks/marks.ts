import { calls, maxMarked, type MarkChange, type Marks } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { entityKey } from '../entities/entity.ts'
import { toFailure, type Failure } from '../failure.ts'
import { liveOf } from '../live/live.ts'
import { createKeyedStore, type KeyedStore } from '../store/keyed-store.ts'
import { createQueue } from '../store/queue.ts'
import type { MarkFailure, MarkOutcome, MarksSnapshot, MarkStore } from './mark-store.ts'

/** Entities of one answer. */
const readAtOnce = 200
/** What is asked for within this time is read together. */
const gatherMs = 20
/** What is announced within this time is read again together. */
const settleMs = 250

const none: Marks = { rating: 0, label: null, pick: null }
const unknown: MarksSnapshot = { ...none, isKnown: false, isSaving: false }

/** The marks of a client. */
export const marksOf = attach(createMarks)

/** What is known of an entity: what the server said, and what is on its way there, the oldest first. */
interface Entry {
  readonly said: Marks | null
  readonly changes: readonly MarkChange[]
  /** Counts the changes made here: an answer to what was asked before one of them is old. */
  readonly writes: number
}

interface Store {
  readonly client: Client
  readonly entries: Map<string, Entry>
  readonly shown: KeyedStore<MarksSnapshot>
  readonly listened: Map<string, number>
  generation: number
}

function createMarks(client: Client): MarkStore {
  const store: Store = {
    client,
    entries: new Map(),
    shown: createKeyedStore<MarksSnapshot>(() => unknown),
    listened: new Map(),
    generation: 0,
  }
  const reader = createReader(store)
  return {
    get: store.shown.get,
    subscribe(key, listener) {
      store.listened.set(key, (store.listened.get(key) ?? 0) + 1)
      const stop = store.shown.subscribe(key, listener)
      return () => {
        stop()
        const left = (store.listened.get(key) ?? 1) - 1
        if (left > 0) store.listened.set(key, left)
        else store.listened.delete(key)
      }
    },
    load: reader.load,
    failure: reader.failure,
    ...createWriter(store),
    watch: () => watch(store, reader),
    clear() {
      store.generation++
      store.entries.clear()
      store.shown.clear()
      reader.clear()
    },
  }
}

/** Sets marks, one change after the other. */
function createWriter(store: Store): Pick<MarkStore, 'set' | 'onSaved'> {
  const queue = createQueue()
  const savedListeners = new Set<(ids: readonly number[]) => void>()
  const set = async (path: string, ids: readonly number[], change: MarkChange): Promise<MarkOutcome> => {
    const { generation } = store
    const keys = ids.map((id) => entityKey(path, id))
    for (const key of keys)
      edit(store, key, (entry) => ({
        ...entry,
        changes: [...entry.changes, change],
        writes: entry.writes + 1,
      }))
    const isCurrent = (): boolean => generation === store.generation
    const marked: MarkOutcome['marked'][number][] = []
    const failed: MarkFailure[] = []
    try {
      for (let first = 0; first < ids.length; first += maxMarked) {
        const part = ids.slice(first, first + maxMarked)
        const answer = await queue.take(() =>
          store.client.call(calls.setMarks, { resource: resourceOf(path), ids: part, ...change }),
        )
        marked.push(...answer.marked)
        failed.push(...answer.failed)
        if (isCurrent())
          for (const { id, marks } of answer.marked)
            edit(store, entityKey(path, id), (entry) => ({ ...entry, said: marks }))
      }
    } catch (error) {
      throw toFailure(error)
    } finally {
      if (isCurrent())
        for (const key of keys)
          edit(store, key, (entry) => ({ ...entry, changes: entry.changes.filter((one) => one !== change) }))
      if (marked.length > 0) for (const listener of savedListeners) listener(marked.map(({ id }) => id))
    }
    return { marked, failed, undo: () => undo(path, marked, change) }
  }
  /** Those that had the same marks before are given them together. */
  const undo = async (
    path: string,
    marked: MarkOutcome['marked'],
    change: MarkChange,
  ): Promise<MarkOutcome> => {
    const groups = Map.groupBy(marked, ({ before }) => JSON.stringify(only(before, change)))
    const outcomes = await Promise.all(
      [...groups].map(([before, group]) =>
        set(
          path,
          group.map(({ id }) => id),
          JSON.parse(before) as MarkChange,
        ),
      ),
    )
    return {
      marked: outcomes.flatMap((outcome) => outcome.marked),
      failed: outcomes.flatMap((outcome) => outcome.failed),
      undo: () =>
        undo(
          path,
          outcomes.flatMap((outcome) => outcome.marked),
          change,
        ),
    }
  }
  return {
    set,
    onSaved(listener) {
      savedListeners.add(listener)
      return () => savedListeners.delete(listener)
    },
  }
}

/** Of marks those that a change is about. */
function only(marks: Marks, change: MarkChange): MarkChange {
  return {
    ...(change.rating === undefined ? {} : { rating: marks.rating }),
    ...(change.label === undefined ? {} : { label: marks.label }),
    ...(change.pick === undefined ? {} : { pick: marks.pick }),
  }
}

function edit(store: Store, key: string, change: (entry: Entry) => Entry): void {
  const entry = change(store.entries.get(key) ?? { said: null, changes: [], writes: 0 })
  store.entries.set(key, entry)
  const marks = entry.changes.reduce<Marks>(apply, entry.said ?? none)
  const next = { ...marks, isKnown: entry.said !== null, isSaving: entry.changes.length > 0 }
  const before = store.shown.get(key)
  if (!isEqual(before, next)) store.shown.set(key, next)
}

function apply(marks: Marks, { rating, label, pick }: MarkChange): Marks {
  return {
    rating: rating ?? marks.rating,
    label: label === undefined ? marks.label : label,
    pick: pick === undefined ? marks.pick : pick,
  }
}

function isEqual(one: MarksSnapshot, other: MarksSnapshot): boolean {
  return (Object.keys(one) as (keyof MarksSnapshot)[]).every((key) => one[key] === other[key])
}

const resourceOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

type Reader = ReturnType<typeof createReader>

/** Reads marks of entities that are asked for, many at once. */
function createReader(store: Store) {
  const { client, entries } = store
  const wanted = new Map<string, Set<number>>()
  /** What is asked for, or was not answered: it is not asked for again until something changed. */
  const asked = new Set<string>()
  /** Where the entities of a resource are. */
  const paths = new Map<string, string>()
  let failure: Failure | null = null
  let isPlanned = false
  const read = async (path: string, ids: readonly number[]): Promise<void> => {
    const { generation } = store
    const writes = new Map(ids.map((id) => [id, entries.get(entityKey(path, id))?.writes ?? 0]))
    try {
      const { response } = await client.call(calls.findEntitiesAsPost, {
        path,
        query: { id: { in: [...ids] } },
        max: readAtOnce,
        props: ['id'],
        withMarks: true,
      })
      if (generation !== store.generation) return
      failure = null
      for (const record of response.data) {
        if (typeof record === 'string' || record.$marks === undefined) continue
        const { $marks: said, id } = record
        edit(store, entityKey(path, id), (entry) =>
          entry.writes === writes.get(id) ? { ...entry, said } : entry,
        )
      }
    } catch (error) {
      failure = toFailure(error)
      for (const id of ids) asked.delete(entityKey(path, id))
      client.options.log('warn', 'Marks could not be read', failure)
    }
  }
  const flush = (): void => {
    isPlanned = false
    for (const [path, ids] of wanted) {
      const all = [...ids]
      for (let first = 0; first < all.length; first += readAtOnce)
        void read(path, all.slice(first, first + readAtOnce))
    }
    wanted.clear()
  }
  const plan = (path: string, id: number): void => {
    asked.add(entityKey(path, id))
    wanted.set(path, (wanted.get(path) ?? new Set()).add(id))
    if (isPlanned) return
    isPlanned = true
    client.options.clock.after(gatherMs, flush)
  }
  return {
    failure: () => failure,
    load(path: string, ids: readonly number[]): void {
      paths.set(resourceOf(path), path)
      for (const id of ids) {
        const key = entityKey(path, id)
        if (!asked.has(key) && !entries.get(key)?.said) plan(path, id)
      }
    },
    readAgain(key: string): void {
      const at = key.lastIndexOf('/')
      const path = paths.get(key.slice(0, at))
      if (path !== undefined) plan(path, Number(key.slice(at + 1)))
    },
    forget: (key: string): void => void asked.delete(key),
    clear(): void {
      wanted.clear()
      asked.clear()
    },
  }
}

/** Reads again what is shown when something of it may have changed elsewhere; the rest when it is shown. */
function watch(store: Store, reader: Reader): () => void {
  const { client, entries, listened } = store
  const live = liveOf(client)
  const changedKeys = new Set<string>()
  const look = (): void => {
    const isMeant = (key: string): boolean =>
      changedKeys.has('*') || changedKeys.has(key) || changedKeys.has(key.slice(0, key.lastIndexOf('/')))
    for (const key of new Set([...entries.keys(), ...listened.keys()])) {
      if (!isMeant(key)) continue
      if (listened.has(key)) reader.readAgain(key)
      else if (entries.get(key)?.changes.length === 0) {
        entries.delete(key)
        store.shown.delete(key)
        reader.forget(key)
      }
    }
    changedKeys.clear()
  }
  const hear = (keys: readonly string[]): void => {
    if (changedKeys.size === 0) client.options.clock.after(settleMs, look)
    for (const key of keys) changedKeys.add(key)
  }
  const stops = [
    live.on('marks', ({ resource, ids }) => hear(ids?.map((id) => entityKey(resource, id)) ?? [resource])),
    live.onOpen(() => hear(['*'])),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
