import { calls, importItemStatuses, type ImportItem, type ImportItemStatus } from '@cartouche/contract/wire'
import { toFailure } from '../failure.ts'
import { itemsAtOnce } from './import-job-record.ts'
import type { ImportJobs, ImportNeeds } from './import-jobs.ts'
import type { ImportWorkflows } from './import-workflows.ts'
import { chunksOf, inParallel } from './in-parallel.ts'

/**
 * Changes of items: seen at once, then sent to the server, taken back when it refuses. Of no items, nothing.
 */
export interface ImportItemEdits {
  /**
   * Describes items. A value `{"$mode", "$values"}` changes a list. Answers the ids of the commands that do
   * it, for `undoCommands`. `versions`: what the person saw of each item, by its id; a field that somebody
   * else changed since stays, and the item is a failure of the command.
   * @throws version_conflict where that is so of every item
   */
  describeItems(
    jobId: number,
    ids: readonly number[],
    data: Readonly<Record<string, unknown>>,
    versions?: Readonly<Record<string, number>>,
  ): Promise<readonly string[]>
  /**
   * Has items become something else: one of the `itemResources` of their import. Answers the ids of the
   * commands that do it, and the fields whose values it does not take; they come back with a type that has
   * them.
   * @throws invalid_parameter, import_item_closed
   */
  changeItemType(
    jobId: number,
    ids: readonly number[],
    type: string,
  ): Promise<{ readonly commands: readonly string[]; readonly dropped: readonly string[] }>
  /**
   * Moves items to another import: chunks of 50, three at once. Those that are refused come back. Answers the
   * ids of the commands, which are the other import's.
   */
  moveItems(jobId: number, ids: readonly number[], toJobId: number): Promise<readonly string[]>
  /**
   * Takes a workflow action on items, 50 at once: they show the status that it leads to, then what the server
   * answers.
   * @throws action_not_possible, unknown_action, import_item_not_ready, field_mandatory
   */
  takeItemAction(jobId: number, ids: readonly number[], workflowAction: string): Promise<void>
  /** Takes items out of their import, three at once. Those that are refused come back. */
  deleteItems(jobId: number, ids: readonly number[]): Promise<void>
  /**
   * Announces for a minute that the user edits items; done again, for another one. Whose an item is says
   * its `$lockedby`. @source decision 0144
   */
  lockItems(jobId: number, ids: readonly number[]): Promise<void>
  /** Announces that the user is done with items. */
  unlockItems(jobId: number, ids: readonly number[]): Promise<void>
}

/** Items of a workflow action, and of a move. @source data-layer §9 */
const itemsPerAction = 50

/** Changes of items through the table of jobs. @source data-layer §4 Mass import edits, §7, §9 */
export function editImportItems(
  { transport, log }: ImportNeeds,
  jobs: ImportJobs,
  workflows: Pick<ImportWorkflows, 'resolve'>,
): ImportItemEdits {
  const edit = async (
    jobId: number,
    ids: readonly number[],
    data: Readonly<Record<string, unknown>>,
    metadata: { data?: Record<string, unknown>; type?: string; versions?: Record<string, number> },
  ): Promise<{ commands: readonly string[]; dropped: readonly string[] }> => {
    let dropped: readonly string[] = []
    if (ids.length === 0) return { commands: [], dropped }
    const commands = await jobs.editing(jobId, { ids, data }, async () => {
      const answer = await transport.call(calls.editImportJob, {
        id: jobId,
        metadata: { ids: [...ids], ...metadata },
      })
      dropped = answer.response.dropped ?? []
      return answer
    })
    return { commands, dropped }
  }
  const lease = async (
    call: typeof calls.lockImportItems | typeof calls.unlockImportItems,
    jobId: number,
    ids: readonly number[],
  ): Promise<void> => {
    for (const chunk of chunksOf(ids, itemsAtOnce)) {
      const { response } = await transport.call(call, { ids: [...chunk] })
      jobs.updateItems(jobId, response.data)
    }
  }
  return {
    async describeItems(jobId, ids, data, versions) {
      const metadata = { data, ...(versions && { versions: { ...versions } }) }
      return (await edit(jobId, ids, data, metadata)).commands
    },
    changeItemType: (jobId, ids, type) => edit(jobId, ids, { $resource: type }, { type }),
    moveItems: (jobId, ids, toJobId) => moveItems(transport, jobs, { jobId, ids, toJobId }),
    async takeItemAction(jobId, ids, workflowAction) {
      if (ids.length === 0) return
      const { end } = jobs.start(jobId, { ids, data: {}, ...(await statusAfter(workflows, workflowAction)) })
      try {
        for (const chunk of chunksOf(ids, itemsPerAction)) {
          const parameters = { ids: [...chunk], workflowAction, workflows: true }
          const { response } = await transport.call(calls.takeImportItemAction, parameters)
          jobs.updateItems(jobId, response.data)
        }
      } catch (error) {
        const failure = toFailure(error)
        log('error', 'error updating entity workflow', failure)
        throw failure
      } finally {
        end()
        // Behind the status that was shown, the server may be at work: the job is looked at again.
        jobs.addItems(jobId, [])
      }
    },
    lockItems: (jobId, ids) => lease(calls.lockImportItems, jobId, ids),
    unlockItems: (jobId, ids) => lease(calls.unlockImportItems, jobId, ids),
    async deleteItems(jobId, ids) {
      const restore = jobs.setRemoved(jobId, ids)
      try {
        await inParallel(ids, async (id) => {
          try {
            await transport.call(calls.deleteImportItem, { ids: [id] })
          } catch (error) {
            restore([id])
            throw error
          }
        })
      } finally {
        await jobs.fetch(jobId)
      }
    },
  }
}

/** Those of a chunk that is refused come back, and the others go on. */
async function moveItems(
  transport: ImportNeeds['transport'],
  jobs: ImportJobs,
  { jobId, ids, toJobId }: { jobId: number; ids: readonly number[]; toJobId: number },
): Promise<readonly string[]> {
  const restore = jobs.setRemoved(jobId, ids)
  const commands: string[] = []
  try {
    await inParallel(chunksOf(ids, itemsPerAction), async (chunk) => {
      try {
        const { response } = await transport.call(calls.patchImportItems, { ids: [...chunk], job: toJobId })
        commands.push(...response.$action.commands)
        const moved = [response.data].flat().map((item) => ({ ...item, job: { id: toJobId } }))
        if (jobs.isKnown(toJobId)) jobs.addItems(toJobId, moved)
      } catch (error) {
        restore(chunk)
        throw error
      }
    })
  } finally {
    await Promise.all([jobs.fetch(jobId), jobs.isKnown(toJobId) ? jobs.fetch(toJobId) : undefined])
  }
  return commands
}

/** The status that an action leads to, where the workflow says. */
async function statusAfter(
  workflows: Pick<ImportWorkflows, 'resolve'>,
  workflowAction: string,
): Promise<{ readonly own?: Pick<ImportItem, 'status'> }> {
  const actions = (await workflows.resolve()).flatMap((workflow) => workflow.actions)
  const to = actions.find(({ name }) => name === workflowAction)?.to
  if (to === undefined || !(to in importItemStatuses)) return {}
  const name = to as ImportItemStatus
  return { own: { status: { id: importItemStatuses[name], name, online: name === 'ready' } } }
}
