import {
  importItemStatuses,
  type ImportItem,
  type ImportItemStatus,
  type ImportJob,
  type QueryJson,
} from '@cartouche/contract/wire'
import { applyChanges } from '../entities/apply-changes.ts'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { Log } from '../log.ts'
import { keepEqual } from '../store/keep-equal.ts'
import type { ImportJobSnapshot, RunningCommand } from './import-snapshots.ts'

/** Items that are read at once, by ids and by pages. @source data-layer §5, §9 */
export const itemsAtOnce = 200

/** A change of items that the server has not finished. */
export interface ItemEdit {
  readonly token: number
  readonly ids: ReadonlySet<number>
  /** Values by field of the asset to be. */
  readonly data: Readonly<Record<string, unknown>>
  /** What changes of the items themselves, such as their status. */
  readonly own?: Partial<ImportItem>
  /** The commands that carry it out, once the server has named them. */
  readonly commands: readonly string[]
}

/** What of an import's items is shown, and how; all in order of upload by default. */
export interface ItemSearch {
  readonly query?: QueryJson | undefined
  readonly fulltext?: string | undefined
  readonly orderby?: string | undefined
}

/** One import behind its snapshot: what the server said, and what is changed on top of it. */
export interface ImportJobRecord {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly job: ImportJob | null
  readonly items: readonly ImportItem[]
  /** Items of which the server does not know yet whether the search finds them. */
  readonly outstanding: readonly ImportItem[]
  readonly search: ItemSearch
  readonly total: number
  readonly token: string | null
  readonly headers: Readonly<Record<string, unknown>>
  readonly edits: readonly ItemEdit[]
  readonly commands: readonly RunningCommand[]
  /** Items that were sent to be validated or deleted, whatever the last answer says of them. */
  readonly validating: ReadonlySet<number>
  readonly removed: ReadonlySet<number>
}

/** An import that nothing is known of. */
export const unknownJob: ImportJobRecord = {
  status: 'unknown',
  error: null,
  job: null,
  items: [],
  outstanding: [],
  search: {},
  total: 0,
  token: null,
  headers: {},
  edits: [],
  commands: [],
  validating: new Set(),
  removed: new Set(),
}

const statusNames = new Map(
  Object.entries(importItemStatuses).map(([name, id]) => [id as number, name as ImportItemStatus]),
)

/** The status of an item by its name. */
export function itemStatus(item: Pick<ImportItem, 'status'>): ImportItemStatus {
  return statusNames.get(item.status.id) ?? 'waiting'
}

type ShownItems = Pick<ImportJobSnapshot, 'items' | 'validated'>

/** An import's items as they are seen from outside. */
function shownItems(record: ImportJobRecord): ShownItems {
  const there = new Set(record.items.map(({ id }) => id))
  const fuzzy = record.outstanding.filter(({ id }) => !there.has(id))
  const viewed = [...record.items, ...fuzzy.map((item) => ({ ...item, $fuzzy: true }))]
    .filter(({ id }) => !record.removed.has(id))
    .map((item) => viewItem(item, record.edits))
  const isDone = (item: ImportItem): boolean =>
    record.validating.has(item.id) || ['validating', 'validated'].includes(itemStatus(item))
  return {
    items: viewed.filter((item) => !isDone(item)),
    // Nobody edits what is done.
    validated: viewed
      .filter(isDone)
      .map((item) => (item.$lockedby === null ? item : { ...item, $lockedby: null })),
  }
}

/** What of a record `shownItems` reads. */
const readForItems = ['items', 'outstanding', 'edits', 'validating', 'removed'] as const

/** An import as it was, and what it looked like from outside. */
interface JobBefore {
  readonly record: ImportJobRecord
  readonly snapshot: ImportJobSnapshot
}

/**
 * What an import looks like from outside; what did not change keeps its identity. Thousands of items are
 * looked at only when something of them changed.
 */
export function jobSnapshot(jobId: number, record: ImportJobRecord, before?: JobBefore): ImportJobSnapshot {
  const { items, validated } =
    before && readForItems.every((part) => before.record[part] === record[part])
      ? before.snapshot
      : shownItems(record)
  const counts = countsOf(record.job)
  const isAwaited = (item: ImportItem): boolean => isUnderWay(itemStatus(item))
  const snapshot: ImportJobSnapshot = {
    id: jobId,
    fulltext: record.search.fulltext ?? '',
    query: record.search.query ?? null,
    orderby: record.search.orderby ?? null,
    count: record.job?.$moreChildren_$items.total ?? 0,
    status: record.status,
    error: record.error,
    job: record.job,
    items,
    validated,
    total: record.total,
    hasNext: record.token !== null,
    counts,
    headers: record.headers,
    commands: record.commands,
    busy:
      record.commands.length > 0 ||
      counts.waiting + counts.analyzing + counts.validating > 0 ||
      items.some(isAwaited) ||
      validated.some(isAwaited),
  }
  return before ? keepEqual(before.snapshot, snapshot) : snapshot
}

/**
 * Whether the server still works on an item: what was uploaded since the job was read is not in its counts.
 */
function isUnderWay(status: ImportItemStatus): boolean {
  return status === 'waiting' || status === 'analyzing' || status === 'validating'
}

/**
 * Whether the server says something else of a job's items than what is loaded: other counts than before, or
 * fewer items that it works on, where it was done with some between two looks.
 */
export function hasMoved({ job, items }: ImportJobRecord, after: ImportJob): boolean {
  const { waiting, analyzing, validating } = countsOf(after)
  return (
    JSON.stringify(job?.counts) !== JSON.stringify(after.counts) ||
    items.filter((item) => isUnderWay(itemStatus(item))).length > waiting + analyzing + validating
  )
}

/** Items with others put in, each once, in order of upload. */
export function mergeItems(
  items: readonly ImportItem[],
  others: readonly ImportItem[],
): readonly ImportItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  for (const item of others) byId.set(item.id, item)
  return [...byId.values()]
}

/** A set without some of its members. */
export function without(ids: ReadonlySet<number>, gone: readonly number[]): ReadonlySet<number> {
  const left = new Set(ids)
  for (const id of gone) left.delete(id)
  return left
}

/** Edits of metadata, collection and status apply at once. @source data-layer §4 Mass import edits */
function viewItem(item: ImportItem, edits: readonly ItemEdit[]): ImportItem {
  const own = edits.filter(({ ids }) => ids.has(item.id))
  return own.length === 0
    ? item
    : {
        ...own.reduce((shown, edit) => ({ ...shown, ...edit.own }), item),
        $assetmetadata: own.reduce((metadata, { data }) => applyChanges(metadata, data), item.$assetmetadata),
      }
}

function countsOf(job: ImportJob | null): Record<ImportItemStatus, number> {
  return { ...noCounts, ...job?.counts }
}

const noCounts: Readonly<Record<ImportItemStatus, number>> = {
  waiting: 0,
  analyzing: 0,
  ready: 0,
  broken: 0,
  validating: 0,
  validated: 0,
}

/** Counts of items by the names of their statuses, from pairs of a status and its count. */
export function countsByStatus(
  pairs: readonly (readonly [status: number, count: number])[],
): Record<ImportItemStatus, number> {
  const named = pairs.flatMap(([status, count]) => {
    const name = statusNames.get(status)
    return name ? [[name, count] as const] : []
  })
  return { ...noCounts, ...Object.fromEntries(named) }
}

/**
 * Whether an entry of an answer is an item; one without an id is logged and left out.
 * @source data-layer §8: 'data is strange'
 */
export function isItem(entry: ImportItem | string, log: Log): entry is ImportItem {
  const item = typeof entry === 'object' && typeof entry.id === 'number'
  if (!item) log('error', 'data is strange', entry)
  return item
}
