import type { EntityData } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { keepEqual } from '../store/keep-equal.ts'
import { applyChanges } from './apply-changes.ts'
import type { Changes, EntitySnapshot } from './entity.ts'

/** A change that the server has not confirmed yet. */
export interface Overlay {
  readonly token: number
  readonly changes: Changes
}

/** The one copy of an entity: what the server said, and what is changed on top of it, in order. */
export interface EntityRecord {
  readonly id: number | string
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly base: EntityData | null
  readonly overlays: readonly Overlay[]
  /** When the newest accepted write was answered, on the store's own count; 0 for none. */
  readonly writtenAt: number
}

/** An answer of the server about one entity. */
export interface Incoming {
  readonly data: EntityData
  /** When it was asked for, on the store's own count. */
  readonly askedAt: number
  /** `list`: some properties; `full`: all; `write`: all, the answer to a change. */
  readonly from: 'list' | 'full' | 'write'
  /** When it was taken, for a write. */
  readonly takenAt: number
}

/** A record that nothing is known of. */
export function newRecord(id: number | string): EntityRecord {
  return { id, status: 'unknown', error: null, base: null, overlays: [], writtenAt: 0 }
}

/**
 * Whether an answer is older than the newest accepted write: of a lower version, or, without versions to
 * compare, asked for before it.
 * @source DESIGN "Data layer": an answer older than the newest accepted write is refused
 */
export function isStale(
  record: EntityRecord,
  { data, askedAt }: Pick<Incoming, 'data' | 'askedAt'>,
): boolean {
  const known = record.base?.$version
  if (known !== undefined && data.$version !== undefined) return data.$version < known
  return askedAt < record.writtenAt
}

/**
 * Takes an answer into a record, unless it is stale. Parts of a list do not take away what a full answer
 * brought, and none takes away what an application keeps of its own (`$custom`); unchanged properties keep
 * their identity; a loaded entity stays loaded.
 * @source data-layer §4 Entity fetch; DESIGN "Data layer"
 */
export function acceptAnswer(record: EntityRecord, incoming: Incoming): EntityRecord {
  if (isStale(record, incoming)) return record
  const { base } = record
  const $custom = base?.['$custom']
  const data =
    base && incoming.from !== 'full'
      ? { ...base, ...incoming.data }
      : { ...incoming.data, ...($custom === undefined ? {} : { $custom }) }
  const status =
    incoming.from !== 'list' || record.status === 'loaded'
      ? 'loaded'
      : isReading(record.status)
        ? record.status
        : 'resolved'
  const next: EntityRecord = {
    ...record,
    status,
    error: null,
    base: data,
    writtenAt: incoming.from === 'write' ? incoming.takenAt : record.writtenAt,
  }
  return base ? keepEqual(record, next) : next
}

/**
 * Whether an entity is being read.
 * @source data-layer §4: skipped if already fetching, initial or resolving
 */
export function isReading(status: LoadStatus): boolean {
  return status === 'fetching' || status === 'initial' || status === 'resolving'
}

/** What a record looks like from outside. `before`: the snapshot until now, whose unchanged parts stay. */
export function snapshotOf(record: EntityRecord, before?: EntitySnapshot): EntitySnapshot {
  const viewed =
    record.base && record.status !== 'not_found'
      ? record.overlays.reduce((data, { changes }) => applyChanges(data, changes), record.base)
      : null
  return keepEqual(before, {
    status: record.status,
    data: viewed,
    name: nameOf(record, viewed),
    error: record.error,
    pending: record.overlays.length > 0,
  })
}

/** @source data-layer §8: names of the records of what could not be read */
function nameOf({ id, status }: EntityRecord, data: EntityData | null): string {
  if (status === 'not_found') return `ID #${id} NOT FOUND`
  if (status === 'error') return `FAILED ON ID #${id}`
  return data?.name ?? ''
}
