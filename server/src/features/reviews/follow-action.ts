import { assetStatuses } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { decideRows } from '../../model/entities/decide-rows.ts'
import { updateStatus } from '../../model/entities/entities.sql.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import {
  insertDecisions,
  insertRequest,
  lockWaiting,
  reopenItem,
  selectOutdated,
  updateWaiting,
  type WaitingItem,
} from './reviews.sql.ts'
import { announceTodo, notifyDecided, notifyReopened } from './notify-of-reviews.ts'

/** What a workflow action is to a request, where it is anything. */
const meaning: Readonly<Record<string, 'approved' | 'rejected' | 'withdrawn'>> = {
  publish: 'approved',
  reject: 'rejected',
  unpublish: 'rejected',
  archive: 'withdrawn',
}

/**
 * Requests follow what is done to assets, by whichever client: what is submitted waits, what is published or
 * rejected is decided, what is archived waits no more. In the transaction of the action.
 * @source decision 0210
 */
export async function followAction(
  context: Context,
  ids: readonly number[],
  { action, reason }: { readonly action: string; readonly reason: string },
): Promise<void> {
  const { database } = context
  const waiting = await lockWaiting(database, ids)
  if (action === 'submit') return submitAlone(context, ids, waiting)
  const state = meaning[action]
  if (state === undefined || waiting.length === 0) return
  await closeItems(context, waiting, { state, reason })
}

/** Ends the waiting of assets with a decision of the caller, and notifies who submitted them. */
export async function closeItems(
  context: Context,
  items: readonly WaitingItem[],
  { state, reason }: { readonly state: 'approved' | 'rejected' | 'withdrawn'; readonly reason: string },
): Promise<void> {
  const { database, identity } = context
  const author = identity.kind === 'user' || identity.kind === 'application' ? identity : undefined
  if (author && state !== 'withdrawn')
    await insertDecisions(database, items, {
      author: { kind: author.kind, id: author.id },
      verdict: state === 'approved' ? 'approve' : 'reject',
      reason,
    })
  await updateWaiting(database, items, state, { decidedBy: author?.id ?? null, reason })
  if (state !== 'withdrawn') await notifyDecided(context, database, items, { state, reason })
  await announceTodo(database, items)
}

/** Submitted without a request: whoever may publish and reject decides. */
async function submitAlone(
  context: Context,
  ids: readonly number[],
  waiting: readonly WaitingItem[],
): Promise<void> {
  const requested = new Set(waiting.map(({ id }) => id))
  const alone = ids.filter((id) => !requested.has(id))
  if (alone.length === 0) return
  const requesterId = currentUserId(context)
  const request = { requesterId, note: '', dueAt: null, needsAll: false, reviewers: [] }
  await insertRequest(context.database, request, alone)
  await announceTodo(context.database, [{ requesterId, reviewers: [] }])
}

/**
 * A new version of the file makes what was decided of an asset void: it waits again. What was published stays
 * so until it is decided, and needs no decision where who replaced the file may publish.
 * @source decision 0210
 */
export async function followNewVersion(context: Context, schema: Schema, id: number): Promise<void> {
  const { database } = context
  const outdated = await selectOutdated(database, id)
  if (!outdated || outdated.state === 'withdrawn') return
  const may = (await decideRows(context, schema, [id], ['publish', 'submit'])).get(id)
  if (outdated.state === 'approved' && (may?.has('publish') || outdated.status !== assetStatuses.published))
    return
  if (outdated.state === 'rejected') {
    if (outdated.status !== assetStatuses.draft || !may?.has('submit')) return
    await updateStatus(database, schema.resource, [id], assetStatuses.submitted, currentUserId(context))
  }
  await reopenItem(database, id, outdated)
  const items = await lockWaiting(database, [id])
  for (const { requestId, reviewers } of items)
    await notifyReopened(context, database, reviewers, { requestId, ids: [id] })
  await announceTodo(database, items)
}
