import type { EntityData } from '@cartouche/contract/wire'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { acceptAnswer, newRecord, snapshotOf, type EntityRecord, type Incoming } from './entity-record.ts'
import { entityKey, type Entities, type EntitySnapshot } from './entity.ts'

/** The records of all entities behind their snapshots, with the count by which answers are older or newer. */
export interface EntityTable extends KeyedReadable<EntitySnapshot>, Pick<Entities, 'onChange' | 'clear'> {
  recordOf(key: string): EntityRecord
  change(key: string, edit: (record: EntityRecord) => EntityRecord): void
  /**
   * Takes an answer asked for at this mark, after an edit of the record that comes with it; answers the key
   * of its entity.
   */
  accept(
    data: EntityData,
    askedAt: number,
    from: Incoming['from'],
    edit?: (record: EntityRecord) => EntityRecord,
  ): string
  /** The next mark in time. */
  mark(): number
}

/** Creates the table that reads and writes of entities share. */
export function createEntityTable(): EntityTable {
  const records = new Map<string, EntityRecord>()
  const recordOf = (key: string): EntityRecord =>
    records.get(key) ?? newRecord(key.slice(key.indexOf('/') + 1))
  const store = createKeyedStore<EntitySnapshot>((key) => snapshotOf(recordOf(key)))
  const { announce, onChange } = createChangeLog()
  let time = 0
  const mark = (): number => ++time

  const change: EntityTable['change'] = (key, edit) => {
    const known = records.get(key)
    const record = edit(known ?? recordOf(key))
    if (record === known) return
    const before = known && store.get(key)
    records.set(key, record)
    const after = snapshotOf(record, before)
    if (after === before) return
    store.set(key, after)
    announce(key)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    onChange,
    recordOf,
    change,
    mark,
    clear() {
      records.clear()
      store.clear()
    },
    accept(data, askedAt, from, edit = (record) => record) {
      const key = entityKey(data.$resource, data.id)
      const takenAt = mark()
      change(key, (record) => acceptAnswer(edit(record), { data, askedAt, from, takenAt }))
      return key
    },
  }
}

/** Keys that changed, announced in one batch after the running code. */
function createChangeLog(): { announce: (key: string) => void; onChange: Entities['onChange'] } {
  const listeners = new Set<(keys: ReadonlySet<string>) => void>()
  let changed = new Set<string>()
  const flush = (): void => {
    const keys = changed
    changed = new Set()
    for (const listener of listeners) listener(keys)
  }
  return {
    announce(key) {
      if (changed.size === 0) queueMicrotask(flush)
      changed.add(key)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
