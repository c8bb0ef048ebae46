import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { lockEntities } from '../../model/entities/entities.sql.ts'
import { takeAction } from '../../model/entities/take-action.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { findWhoMay, keepWhoMay } from '../../people/roles/who-may.ts'
import { insertRequest, selectItems } from './reviews.sql.ts'
import { inChunks } from './in-chunks.ts'
import { announceTodo, notifyRequested } from './notify-of-reviews.ts'
import { toRequests } from './to-request.ts'

/** What a reviewer does with an asset. */
const reviewing = ['view', 'publish', 'reject']
const maxOffered = 8

/**
 * Submits drafts, all or none, and asks named people for a decision.
 * @throws entity_not_found, access_denied, sign_in_needed, action_not_possible, invalid_parameter for a
 * reviewer who may not decide, or a day that is over
 * @source decision 0210
 */
export async function submitForReview(
  context: Context,
  { assets, reviewers, due, note, needsAll }: CallInput<Calls['submitForReview']>,
): Promise<CallAnswer<Calls['submitForReview']>> {
  const schema = await getSchemaOf(context, 'asset')
  await requireRows(context, schema, assets, 'submit')
  if (due !== undefined && Date.parse(due) <= Date.now())
    throw new ApiError('invalid_parameter', { parameter: 'due', reason: 'it lies in the past' })
  const may = await keepWhoMay(context, reviewers, { schema, ids: assets, actions: reviewing })
  const refused = reviewers.find((id) => !may.some((person) => person.id === id))
  if (refused !== undefined)
    throw new ApiError('invalid_parameter', {
      parameter: 'reviewers',
      reason: `${refused} may not publish and reject all of these assets`,
    })
  const requesterId = currentUserId(context)
  return withTransaction(context.database, async (transaction) => {
    const within = { ...context, database: transaction }
    await lockEntities(transaction, 'asset', assets)
    const people = may.map(({ id }) => id)
    const request = { requesterId, note, dueAt: due ?? null, needsAll, reviewers: people }
    const requestId = await insertRequest(transaction, request, assets).catch(refuseWaiting)
    for (const ids of inChunks(assets)) await takeAction(within, schema, { ids, action: 'submit' })
    await notifyRequested(within, transaction, people, { requestId, ids: assets, note, dueAt: due ?? null })
    await announceTodo(transaction, [{ requesterId, reviewers: people }])
    const [made] = toRequests(await selectItems(transaction, { requestId }))
    if (!made) throw new ApiError('entity_not_found', { resource: 'asset', id: assets[0] ?? 0 })
    return made
  })
}

/** @throws entity_not_found, access_denied, sign_in_needed */
export async function findReviewers(
  context: Context,
  { assets, text }: CallInput<Calls['findReviewers']>,
): Promise<CallAnswer<Calls['findReviewers']>> {
  const schema = await getSchemaOf(context, 'asset')
  await requireRows(context, schema, assets, 'submit')
  return findWhoMay(context, text, maxOffered, { schema, ids: assets, actions: reviewing })
}

/** One of them waits already: it was submitted before. */
function refuseWaiting(error: unknown): never {
  if ((error as { code?: string }).code !== '23505') throw error
  throw new ApiError('action_not_possible', { action: 'submit', status: 'submitted' })
}
