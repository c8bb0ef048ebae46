import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { requireJob } from './read-jobs.ts'
import { answerItems, requireItems } from './require-items.ts'
import { parseEdit, startEdit } from './start-edit.ts'
import { startMove } from './start-move.ts'

/**
 * Moves items to another import, or changes their metadata, and answers them: one item for one id.
 * @throws entity_not_found, import_item_closed, unknown_field, field_mandatory, field_read_only,
 * invalid_parameter
 * @source data-layer §7 Mass import: PATCH data/item; decision 0143
 */
export async function patchImportItems(
  context: Context,
  { ids, json, ...given }: CallInput<Calls['patchImportItems']>,
): Promise<CallAnswer<Calls['patchImportItems']>> {
  const { job, $assetmetadata: data } = { ...given, ...json }
  const items = await requireItems(context, ids, 'update')
  const schema = await getSchemaOf(context.database, 'asset')
  const change = data && (await parseEdit(context, schema, data))
  const target = job === undefined ? undefined : await requireJob(context, job, 'update')
  const commands = await withTransaction(context.database, async (transaction) => {
    const started: string[] = []
    for (const [jobId, own] of change ? Map.groupBy(items, (item) => item.job_id) : []) {
      const edit = { ids: own.map((item) => item.id), change: change ?? { values: {}, links: [] } }
      started.push(await startEdit(context, transaction, jobId, edit))
    }
    if (target) started.push(await startMove(context, transaction, target, target, ids))
    return started
  })
  const changed = await answerItems(context, ids)
  const [only] = changed
  return { response: { $action: { commands }, data: changed.length === 1 && only ? only : changed } }
}
