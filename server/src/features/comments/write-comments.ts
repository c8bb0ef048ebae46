import { ApiError, maxComments, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { requireSignedIn } from '../../access/decide.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { decideRows } from '../../model/entities/decide-rows.ts'
import { lockEntities } from '../../model/entities/entities.sql.ts'
import { keepWhoMay } from '../../people/roles/who-may.ts'
import { requireVersioned, type Versioned } from '../versions/require-editing.ts'
import {
  countComments,
  countRecent,
  deleteCommentRow,
  hasVersion,
  insertComment,
  selectComments,
  selectVersionNumber,
  updateCommentText,
  updateResolved,
  type CommentRow,
} from './comments.sql.ts'
import { toComment } from './list-comments.ts'
import { announceComments, notifyOfComment } from './notify-of-comment.ts'

/** Comments of one person within a minute. @source decision 0209 */
export const commentsPerMinute = 30

type Answer = CallAnswer<Calls['createComment']>

/**
 * @throws entity_not_found, comment_not_found, version_not_found, access_denied, sign_in_needed,
 * invalid_parameter for a person who may not read it, comments_full, too_many_comments
 * @source decision 0209
 */
export async function createComment(
  context: Context,
  { text, mentions, place, thread, version, ...input }: CallInput<Calls['createComment']>,
): Promise<Answer> {
  const entity = await requireWriting(context, input)
  const { kind, id } = requireSignedIn(context.identity)
  await requireMentionable(context, entity, mentions)
  return withTransaction(context.database, async (transaction) => {
    await hold(transaction, entity)
    const { count, seconds } = await countRecent(transaction, { kind, id })
    if (count >= commentsPerMinute) throw new ApiError('too_many_comments', { seconds })
    if ((await countComments(transaction, entity)) >= maxComments)
      throw new ApiError('comments_full', { max: maxComments })
    const first = thread === undefined ? undefined : await find(transaction, entity, thread)
    if (version !== undefined && !(await hasVersion(transaction, entity, version)))
      throw new ApiError('version_not_found', { number: version })
    const commentId = await insertComment(transaction, {
      resource: entity.resource,
      id: entity.id,
      // A reply to a reply stands in the same thread.
      threadId: first ? (first.threadId ?? first.id) : null,
      author: { kind, id },
      // What is said to a visitor is theirs to read.
      shareId: first?.shareId ?? null,
      body: text,
      mentions,
      place: first ? undefined : place,
      version: version ?? (await selectVersionNumber(transaction, entity)),
    })
    const row = await find(transaction, entity, commentId)
    await notifyOfComment(context, transaction, entity, row, mentions)
    return toComment(context, row)
  })
}

/**
 * @throws entity_not_found, comment_not_found, access_denied for another's, sign_in_needed,
 * invalid_parameter for a person who may not read it
 */
export async function updateComment(
  context: Context,
  { comment, text, mentions, ...input }: CallInput<Calls['updateComment']>,
): Promise<Answer> {
  const entity = await requireWriting(context, input)
  return withTransaction(context.database, async (transaction) => {
    await hold(transaction, entity)
    const before = await find(transaction, entity, comment)
    if (!toComment(context, before).isMine) throw new ApiError('access_denied')
    // Whoever was named before may have lost the right since: that is no reason to refuse a correction.
    const known = new Set(before.mentions.map(({ id }) => id))
    const added = mentions.filter((id) => !known.has(id))
    await requireMentionable(context, entity, added)
    await updateCommentText(transaction, comment, { body: text, mentions })
    const row = await find(transaction, entity, comment)
    await notifyOfComment(context, transaction, entity, row, added, 'edited')
    return toComment(context, row)
  })
}

/**
 * Deletes an own comment, or any for whoever may delete the entity.
 * @throws entity_not_found, comment_not_found, access_denied, sign_in_needed
 */
export async function deleteComment(
  context: Context,
  { comment, ...input }: CallInput<Calls['deleteComment']>,
): Promise<CallAnswer<Calls['deleteComment']>> {
  const entity = await requireVersioned(context, input, 'readComments')
  const mayModerate = (await decideRows(context, entity.schema, [entity.id], ['delete']))
    .get(entity.id)
    ?.has('delete')
  await withTransaction(context.database, async (transaction) => {
    await hold(transaction, entity)
    const row = await find(transaction, entity, comment)
    const { isMine, by } = toComment(context, row)
    if (!isMine && !mayModerate) throw new ApiError('access_denied')
    await deleteCommentRow(transaction, row)
    if (!isMine)
      await recordAudit(context, transaction, {
        kind: 'comment.deleted',
        target: { resource: entity.resource, id: entity.id },
        before: { by: by.id ?? by.name, text: row.body.slice(0, 300).toWellFormed() },
      })
    await announceComments(transaction, entity)
  })
  return { deleted: true }
}

/** @throws entity_not_found, comment_not_found, also for a reply, access_denied, sign_in_needed */
export async function resolveComment(
  context: Context,
  { comment, resolved, ...input }: CallInput<Calls['resolveComment']>,
): Promise<Answer> {
  const entity = await requireWriting(context, input)
  const { id } = requireSignedIn(context.identity)
  return withTransaction(context.database, async (transaction) => {
    await hold(transaction, entity)
    const { threadId } = await find(transaction, entity, comment, 'also deleted')
    if (threadId !== null) throw new ApiError('comment_not_found', { id: comment })
    if (await updateResolved(transaction, comment, id, resolved)) await announceComments(transaction, entity)
    return toComment(context, await find(transaction, entity, comment, 'also deleted'))
  })
}

/** Whoever writes comments reads them. */
async function requireWriting(
  context: Context,
  input: { readonly object: string; readonly id: string },
): Promise<Versioned> {
  const entity = await requireVersioned(context, input, 'comment')
  await requireVersioned(context, input, 'readComments')
  return entity
}

/** Comments of an entity are written one after the other, so that they are counted. */
async function hold(transaction: Database, { resource, id }: Versioned): Promise<void> {
  if ((await lockEntities(transaction, resource, [id])).length === 0)
    throw new ApiError('entity_not_found', { resource, id })
}

async function find(
  transaction: Database,
  entity: Versioned,
  commentId: number,
  which: 'not deleted' | 'also deleted' = 'not deleted',
): Promise<CommentRow> {
  const [row] = await selectComments(transaction, entity, { commentId })
  if (!row || (row.deletedAt !== null && which === 'not deleted'))
    throw new ApiError('comment_not_found', { id: commentId })
  return row
}

/** @throws invalid_parameter */
async function requireMentionable(
  context: Context,
  { schema, id }: Versioned,
  mentions: readonly number[],
): Promise<void> {
  const kept = await keepWhoMay(context, mentions, { schema, ids: [id], actions: ['view', 'readComments'] })
  const refused = mentions.find((one) => !kept.some((user) => user.id === one))
  if (refused !== undefined)
    throw new ApiError('invalid_parameter', {
      parameter: 'mentions',
      reason: `${refused} is nobody who may read the comment`,
    })
}
