import { calls, isApiError, type ImportItem, type ImportJob } from '@cartouche/contract/wire'
import type { Clock } from '../clock.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import { itemStatus, mergeItems, without, type ImportJobRecord } from './import-job-record.ts'
import type { ImportJobSnapshot, RunningCommand } from './import-snapshots.ts'
import { createJobTable, type JobTable } from './import-job-table.ts'
import { createJobWatch } from './watch-import-job.ts'

export interface ImportNeeds {
  readonly transport: Pick<Transport, 'call'>
  readonly clock: Clock
  readonly log: Log
}

/** Single imports, as reads, edits and the poll of what the server works on share them. */
export interface ImportJobs {
  readonly store: KeyedReadable<ImportJobSnapshot>
  /** Reads a job and its items, as many as were loaded and at least a page. Never rejects. */
  fetch(jobId: number): Promise<void>
  fetchNext(jobId: number): Promise<void>
  forget(jobId: number): void
  clear(): void
  addItems(jobId: number, items: readonly ImportItem[]): void
  /** Shows a change of items at once, has it done, and takes it back when that fails. */
  editing(
    jobId: number,
    ids: readonly number[],
    data: Readonly<Record<string, unknown>>,
    edit: () => Promise<EditAnswer>,
  ): Promise<void>
  readyIds(jobId: number): readonly number[]
  /** Sets the job to fetching and its items aside; answers how to undo it. */
  setValidating(jobId: number, ids: readonly number[]): (failure: Failure) => void
  /** Takes items away; answers how to bring one back. */
  setRemoved(jobId: number, ids: readonly number[]): (id: number) => void
  addCommands(jobId: number, commands: readonly RunningCommand[], job: ImportJob): void
  watch(jobId: number): () => void
}

interface EditAnswer {
  readonly response: { readonly $action: { readonly commands: readonly string[] }; readonly data: ImportJob }
}

/** Items of a page of a job. @source data-layer §9 */
const pageSize = 200

/** Creates the store of single imports. @source data-layer §3 Mass import job, §4 Mass import edits, §8 */
export function createImportJobs(needs: ImportNeeds): ImportJobs {
  const table = createJobTable()
  const running = new Map<number, Promise<void>>()
  const watch = createJobWatch(needs, table, (jobId) => loadItems(needs, table, jobId))
  let token = 0

  const fetch = (jobId: number): Promise<void> => {
    const started = running.get(jobId) ?? load(needs, table, jobId).finally(() => running.delete(jobId))
    running.set(jobId, started)
    return started.then(() => watch.look(jobId))
  }
  const addCommands: ImportJobs['addCommands'] = (jobId, commands, job) => {
    table.change(jobId, (record) => ({
      ...record,
      status: 'loaded',
      job,
      commands: [...record.commands, ...commands],
    }))
    watch.look(jobId)
  }
  return {
    store: table.store,
    fetch,
    addCommands,
    forget: table.drop,
    clear: table.clear,
    fetchNext: (jobId) => loadNext(needs, table, jobId),
    addItems(jobId, items) {
      table.change(jobId, (record) => {
        const merged = mergeItems(record.items, items)
        return { ...record, items: merged, total: record.total + merged.length - record.items.length }
      })
      watch.look(jobId)
    },
    async editing(jobId, ids, data, edit) {
      const own = ++token
      const end = startEdit(table, jobId, { token: own, ids, data, commands: [] })
      try {
        const { response } = await edit()
        const { commands } = response.$action
        table.change(jobId, (record) => ({
          ...record,
          edits: record.edits.map((one) => (one.token === own ? { ...one, commands } : one)),
        }))
        const fields = Object.keys(data)
        addCommands(
          jobId,
          commands.map((id) => ({ id, itemIds: ids, fields })),
          response.data,
        )
        if (commands.length > 0) return
        await loadItems(needs, table, jobId)
        end()
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
    setValidating(jobId, ids) {
      table.change(jobId, (record) => ({
        ...record,
        status: 'fetching',
        validating: new Set([...record.validating, ...ids]),
      }))
      return () =>
        table.change(jobId, (record) => ({
          ...record,
          status: 'loaded',
          validating: without(record.validating, ids),
        }))
    },
    setRemoved(jobId, ids) {
      table.change(jobId, (record) => ({ ...record, removed: new Set([...record.removed, ...ids]) }))
      return (id) => table.change(jobId, (record) => ({ ...record, removed: without(record.removed, [id]) }))
    },
    watch(jobId) {
      if (table.get(jobId).status === 'unknown') void fetch(jobId)
      return watch.watch(jobId)
    },
  }
}

/** Shows an edit on its items before the server has answered; gives what takes it off again. */
function startEdit(table: JobTable, jobId: number, edit: ImportJobRecord['edits'][number]): () => void {
  table.change(jobId, (record) => ({ ...record, edits: [...record.edits, edit] }))
  return () =>
    table.change(jobId, (record) => ({
      ...record,
      edits: record.edits.filter(({ token }) => token !== edit.token),
    }))
}

/** @source data-layer §8: a failed job fetch sets error, 404 gives not_found */
async function load(needs: ImportNeeds, table: JobTable, jobId: number): Promise<void> {
  table.change(jobId, (record) => ({ ...record, status: record.job ? 'fetching' : 'initial', error: null }))
  try {
    const [{ response }] = await Promise.all([
      needs.transport.call(calls.getImportJob, { id: jobId }),
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
async function loadItems({ transport }: ImportNeeds, table: JobTable, jobId: number): Promise<void> {
  const wanted = Math.max(1, table.get(jobId).items.length)
  const items: ImportItem[] = []
  let token: string | null = null
  do {
    const answer = await askItems(transport, jobId, token)
    items.push(...answer.items)
    token = tokenOf(answer)
    const { total } = answer.response
    if (items.length >= wanted || token === null)
      table.change(jobId, (record) => ({
        ...record,
        items: mergeItems([], items),
        total,
        token,
        headers: answer.headers.$assetmetadata,
      }))
  } while (items.length < wanted && token !== null)
}

async function loadNext({ transport }: ImportNeeds, table: JobTable, jobId: number): Promise<void> {
  const { token, status } = table.get(jobId)
  if (token === null || status !== 'loaded') return
  table.change(jobId, (record) => ({ ...record, status: 'next' }))
  try {
    const answer = await askItems(transport, jobId, token)
    table.change(jobId, (record) => ({
      ...record,
      status: 'loaded',
      items: mergeItems(record.items, answer.items),
      total: answer.response.total,
      token: tokenOf(answer),
    }))
  } catch (error) {
    const failure = toFailure(error)
    table.change(jobId, (record) => ({ ...record, status: 'error', error: failure }))
    throw failure
  }
}

type ItemsAnswer = Awaited<ReturnType<typeof askItems>>

async function askItems(transport: ImportNeeds['transport'], jobId: number, after: string | null) {
  const answer = await transport.call(calls.findImportItems, {
    id: jobId,
    max: pageSize,
    withRights: true,
    ...(after === null ? {} : { after }),
  })
  // Texts are answered where words are asked for alone.
  return { ...answer, items: answer.response.data.filter((item) => typeof item !== 'string') }
}

function tokenOf({ links }: ItemsAnswer): string | null {
  return links.nextResultsToken ?? links.moreResultsToken ?? null
}
