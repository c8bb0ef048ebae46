import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { selectDropped } from './commands.sql.ts'
import { requireChoosable } from './import-resources.ts'
import { requireJob } from './read-jobs.ts'
import { answerItems, requireItems } from './require-items.ts'
import { parseEdits, startEdit, type ItemEdit } from './start-edit.ts'
import { startMove } from './start-move.ts'
import { startTypeChange } from './start-type-change.ts'

/** What is changed of the items of one import. */
interface Change {
  readonly jobId: number
  readonly ids: readonly number[]
  readonly edits: readonly ItemEdit[]
}

/**
 * Changes what items become and their metadata, moves them to another import, in this order, and answers
 * them: one item for one id.
 * @throws entity_not_found, import_item_closed, unknown_field, field_mandatory, field_read_only,
 * invalid_parameter
 * @source data-layer §7 Mass import: PATCH data/item; decisions 0143, 0150
 */
export async function patchImportItems(
  context: Context,
  { ids, json, ...given }: CallInput<Calls['patchImportItems']>,
): Promise<CallAnswer<Calls['patchImportItems']>> {
  const { job, type, $assetmetadata: data } = { ...given, ...json }
  const items = await requireItems(context, ids, 'update')
  if (type !== undefined) await requireChoosable(context, type)
  const changes: Change[] = []
  for (const [jobId, own] of Map.groupBy(items, (item) => item.job_id)) {
    const itemIds = own.map((item) => item.id)
    const edits = data ? await parseEdits(context, jobId, { ids: itemIds, data, type }) : []
    changes.push({ jobId, ids: itemIds, edits })
  }
  const target = job === undefined ? undefined : await requireJob(context, job, 'update')
  const { typed, others } = await withTransaction(context.database, async (transaction) => {
    const typed: string[] = []
    const others: string[] = []
    for (const { jobId, ids: own, edits } of changes) {
      if (type !== undefined)
        typed.push(await startTypeChange(context, transaction, jobId, { resource: type, ids: own }))
      for (const edit of edits) others.push(await startEdit(context, transaction, jobId, edit))
    }
    if (target) others.push(await startMove(context, transaction, target, target, ids))
    return { typed, others }
  })
  const dropped = [...(await selectDropped(context.database, typed)).values()].flat()
  const changed = await answerItems(context, ids)
  const [only] = changed
  return {
    response: {
      $action: { commands: [...typed, ...others] },
      data: changed.length === 1 && only ? only : changed,
      ...(type === undefined ? {} : { dropped: [...new Set(dropped)] }),
    },
  }
}
