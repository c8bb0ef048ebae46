import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { selectUnqueuedItems } from './inspection.sql.ts'
import { readJob, requireJob } from './read-jobs.ts'
import { queueInspection } from './store-upload.ts'

/**
 * Takes the action `start` on an import: whatever waits for its inspection without being in the queue is put
 * there. Safe to repeat.
 * @throws entity_not_found, import_job_deactivated, unknown_action
 * @source data-layer §7: a job is started with the workflow action start
 */
export async function takeImportJobAction(
  context: Context,
  { id, workflowAction }: CallInput<Calls['takeImportJobAction']>,
): Promise<CallAnswer<Calls['takeImportJobAction']>> {
  const job = await requireJob(context, id, 'update')
  if (workflowAction !== 'start') throw new ApiError('unknown_action', { action: workflowAction })
  for (const itemId of await selectUnqueuedItems(context.database, id))
    await queueInspection(context, context.database, itemId)
  return { response: { data: await readJob(context, job) } }
}
