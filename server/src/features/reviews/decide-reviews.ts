import { ApiError, assetStatuses, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireSignedIn } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { lockEntities } from '../../model/entities/entities.sql.ts'
import { takeAction } from '../../model/entities/take-action.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { closeItems } from './follow-action.ts'
import { inChunks } from './in-chunks.ts'
import { insertDecisions, lockWaiting, type WaitingItem } from './reviews.sql.ts'
import { announceTodo } from './notify-of-reviews.ts'

/**
 * Approves or rejects assets that wait. What somebody else decided meanwhile is skipped, and said so: two
 * people at one request do not stop each other.
 * @throws entity_not_found, access_denied, sign_in_needed, review_reason_missing
 * @source decision 0210
 */
export async function decideReviews(
  context: Context,
  { assets, verdict, reason }: CallInput<Calls['decideReviews']>,
): Promise<CallAnswer<Calls['decideReviews']>> {
  if (verdict === 'reject' && reason === '') throw new ApiError('review_reason_missing')
  const schema = await getSchemaOf(context, 'asset')
  await requireRows(context, schema, assets, verdict === 'approve' ? 'publish' : 'reject')
  return withTransaction(context.database, async (transaction) => {
    const within = { ...context, database: transaction }
    const held = await lockEntities(transaction, 'asset', assets)
    const published = new Set(
      held.flatMap(({ id, status }) => (status === assetStatuses.published ? [id] : [])),
    )
    const mine = (await lockWaiting(transaction, assets)).filter((item) => isMine(context, item))
    const ready = verdict === 'reject' ? mine : mine.filter((item) => isLast(context, item))
    const others = mine.filter((item) => !ready.includes(item))
    if (others.length > 0) {
      await insertDecisions(transaction, others, { author: authorOf(context), verdict, reason })
      await announceTodo(transaction, others)
    }
    await carryOut(within, schema, ready, published, { verdict, reason })
    const known = new Set(mine.map(({ id }) => id))
    return {
      decided: ready.map(({ id }) => id),
      waiting: others.map(({ id }) => id),
      skipped: assets.filter((id) => !known.has(id)),
    }
  })
}

/**
 * Decided first, so that whoever submitted them is notified once; then what is submitted is published or goes
 * back, and what is published stays so or is published no more.
 */
async function carryOut(
  context: Context,
  schema: Schema,
  items: readonly WaitingItem[],
  published: ReadonlySet<number>,
  { verdict, reason }: { readonly verdict: 'approve' | 'reject'; readonly reason: string },
): Promise<void> {
  if (items.length === 0) return
  await closeItems(context, items, { state: verdict === 'approve' ? 'approved' : 'rejected', reason })
  const submitted = items.flatMap(({ id }) => (published.has(id) ? [] : [id]))
  const shown = items.flatMap(({ id }) => (published.has(id) ? [id] : []))
  const action = verdict === 'approve' ? 'publish' : 'reject'
  for (const ids of inChunks(submitted)) await takeAction(context, schema, { ids, action, reason })
  if (verdict === 'reject')
    for (const ids of inChunks(shown)) await takeAction(context, schema, { ids, action: 'unpublish', reason })
}

/** Where all must approve, only who was asked counts; else whoever may publish and reject decides. */
function isMine({ identity }: Context, { needsAll, reviewers }: WaitingItem): boolean {
  if (!needsAll || reviewers.length === 0) return true
  return identity.kind === 'user' && reviewers.includes(identity.id)
}

/** Whether nobody else has to approve. */
function isLast({ identity }: Context, { needsAll, reviewers, approvedBy }: WaitingItem): boolean {
  if (!needsAll) return true
  const id = identity.kind === 'user' ? identity.id : 0
  return reviewers.every((one) => one === id || approvedBy.includes(one))
}

function authorOf({ identity }: Context): { kind: 'user' | 'application'; id: number } {
  const { kind, id } = requireSignedIn(identity)
  return { kind, id }
}
