import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { lookAtRows } from '../../model/entities/decide-rows.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { compileScope } from '../../model/search/compile-scope.ts'
import { countOwnThreads } from '../comments/own-threads.ts'
import { requireVersioned } from '../versions/require-editing.ts'
import {
  countRejected,
  countToReview,
  selectDecisionsOf,
  selectItems,
  selectOwnReviews,
  selectToReview,
  type ToReview,
} from './reviews.sql.ts'
import { toRequests } from './to-request.ts'

/** Assets of a list. */
const maxListed = 1000

/** @source decision 0210 */
export async function getTodoCounts(context: Context): Promise<CallAnswer<Calls['getTodoCounts']>> {
  const { database } = context
  const userId = currentUserId(context)
  const [toReview, rejected, threads] = await Promise.all([
    countToReview(database, await reviewsOf(context)),
    userId === null ? 0 : countRejected(database, userId, await seen(context)),
    countOwnThreads(context),
  ])
  return { toReview, rejected, threads }
}

/** What waits for a decision of the caller, by deadline. @source decision 0210 */
export async function listToReview(context: Context): Promise<CallAnswer<Calls['listToReview']>> {
  const who = await reviewsOf(context)
  const [rows, total] = await Promise.all([
    selectToReview(context.database, who, maxListed),
    countToReview(context.database, who),
  ])
  return { requests: toRequests(rows), total }
}

/** What the caller submitted, the latest first. @source decision 0210 */
export async function listOwnReviews(context: Context): Promise<CallAnswer<Calls['listOwnReviews']>> {
  const userId = currentUserId(context)
  if (userId === null) return { requests: [], total: 0 }
  const { rows, total } = await selectOwnReviews(context.database, userId, await seen(context), maxListed)
  return { requests: toRequests(rows), total }
}

/**
 * The last request of an asset and what was decided of it: for its author, and for whoever may edit or
 * decide it.
 * @throws entity_not_found, access_denied, sign_in_needed
 */
export async function listReviews(
  context: Context,
  input: CallInput<Calls['listReviews']>,
): Promise<CallAnswer<Calls['listReviews']>> {
  const { schema, resource, id } = await requireVersioned(context, input, 'view')
  if (resource !== 'asset') return { request: null, decisions: [] }
  const may = (await lookAtRows(context, schema, [id], ['update', 'publish'])).get(id)
  const [[request], decisions] = await Promise.all([
    selectItems(context.database, { id }).then(toRequests),
    selectDecisionsOf(context.database, id),
  ])
  const requester = request?.requester?.id
  const isOwn = requester !== undefined && requester === currentUserId(context)
  if (!may?.size && !isOwn) throw new ApiError('access_denied')
  return {
    request: request ?? null,
    decisions: decisions.map(({ authorId, authorName, at, ...decision }) => ({
      ...decision,
      by: { id: authorId, name: authorName },
      at: at.toISOString(),
    })),
  }
}

async function reviewsOf(context: Context): Promise<ToReview> {
  const [sees, publishes, rejects] = await Promise.all(
    ['view', 'publish', 'reject'].map((action) => within(context, action)),
  )
  const never = sql<SqlBool>`false`
  return {
    userId: currentUserId(context),
    sees: sees ?? never,
    decides: sql<SqlBool>`(${publishes ?? never} and ${rejects ?? never})`,
  }
}

const seen = (context: Context): Promise<RawBuilder<SqlBool>> => within(context, 'view')

async function within(context: Context, action: string): Promise<RawBuilder<SqlBool>> {
  return compileScope(
    context.database,
    await listSchemas(context),
    scopeOf(context.identity, 'asset', action),
  )
}
