import { calls, isApiError, type ImportItem, type ImportJob } from '@cartouche/contract/wire'
import type { Clock } from '../clock.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { Live } from '../live/live.ts'
import type { Log } from '../log.ts'
import { keepEqual } from '../store/keep-equal.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import {
  isItem,
  itemsAtOnce,
  itemStatus,
  mergeItems,
  without,
  type ImportJobRecord,
  type ItemSearch,
} from './import-job-record.ts'
import type { ImportJobSnapshot, RunningCommand } from './import-snapshots.ts'
import { createJobTable, type JobTable } from './import-job-table.ts'
import { oneAfterAnother } from './one-after-another.ts'
import { createOverlays, type Overlays, type ShownEdit } from './import-overlays.ts'
import { createJobWatch } from './watch-import-job.ts'

export interface ImportNeeds {
  readonly transport: Pick<Transport, 'call'>
  readonly live: Pick<Live, 'on' | 'onOpen'>
  readonly clock: Clock
  readonly log: Log
}

/** Single imports, as reads, edits and the poll of what the server works on share them. */
export interface ImportJobs extends Overlays {
  readonly store: KeyedReadable<ImportJobSnapshot>
  /** Reads a job and its items, as many as were loaded and at least a page. Never rejects. */
  fetch(jobId: number): Promise<void>
  /** Reads the next page of items; with `options` all pages that are left. */
  fetchNext(jobId: number, options?: RestOfItems): Promise<void>
  forget(jobId: number): void
  clear(): void
  /** Whether a job was asked for by itself. */
  isKnown(jobId: number): boolean
  /** Searches and orders the items of a job. */
  search(jobId: number, search: ItemSearch): Promise<void>
  /** Takes a job as it is now, where it is known. */
  accept(job: ImportJob): void
  /** Takes items as they are now, new ones too. */
  addItems(jobId: number, items: readonly ImportItem[]): void
  /** Takes items as they are now, of those that are loaded. */
  updateItems(jobId: number, items: readonly ImportItem[]): void
  /**
   * Shows a change of items at once, has it done, and takes it back when that fails. Answers the ids of its
   * commands.
   */
  editing(jobId: number, shown: ShownEdit, send: () => Promise<EditAnswer>): Promise<readonly string[]>
  readyIds(jobId: number): readonly number[]
  addCommands(jobId: number, commands: readonly RunningCommand[], job: ImportJob): void
  watch(jobId: number): () => void
}

/** Reading all items that are not loaded yet. */
export interface RestOfItems {
  /** Stops it; what was read by then stays. */
  readonly signal?: AbortSignal | undefined
  /** How many items are read so far, those that were loaded before among them. */
  readonly onProgress?: ((count: number) => void) | undefined
}

interface EditAnswer {
  readonly response: { readonly $action: { readonly commands: readonly string[] }; readonly data: ImportJob }
}

/** Creates the store of single imports. @source data-layer §3 Mass import job, §4 Mass import edits, §8 */
export function createImportJobs(needs: ImportNeeds): ImportJobs {
  const table = createJobTable(needs.clock)
  const running = new Map<number, Promise<void>>()
  const watch = createJobWatch(needs, table, (jobId) => loadItems(needs, table, jobId))
  const overlays = createOverlays(table)

  const fetch = (jobId: number): Promise<void> => {
    const started = running.get(jobId) ?? load(needs, table, jobId).finally(() => running.delete(jobId))
    running.set(jobId, started)
    return started.then(() => watch.look(jobId))
  }
  // Two edits of one field that travel at once could arrive the other way round: the older one would stay.
  const edits = oneAfterAnother<number>()
  const addCommands: ImportJobs['addCommands'] = (jobId, commands, job) => {
    table.change(jobId, (record) => ({
      ...record,
      status: 'loaded',
      // An answer to an edit does not state rights.
      job: { ...record.job, ...job },
      commands: [...record.commands, ...commands],
    }))
    watch.look(jobId)
  }
  const addItems: ImportJobs['addItems'] = (jobId, given) => {
    const items = given.filter((item) => isItem(item, needs.log))
    table.change(jobId, (record) => {
      const merged = mergeItems(record.items, items)
      const removed = without(
        record.removed,
        items.map(({ id }) => id),
      )
      return { ...record, items: merged, removed, total: record.total + merged.length - record.items.length }
    })
    watch.look(jobId)
  }
  return {
    ...overlays,
    store: table.store,
    fetch,
    addCommands,
    forget: table.drop,
    clear() {
      table.clear()
      edits.clear()
    },
    fetchNext: (jobId, options) => loadNext(needs, table, jobId, options),
    addItems,
    isKnown: (jobId) => table.get(jobId).status !== 'unknown',
    accept(job) {
      if (table.get(job.id).job)
        table.change(job.id, (record) => ({ ...record, job: { ...record.job, ...job } }))
    },
    updateItems: (jobId, items) => addItems(jobId, onto(table.get(jobId).items, items)),
    async search(jobId, search) {
      table.change(jobId, (record) => ({ ...record, search, items: [], outstanding: [], token: null }))
      await fetch(jobId)
    },
    async editing(jobId, shown, send) {
      const { ids, data } = shown
      const { end, carriedOutBy } = overlays.start(jobId, shown)
      try {
        const { response } = await edits.run(jobId, send)
        const { commands } = response.$action
        carriedOutBy(commands)
        const fields = Object.keys(data)
        addCommands(
          jobId,
          commands.map((id) => ({ id, itemIds: ids, fields })),
          response.data,
        )
        if (commands.length > 0) return commands
        await loadItems(needs, table, jobId)
        end()
        return commands
      } catch (error) {
        end()
        throw toFailure(error)
      }
    },
    readyIds: (jobId) =>
      table
        .get(jobId)
        .items.filter((item) => itemStatus(item) === 'ready')
        .map(({ id }) => id),
    watch(jobId) {
      if (table.get(jobId).status === 'unknown') void fetch(jobId)
      return watch.watch(jobId)
    },
  }
}

/** Items as they are now, of those that are loaded; what pages alone ask for, such as rights, stays. */
function onto(loaded: readonly ImportItem[], items: readonly ImportItem[]): readonly ImportItem[] {
  const known = new Map(loaded.map((item) => [item.id, item]))
  return items.flatMap((item) => {
    const before = known.get(item.id)
    return before ? [{ ...before, ...item }] : []
  })
}

/** @source data-layer §8: a failed job fetch sets error, 404 gives not_found */
async function load(needs: ImportNeeds, table: JobTable, jobId: number): Promise<void> {
  table.change(jobId, (record) => ({ ...record, status: record.job ? 'fetching' : 'initial', error: null }))
  try {
    const [{ response }] = await Promise.all([
      needs.transport.call(calls.getImportJob, { id: jobId, withRights: true }),
      loadItems(needs, table, jobId),
    ])
    table.change(jobId, (record) => ({ ...record, status: 'loaded', job: response.data }))
  } catch (error) {
    const failure = toFailure(error)
    const missing = isApiError(failure) && failure.status === 404
    table.change(jobId, (record) => ({ ...record, status: missing ? 'not_found' : 'error', error: failure }))
  }
}

/** Reads the items of a job again: as many as were loaded, and at least a page. */
async function loadItems(needs: ImportNeeds, table: JobTable, jobId: number): Promise<void> {
  const { search, items: before } = table.get(jobId)
  const wanted = Math.max(1, before.length)
  const items: ImportItem[] = []
  let token: string | null = null
  let headers: ImportJobRecord['headers'] = {}
  let outstanding: readonly ImportItem[] = []
  do {
    const answer = await askItems(needs, jobId, search, token)
    // Something else is searched by now.
    if (table.get(jobId).search !== search) return loadItems(needs, table, jobId)
    if (token === null) {
      outstanding = answer.response.outstandingItems.filter((item) => isItem(item, needs.log))
      headers = answer.headers.$assetmetadata
    }
    items.push(...itemsOf(needs, answer))
    token = tokenOf(answer)
    const { total } = answer.response
    if (items.length >= wanted || token === null)
      table.change(jobId, (record) => ({
        ...record,
        items: mergeItems([], items),
        // What is gone may come back, as what is moved does when the move is undone.
        removed: new Set(items.flatMap(({ id }) => (record.removed.has(id) ? [id] : []))),
        outstanding,
        total,
        token,
        headers,
      }))
  } while (items.length < wanted && token !== null)
}

/** All pages that are left are shown at once: lists of many thousands are not drawn again for each page. */
async function loadNext(
  needs: ImportNeeds,
  table: JobTable,
  jobId: number,
  rest?: RestOfItems,
): Promise<void> {
  const { status, search, items: before, total, ...record } = table.get(jobId)
  let { token } = record
  if (token === null || status !== 'loaded') return
  table.change(jobId, (now) => ({ ...now, status: 'next' }))
  const read = { items: [] as ImportItem[], total }
  let failure: Failure | null = null
  try {
    do {
      const answer = await askItems(needs, jobId, search, token)
      if (table.get(jobId).search !== search) return
      read.items.push(...itemsOf(needs, answer))
      read.total = answer.response.total
      token = tokenOf(answer)
      rest?.onProgress?.(before.length + read.items.length)
    } while (rest !== undefined && token !== null && rest.signal?.aborted !== true)
  } catch (error) {
    failure = toFailure(error)
  }
  table.change(jobId, (now) => ({
    ...now,
    status: failure === null ? 'loaded' : 'error',
    error: failure,
    items: mergeItems(now.items, read.items),
    total: read.total,
    token,
  }))
  if (failure) throw failure
}

type ItemsAnswer = Awaited<ReturnType<typeof askItems>>

function askItems(
  { transport }: ImportNeeds,
  jobId: number,
  { query, fulltext, orderby }: ItemSearch,
  after: string | null,
) {
  return transport.call(calls.findImportItems, {
    id: jobId,
    max: itemsAtOnce,
    withRights: true,
    workflows: true,
    ...(query === undefined ? {} : { query }),
    ...(fulltext?.trim() ? { fulltext: fulltext.trim() } : {}),
    ...(orderby === undefined ? {} : { orderby }),
    // The fields come with the first page.
    ...(after === null ? {} : { after, headers: false }),
  })
}

/** What is said of one item and of the next, such as which fields can be edited, is held once. */
function itemsOf({ log }: ImportNeeds, { response }: ItemsAnswer): readonly ImportItem[] {
  let before: ImportItem | undefined
  return response.data
    .filter((item) => isItem(item, log))
    .map((item) => {
      before = keepEqual(before, item)
      return before
    })
}

function tokenOf({ links }: ItemsAnswer): string | null {
  return links.nextResultsToken ?? links.moreResultsToken ?? null
}
