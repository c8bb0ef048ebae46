import {
  ApiError,
  importItemStatuses,
  type CallAnswer,
  type CallInput,
  type Calls,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { restartInspection } from './inspection.sql.ts'
import type { ItemRow } from './imports.sql.ts'
import { isAction, itemActions, type ItemAction } from './item-actions.ts'
import { requireJob, statusNameOf } from './read-jobs.ts'
import { answerItems, requireItems } from './require-items.ts'
import { startValidate } from './start-validate.ts'
import { queueInspection } from './store-upload.ts'

/** The actions that can be taken on items of imports, from which states, and where they lead. */
export async function listImportItemActions(): Promise<CallAnswer<Calls['listImportItemActions']>> {
  const actions = Object.entries(itemActions).map(([name, { from, to }]) => ({ name, from: [...from], to }))
  return { response: { data: [{ resource: 'massimportitem', actions }] } }
}

/**
 * Takes an action on items, which are answered as they are then; making assets of them goes on afterwards.
 * @throws entity_not_found, unknown_action, action_not_possible, import_item_not_ready, field_mandatory,
 * access_denied
 */
export async function takeImportItemAction(
  context: Context,
  { ids, workflowAction: name }: CallInput<Calls['takeImportItemAction']>,
): Promise<CallAnswer<Calls['takeImportItemAction']>> {
  if (!isAction(name)) throw new ApiError('unknown_action', { action: name })
  const items = await requireItems(context, ids, 'update')
  if (name === 'analyze') await inspectAgain(context, items)
  else await validate(context, items, itemActions[name])
  return { response: { data: await answerItems(context, ids) } }
}

async function validate(
  context: Context,
  items: readonly ItemRow[],
  { assetAction }: ItemAction,
): Promise<void> {
  const byJob = Map.groupBy(items, (item) => item.job_id)
  const jobs = await Promise.all([...byJob.keys()].map((id) => requireJob(context, id, 'update')))
  await withTransaction(context.database, async (transaction) => {
    for (const job of jobs) {
      const ids = byJob.get(job.id)?.map((item) => item.id)
      await startValidate(context, transaction, job, { ids, workflowAction: assetAction })
    }
  })
}

async function inspectAgain(context: Context, items: readonly ItemRow[]): Promise<void> {
  const settled: readonly number[] = [importItemStatuses.ready, importItemStatuses.broken]
  const busy = items.find(({ status }) => !settled.includes(status))
  if (busy)
    throw new ApiError('action_not_possible', { action: 'analyze', status: statusNameOf(busy.status) })
  await withTransaction(context.database, async (transaction) => {
    const ids = await restartInspection(
      transaction,
      items.map((item) => item.id),
    )
    for (const id of ids) await queueInspection(context, transaction, id)
  })
}
