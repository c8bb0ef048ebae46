import { calls, isApiError, type ImportJob } from '@cartouche/contract/wire'
import { nounError } from '../failure.ts'
import { importErrors } from './import-errors.ts'
import type { ImportJobs, ImportNeeds } from './import-jobs.ts'
import type { OwnImportLists } from './import-lists.ts'

/** What of an import can be changed beside its owner. */
export interface ImportJobChanges {
  readonly name?: string
  readonly activated?: boolean
}

/** What is done with whole imports and with their commands. All know the job, from a list or by itself. */
export interface ImportJobEdits {
  /**
   * Deletes an import, or puts it away (`activated` false) where it cannot be deleted. `orArchive` false:
   * deletes it or nothing.
   * @throws entity_not_found, access_denied, import_item_not_ready
   */
  deleteJob(jobId: number, options?: { readonly orArchive?: boolean }): Promise<void>
  /** Renames an import, archives it (`activated` false), or restores it. @throws import_job_unknown */
  changeJob(jobId: number, changes: ImportJobChanges): Promise<void>
  /** Makes an import somebody else's. @throws import_job_unknown, access_denied */
  transferJob(jobId: number, ownerId: number): Promise<void>
  /** Puts imports under another one, beside those that are there. @throws import_job_unknown */
  addSubjobs(jobId: number, subjobIds: readonly number[]): Promise<void>
  /** Takes imports out from under another one. @throws import_job_unknown */
  removeSubjobs(jobId: number, subjobIds: readonly number[]): Promise<void>
  /** Starts an import: what is ready becomes assets. @throws import_job_unknown, action_not_possible */
  startJob(jobId: number): Promise<void>
  /** Stops commands; items that still wait stay as they are. A failure is logged and thrown. */
  cancelCommands(jobId: number, commandIds: readonly string[]): Promise<void>
  /** Takes edits and moves back, where nobody changed the same since. @throws import_command_final */
  undoCommands(jobId: number, commandIds: readonly string[]): Promise<void>
  /** Carries commands out again on what failed or was left out. @throws import_command_final */
  repeatCommands(jobId: number, commandIds: readonly string[]): Promise<void>
}

/** @source data-layer §3 Mass import job, §6, §7, §8 */
export function editImportJobs(
  { transport, log }: ImportNeeds,
  jobs: ImportJobs,
  lists: Pick<OwnImportLists, 'find' | 'changed' | 'removed'>,
): ImportJobEdits {
  const accept = (job: ImportJob): void => {
    lists.changed(job)
    jobs.accept(job)
  }
  const change = async (
    jobId: number,
    send: () => Promise<{ readonly response: { readonly data: ImportJob } }>,
  ): Promise<void> => {
    if (!jobs.isKnown(jobId) && !lists.find(jobId))
      throw nounError(importErrors, 'import_job_unknown', { id: jobId })
    accept((await send()).response.data)
  }
  const again = async (
    call: typeof calls.undoImportCommands | typeof calls.repeatImportCommands,
    id: number,
    commandIds: readonly string[],
  ): Promise<void> => {
    if (commandIds.length === 0) return
    const { response } = await transport.call(call, { id, commandIds: [...commandIds] })
    const commands = response.$action.commands.map((command) => ({ id: command, itemIds: [], fields: [] }))
    // An import that nobody has open is read when it is opened.
    if (jobs.isKnown(id)) jobs.addCommands(id, commands, response.data)
  }
  const changeSubjobs = (id: number, $mode: 'appendnew' | 'remove', ids: readonly number[]): Promise<void> =>
    change(id, () =>
      transport.call(calls.patchImportJob, { id, json: { subjobs: { $mode, $values: [...ids] } } }),
    )
  return {
    async deleteJob(jobId, { orArchive = true } = {}) {
      await transport.call(calls.deleteImportJob, { id: jobId }).catch(async (error: unknown) => {
        if (!orArchive || isApiError(error, 'entity_not_found')) throw error
        await transport.call(calls.patchImportJob, { id: jobId, json: { activated: false } }).catch(() => {
          throw error
        })
      })
      jobs.forget(jobId)
      lists.removed(jobId)
    },
    transferJob: (id, jobowner) =>
      change(id, () => transport.call(calls.patchImportJob, { id, json: { jobowner } })),
    changeJob: (id, changes) =>
      change(id, () => transport.call(calls.patchImportJob, { id, json: { ...changes } })),
    addSubjobs: (id, subjobIds) => changeSubjobs(id, 'appendnew', subjobIds),
    removeSubjobs: (id, subjobIds) => changeSubjobs(id, 'remove', subjobIds),
    async startJob(id) {
      await change(id, () => transport.call(calls.takeImportJobAction, { id, workflowAction: 'start' }))
      if (jobs.isKnown(id)) await jobs.fetch(id)
    },
    async cancelCommands(id, commandIds) {
      if (commandIds.length === 0) return
      try {
        await transport.call(calls.cancelImportCommands, { id, commandIds: [...commandIds] })
      } catch (error) {
        log('error', 'Failed to cancel job', error)
        throw error
      }
      await jobs.fetch(id)
    },
    undoCommands: (id, commandIds) => again(calls.undoImportCommands, id, commandIds),
    repeatCommands: (id, commandIds) => again(calls.repeatImportCommands, id, commandIds),
  }
}
