import { calls, type ImportJob } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import { nounError, toFailure } from '../failure.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'
import { editImportItems, type ImportItemEdits } from './edit-import-items.ts'
import { editImportJobs, type ImportJobEdits } from './edit-import-jobs.ts'
import { importErrors } from './import-errors.ts'
import { createImportJobs, type ImportJobs, type ImportNeeds, type RestOfItems } from './import-jobs.ts'
import { createImportLists, type ImportLists } from './import-lists.ts'
import { liveOf } from '../live/live.ts'
import type { ItemSearch } from './import-job-record.ts'
import type { ImportJobSnapshot, Validation } from './import-snapshots.ts'
import { importWorkflowsOf, type ImportWorkflows } from './import-workflows.ts'
import { createPendingItems, type PendingItems } from './pending-items.ts'
import type { Uploads } from './upload-file.ts'
import { sendImportFile } from './send-import-file.ts'
import { createUploadQueues } from './upload-queue.ts'

/** Imports: lists, single jobs and their upload queues by job id (as text), and what is done with them. */
export interface Imports extends ImportLists, ImportJobEdits, ImportItemEdits, PendingItems, Uploads {
  readonly jobs: KeyedReadable<ImportJobSnapshot>
  createJob(values?: Readonly<Record<string, unknown>>): Promise<ImportJob>
  /** Reads a job and the first page of its items. A 404 is `not_found`. Never rejects: see the snapshot. */
  fetchJob(jobId: number): Promise<void>
  /** Reads the next page of items; with `rest` all pages that are left, which are shown at once. */
  fetchNextItems(jobId: number, rest?: RestOfItems): Promise<void>
  /**
   * Searches and orders the items of a job, in place of what was searched before.
   * @throws import_job_unknown
   */
  searchItems(jobId: number, search: ItemSearch): Promise<void>
  /** Turns items into assets. @throws import_item_not_ready, field_mandatory, validate_answer */
  validateItems(jobId: number, validation?: Validation): Promise<void>
  /**
   * While a job is watched its state is read again as long as the server works on it, and when somebody
   * changed it or its items. Answers how to stop.
   */
  watch(jobId: number): () => void
  /** Forgets all imports and stops their uploads: another person comes. */
  clear(): void
}

interface ImportsNeeds extends ImportNeeds {
  readonly workflows: Pick<ImportWorkflows, 'resolve'>
  /** Uploads at once, clamped to 1..10; 3 by default. */
  readonly maxUploads?: number | undefined
}

/** The imports of a client. */
export const importsOf = attach((client) =>
  createImports({
    transport: client,
    live: liveOf(client),
    workflows: importWorkflowsOf(client),
    ...client.options,
  }),
)

/**
 * Creates the store of imports.
 * @source data-layer §3 Mass import, §4 Upload file, Mass import edits, §7, §9; decision 0147
 */
function createImports(needs: ImportsNeeds): Imports {
  const jobs = createImportJobs(needs)
  const queues = createUploadQueues<number>({
    ...needs,
    send: (jobId, file, options) => sendImportFile(needs.transport, jobId, file, options, jobs.addItems),
  })
  const { find, added, changed, removed, clear, ...lists } = createImportLists(needs)
  const { clear: forgetPending, ...pendingItems } = createPendingItems(needs)
  return {
    ...lists,
    ...pendingItems,
    ...editImportJobs(needs, jobs, { find, changed, removed }),
    ...editImportItems(needs, jobs, needs.workflows),
    jobs: jobs.store,
    uploads: queues.uploads,
    fetchJob: jobs.fetch,
    fetchNextItems: jobs.fetchNext,
    async searchItems(jobId, search) {
      if (!jobs.isKnown(jobId)) throw nounError(importErrors, 'import_job_unknown', { id: jobId })
      await jobs.search(jobId, search)
    },
    watch: jobs.watch,
    clear() {
      queues.clear()
      jobs.clear()
      forgetPending()
      clear()
    },
    upload: (jobId, files, { unzip = false } = {}) => queues.add(jobId, files, unzip),
    pauseUploads: (jobId) => queues.pause(jobId, true),
    resumeUploads: (jobId) => queues.pause(jobId, false),
    cancelUpload: queues.cancel,
    retryUpload: queues.retry,
    dismissUpload: queues.dismiss,
    async createJob(values = {}) {
      // @source data-layer §5: the job create payload lowercases its keys
      const json = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]),
      )
      const { response } = await needs.transport.call(calls.createImportJob, { json })
      added(response.data)
      return response.data
    },
    validateItems: (jobId, validation = {}) => validateItems(needs, jobs, jobId, validation),
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
    restore()
    throw toFailure(error)
  }
}
