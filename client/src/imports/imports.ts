import { calls } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import { nounError, toFailure } from '../failure.ts'
import { isInProgress } from '../load-status.ts'
import { createCell } from '../store/keyed-store.ts'
import { createImportJobs, type ImportJobs, type ImportNeeds } from './import-jobs.ts'
import type { ImportJobListSnapshot, Imports, Validation } from './import-snapshots.ts'
import { importErrors } from './import-errors.ts'
import { createUploadQueues } from './upload-queue.ts'

/** Items that are deleted at once. @source data-layer §9: item transfers and deletes run 3 in parallel */
const deletesAtOnce = 3

interface ImportsNeeds extends ImportNeeds {
  /** Uploads at once, clamped to 1..10; 3 by default. */
  readonly maxUploads?: number | undefined
}

/** The imports of a client. */
export const importsOf = attach((client) => createImports({ transport: client, ...client.options }))

/**
 * Creates the store of imports.
 * @source data-layer §3 Mass import, §4 Upload file, Mass import edits, §7, §9
 */
function createImports(needs: ImportsNeeds): Imports {
  const jobs = createImportJobs(needs)
  const queues = createUploadQueues({ ...needs, uploaded: jobs.addItems })
  const list = createJobList(needs)
  return {
    ...list,
    jobs: jobs.store,
    uploads: queues.uploads,
    fetchJob: jobs.fetch,
    fetchNextItems: jobs.fetchNext,
    watch: jobs.watch,
    clear() {
      queues.clear()
      jobs.clear()
      list.clear()
    },
    upload: (jobId, files, { unzip = false } = {}) => queues.add(jobId, files, unzip),
    pauseUploads: (jobId) => queues.pause(jobId, true),
    resumeUploads: (jobId) => queues.pause(jobId, false),
    cancelUpload: queues.cancel,
    retryUpload: queues.retry,
    dismissUpload: queues.dismiss,
    async deleteJob(jobId) {
      await needs.transport.call(calls.deleteImportJob, { id: jobId })
      jobs.forget(jobId)
      list.removed(jobId)
    },
    async describeItems(jobId, ids, data) {
      if (ids.length === 0) return
      await jobs.editing(jobId, ids, data, () =>
        needs.transport.call(calls.editImportJob, { id: jobId, metadata: { ids: [...ids], data } }),
      )
    },
    validateItems: (jobId, validation = {}) => validateItems(needs, jobs, jobId, validation),
    deleteItems: (jobId, ids) => deleteItems(needs, jobs, jobId, ids),
  }
}

/** @throws validate_answer @source data-layer §4 Mass import edits, §5 */
async function validateItems(
  { transport }: ImportNeeds,
  jobs: ImportJobs,
  jobId: number,
  validation: Validation,
): Promise<void> {
  const { ids: given, workflowAction, duplicates, duplicateChoices, anyway } = validation
  const ids = given ?? jobs.readyIds(jobId)
  // Nothing picked is nothing done.
  if (given?.length === 0) return
  const restore = jobs.setValidating(jobId, ids)
  try {
    const choices = { duplicates, duplicateChoices: duplicateChoices && { ...duplicateChoices } }
    const metadata = { ids: given && [...given], validate: true, workflowAction, anyway, ...choices }
    const { response } = await transport.call(calls.editImportJob, { id: jobId, metadata })
    if (response.validationJob?.id === undefined) throw nounError(importErrors, 'validate_answer')
    jobs.addCommands(
      jobId,
      response.$action.commands.map((id) => ({ id, itemIds: ids, fields: [] })),
      response.data,
    )
  } catch (error) {
    restore(toFailure(error))
    throw toFailure(error)
  }
}

async function deleteItems(
  { transport }: ImportNeeds,
  jobs: ImportJobs,
  jobId: number,
  ids: readonly number[],
): Promise<void> {
  const restore = jobs.setRemoved(jobId, ids)
  const left = [...ids]
  const failures: unknown[] = []
  const worker = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      try {
        await transport.call(calls.deleteImportItem, { ids: [id] })
      } catch (error) {
        restore(id)
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: deletesAtOnce }, worker))
  await jobs.fetch(jobId)
  if (failures.length > 0) throw toFailure(failures[0])
}

const unknownList: ImportJobListSnapshot = {
  status: 'unknown',
  error: null,
  jobs: [],
  total: 0,
  hasNext: false,
}

/** The token in the address of a next page. @source wire facts "Lists": job lists read `links.next` */
function afterIn(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  return new URLSearchParams(address.slice(address.indexOf('?') + 1)).get('after') ?? undefined
}

function createJobList({
  transport,
  log,
}: ImportNeeds): Pick<Imports, 'list' | 'fetchJobs' | 'fetchNextJobs' | 'createJob' | 'clear'> & {
  removed: (jobId: number) => void
} {
  const list = createCell(unknownList)
  let token: string | undefined
  const load = async (after: string | undefined): Promise<void> => {
    if (isInProgress(list.get().status)) return
    list.update((snapshot) => ({
      ...snapshot,
      status: after !== undefined ? 'next' : snapshot.status === 'unknown' ? 'initial' : 'fetching',
      error: null,
    }))
    try {
      const { links, response } = await transport.call(
        calls.findImportJobs,
        after === undefined ? {} : { after },
      )
      token = links.nextResultsToken ?? afterIn(links.next)
      list.update(({ jobs }) => ({
        status: 'loaded',
        error: null,
        jobs: after === undefined ? response.data : [...jobs, ...response.data],
        total: response.total,
        hasNext: token !== undefined,
      }))
    } catch (error) {
      const failure = toFailure(error)
      log('error', 'Failed to retrieve imports', failure)
      list.update((snapshot) => ({ ...snapshot, status: 'error', error: failure }))
      throw failure
    }
  }
  return {
    list,
    clear: () => list.set(unknownList),
    fetchJobs: () => load(undefined),
    fetchNextJobs: () => (token === undefined ? Promise.resolve() : load(token)),
    async createJob(values = {}) {
      // @source data-layer §5: the job create payload lowercases its keys
      const json = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]),
      )
      const { response } = await transport.call(calls.createImportJob, { json })
      list.update((snapshot) => ({
        ...snapshot,
        jobs: [response.data, ...snapshot.jobs],
        total: snapshot.total + 1,
      }))
      return response.data
    },
    removed: (jobId) =>
      list.update((snapshot) => ({
        ...snapshot,
        jobs: snapshot.jobs.filter(({ id }) => id !== jobId),
        total: Math.max(0, snapshot.total - 1),
      })),
  }
}
