import { ApiError, type AssetMerge, type CallInput, type Calls } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { may, requireAction } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { lookAtRows } from '../../model/entities/decide-rows.ts'
import { countUses } from '../../model/entities/merges/count-uses.ts'
import { getSchemaOf, listSchemas } from '../../model/schemas/schema-registry.ts'
import { findMentions } from '../asset-uses/find-mentions.ts'
import { holdAssets, moveAll, type MergeServices } from './move-all.ts'
import { countPlaces, insertMerge, selectMerge, settleMerge, type StoredMerge } from './merges.sql.ts'
import { takeFields } from './take-fields.ts'

/**
 * As many places move in the transaction of the request; more of them in the background.
 * @source decision 0090: measured
 */
const atOnce = 1000

/**
 * Puts one asset in the place of others, which go to the trash. Who merges may change the one, delete the
 * others, and change everything that links to them or shows them.
 * @throws entity_not_found, delete_refused, access_denied, invalid_parameter, sign_in_needed, unknown_field,
 * field_read_only, field_mandatory
 * @source decision 0227
 */
export async function mergeAssets(
  context: Context,
  { keep, ids, take }: CallInput<Calls['mergeAssets']>,
): Promise<AssetMerge> {
  await requireMerge(context, keep, ids)
  return withTransaction(context.database, async (transaction) => {
    const own = { ...context, database: transaction }
    const held = await holdAssets(transaction, keep, ids)
    const gone = [keep, ...ids].find((id) => !held.has(id))
    if (gone !== undefined) throw new ApiError('entity_not_found', { resource: 'asset', id: gone })
    const fields = await takeFields(own, keep, ids, take)
    const id = await insertMerge(transaction, { keep, ids, by: currentUserId(context) })
    await recordAudit(context, transaction, {
      kind: 'asset.merged',
      target: { resource: 'asset', id: keep, name: held.get(keep) ?? '' },
      after: { ids },
    })
    const merge = { id, keep, ids, by: currentUserId(context), state: 'running', moved: { fields } } as const
    if ((await countPlaces(transaction, ids)) > atOnce) {
      await settleMerge(transaction, id, 'running', merge.moved)
      await context.addJob(transaction, 'merge-assets', { id }, { priority: jobPriority.render })
      return answerOf(context, merge)
    }
    await settleMerge(transaction, id, 'done', { ...(await moveAll(own, merge)), fields })
    return answerOf(context, { ...merge, state: 'done' })
  })
}

/**
 * A merge of the caller, or of anybody's for whoever manages the trash.
 * @throws merge_not_found
 */
export async function getAssetMerge(
  context: Context,
  { id }: CallInput<Calls['getAssetMerge']>,
): Promise<AssetMerge> {
  return answerOf(context, await findMerge(context, id))
}

/** The same; held until the transaction of `context` ends, where it is one. @throws merge_not_found */
export async function findMerge(context: Context, id: number): Promise<StoredMerge> {
  const { database } = context
  const merge = await selectMerge(database, id, { isHeld: database.isTransaction })
  const isOwn = merge !== undefined && merge.by !== null && merge.by === currentUserId(context)
  if (!merge || !(isOwn || may(context.identity, 'trash', 'manage'))) throw new ApiError('merge_not_found')
  return merge
}

function answerOf(context: Context, { id, keep, ids, state, by }: StoredMerge): AssetMerge {
  const isOwn = by !== null && by === currentUserId(context)
  const isUndoable = state === 'done' && context.settings.trashDays > 0
  return {
    id,
    keep,
    ids: [...ids],
    state,
    undoable: isUndoable && (isOwn || may(context.identity, 'trash', 'manage')),
  }
}

async function requireMerge(context: Context, keep: number, ids: readonly number[]): Promise<void> {
  const schema = await getSchemaOf(context, 'asset')
  requireAction(context.identity, 'asset', 'view')
  const decisions = await lookAtRows(context, schema, [keep, ...ids], ['view', 'update', 'delete'])
  for (const id of [keep, ...ids])
    if (!decisions.get(id)?.has('view')) throw new ApiError('entity_not_found', { resource: 'asset', id })
  for (const id of ids)
    if (!decisions.get(id)?.has('delete')) throw new ApiError('delete_refused', { resource: 'asset', id })
  if (!decisions.get(keep)?.has('update')) throw new ApiError('access_denied')
  if (ids.includes(keep))
    throw new ApiError('invalid_parameter', { parameter: 'ids', reason: 'others are expected' })
  await requireLinking(context, ids)
}

/** Refuses who may not change everything that links to the assets or shows them on a page. */
async function requireLinking(context: Context, ids: readonly number[]): Promise<void> {
  const known = await listSchemas(context)
  for (const id of ids) {
    const uses = await countUses(context, known, { resource: 'asset', id }, 'update')
    if (uses.some(({ count, total }) => count < total)) throw new ApiError('access_denied')
  }
  const mentions = await findMentions(context.database, ids)
  const pages = [...new Set(mentions.flatMap(({ pageId }) => pageId ?? []))]
  const widgets = mentions.flatMap(({ row, pageId }) => (pageId === undefined ? [row.id] : []))
  for (const [resource, all] of [
    ['page', pages],
    ['pagewidget', widgets],
  ] as const) {
    if (all.length === 0) continue
    const decided = await lookAtRows(context, await getSchemaOf(context, resource), all, ['view', 'update'])
    if (!all.every((id) => decided.get(id)?.has('update'))) throw new ApiError('access_denied')
  }
}

/** A merge that a job ends: what the request did to fields stands in it. */
export async function runMerge(services: MergeServices, merge: StoredMerge): Promise<void> {
  const held = await holdAssets(services.database, merge.keep, merge.ids)
  const moved = await moveAll(services, { ...merge, ids: merge.ids.filter((id) => held.has(id)) })
  await settleMerge(services.database, merge.id, 'done', { ...moved, ...merge.moved })
}
