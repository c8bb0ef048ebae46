import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Routes } from '../../access/handler.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { deleteDismissals, insertDismissals } from './duplicates.sql.ts'
import { listDuplicates } from './list-duplicates.ts'
import { getAssetMerge, mergeAssets } from './merge-assets.ts'
import { undoMerge } from './undo-merge.ts'

/** Assets that are the same picture, and one in the place of others. @source decision 0227 */
export const duplicateRoutes: Routes<
  | 'listDuplicates'
  | 'findDuplicates'
  | 'dismissDuplicates'
  | 'restoreDuplicates'
  | 'mergeAssets'
  | 'getAssetMerge'
  | 'undoMerge'
> = {
  listDuplicates,
  findDuplicates,
  dismissDuplicates,
  restoreDuplicates,
  mergeAssets,
  getAssetMerge,
  undoMerge,
}

/** Once, however often it is asked for while it waits. */
async function findDuplicates(context: Context): Promise<CallAnswer<Calls['findDuplicates']>> {
  const options = { key: 'find-duplicates', priority: jobPriority.render }
  await context.addJob(context.database, 'find-duplicates', {}, options)
  return { started: true }
}

/** @throws entity_not_found, access_denied, sign_in_needed */
async function dismissDuplicates(
  context: Context,
  { ids }: CallInput<Calls['dismissDuplicates']>,
): Promise<CallAnswer<Calls['dismissDuplicates']>> {
  await requireRows(context, await getSchemaOf(context, 'asset'), ids, 'update')
  await insertDismissals(context.database, ids, currentUserId(context))
  return { dismissed: true }
}

/** @throws entity_not_found, access_denied, sign_in_needed */
async function restoreDuplicates(
  context: Context,
  { ids }: CallInput<Calls['restoreDuplicates']>,
): Promise<CallAnswer<Calls['restoreDuplicates']>> {
  await requireRows(context, await getSchemaOf(context, 'asset'), ids, 'update')
  await deleteDismissals(context.database, ids)
  return { restored: true }
}
