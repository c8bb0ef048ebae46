import { ApiError, assetActions, assetStatuses, type AssetAction } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { withTransaction, type Database } from '../database/database.ts'
import type { Schema } from '../schemas/schema.ts'
import { project } from '../search/project.ts'
import { lockEntity, updateEntity } from './entities.sql.ts'
import { meOf, requireRow } from './write-entity.ts'

/**
 * Takes a workflow action on entities, on all or on none.
 * @throws unknown_action, access_denied, entity_not_found, action_not_possible
 * @source issue: workflow of assets
 */
export async function takeAction(context: Context, schema: Schema, ids: readonly number[], action: string): Promise<void> {
  if (!schema.hasWorkflow || !isAction(action)) throw new ApiError('unknown_action', { action: action.slice(0, 64) })
  for (const id of ids) await requireRow(context, schema, id, action)
  await withTransaction(context.database, async (transaction) => {
    for (const id of [...ids].toSorted((a, b) => a - b)) await moveStatus(transaction, schema, id, action, meOf(context))
    await project(transaction, schema, ids)
  })
}

async function moveStatus(transaction: Database, schema: Schema, id: number, action: AssetAction, by: number | null): Promise<void> {
  const { from, to } = assetActions[action]
  const row = await lockEntity(transaction, schema.resource, id)
  const status = Object.entries(assetStatuses).find(([, number]) => number === row?.status)?.[0] ?? ''
  if (!(from as readonly string[]).includes(status)) throw new ApiError('action_not_possible', { action, status })
  await updateEntity(transaction, schema.resource, id, { status: assetStatuses[to], modifiedBy: by })
}

function isAction(action: string): action is AssetAction {
  return Object.hasOwn(assetActions, action)
}
