import { ApiError, type CallAnswer, type CallInput, type Calls, type Comment } from '@cartouche/contract'
import { logVisit } from '../../access/audit/visitors.ts'
import type { Context } from '../../access/context.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { lockEntities } from '../../model/entities/entities.sql.ts'
import { hashToken } from '../../people/session/tokens.ts'
import { requireVisitor } from '../shares/introduce-visitor.ts'
import { limitVisitors } from '../shares/limit-visitors.ts'
import { requireShare } from '../shares/require-share.ts'
import { selectVisitor, type NamedVisitor } from '../shares/share-visitors.sql.ts'
import type { StoredShare } from '../shares/shares.sql.ts'
import { requireVersioned, type Versioned } from '../versions/require-editing.ts'
import {
  countComments,
  deleteCommentRow,
  insertComment,
  selectComments,
  selectVersionNumber,
  updateCommentText,
  type CommentRow,
} from './comments.sql.ts'
import { announceComments, readable, notifyOfComment } from './notify-of-comment.ts'

/** Comments that an asset may have in one share: visitors leave room for those of colleagues. */
export const maxSharedComments = 200

type Item = Pick<CallInput<Calls['createSharedComment']>, 'typeAsset' | 'idAsset'>

/**
 * What visitors wrote on an item of this share, and replies where it shows them; nothing else that is said of
 * it.
 * @throws share_not_found, share_action_refused, entity_not_found, access_denied
 * @source decision 0231
 */
export async function listSharedComments(
  context: Context,
  { visitor: token, ...item }: CallInput<Calls['listSharedComments']>,
): Promise<CallAnswer<Calls['listSharedComments']>> {
  const { share, entity } = await requireCommenting(context, item)
  const [rows, version, visitor] = await Promise.all([
    selectComments(context.database, entity, { share: share.id }),
    selectVersionNumber(context.database, entity),
    // A visitor who was forgotten reads as everybody else.
    token === undefined ? undefined : selectVisitor(context.database, share.id, hashToken(token)),
  ])
  const comments = rows.map((row) => toSharedComment(row, visitor))
  return { comments, version, mayComment: true, mayModerate: false }
}

/**
 * @throws share_not_found, share_action_refused, entity_not_found, access_denied, visitor_unknown,
 * comment_not_found, comments_full, too_many_comments
 * @source decision 0231
 */
export async function createSharedComment(
  context: Context,
  { visitor: token, text, place, thread, ...item }: CallInput<Calls['createSharedComment']>,
): Promise<Comment> {
  const { share, entity } = await requireCommenting(context, item)
  const visitor = await requireVisitor(context, share.id, token)
  const comment = await withTransaction(context.database, async (transaction) => {
    await hold(context, transaction, entity, share)
    const max = maxSharedComments
    if ((await countComments(transaction, entity, share.id)) >= max)
      throw new ApiError('comments_full', { max })
    const first = thread === undefined ? undefined : await find(transaction, entity, share, thread)
    const commentId = await insertComment(transaction, {
      resource: entity.resource,
      id: entity.id,
      threadId: first ? (first.threadId ?? first.id) : null,
      author: { kind: 'visitor', id: null },
      visitor,
      shareId: share.id,
      body: text,
      mentions: [],
      place: first ? undefined : place,
      version: await selectVersionNumber(transaction, entity),
    })
    const row = await find(transaction, entity, share, commentId)
    await notifyOfComment(context, transaction, entity, row, [], 'written', sharerOf(share))
    return toSharedComment(row, visitor)
  })
  await logVisit(context, share.id, 'comment', { type: entity.resource, id: entity.id }, visitor.id)
  return comment
}

/**
 * @throws share_not_found, share_action_refused, entity_not_found, access_denied, also for another's comment,
 * visitor_unknown, comment_not_found, too_many_comments
 */
export async function updateSharedComment(
  context: Context,
  { visitor: token, comment, text, ...item }: CallInput<Calls['updateSharedComment']>,
): Promise<Comment> {
  const { share, entity } = await requireCommenting(context, item)
  const visitor = await requireVisitor(context, share.id, token)
  return withTransaction(context.database, async (transaction) => {
    await hold(context, transaction, entity, share)
    await findOwn(transaction, entity, share, { comment, visitor })
    await updateCommentText(transaction, comment, { body: text, mentions: [] })
    const row = await find(transaction, entity, share, comment)
    await notifyOfComment(context, transaction, entity, row, [], 'edited')
    return toSharedComment(row, visitor)
  })
}

/**
 * @throws share_not_found, share_action_refused, entity_not_found, access_denied, also for another's comment,
 * visitor_unknown, comment_not_found
 */
export async function deleteSharedComment(
  context: Context,
  { visitor: token, comment, ...item }: CallInput<Calls['deleteSharedComment']>,
): Promise<CallAnswer<Calls['deleteSharedComment']>> {
  const { share, entity } = await requireCommenting(context, item)
  const visitor = await requireVisitor(context, share.id, token)
  await withTransaction(context.database, async (transaction) => {
    await lock(transaction, entity)
    await deleteCommentRow(transaction, await findOwn(transaction, entity, share, { comment, visitor }))
    await announceComments(transaction, entity)
  })
  return { deleted: true }
}

/** The share that the visitor opens, and an item of it on which they may comment. */
async function requireCommenting(
  context: Context,
  { typeAsset, idAsset }: Item,
): Promise<{ readonly share: StoredShare; readonly entity: Versioned }> {
  const { share } = await requireShare(context, 'comment')
  const entity = await requireVersioned(context, { object: typeAsset, id: String(idAsset) }, 'commentInShare')
  return { share, entity }
}

const sharerOf = ({ sharer }: StoredShare): number | null => (sharer.kind === 'user' ? sharer.id : null)

async function lock(transaction: Database, { resource, id }: Versioned): Promise<void> {
  if ((await lockEntities(transaction, resource, [id])).length === 0)
    throw new ApiError('entity_not_found', { resource, id })
}

/** Comments of an entity are written one after the other, and those of a share not too many at once. */
async function hold(
  { request }: Context,
  transaction: Database,
  entity: Versioned,
  share: StoredShare,
): Promise<void> {
  await lock(transaction, entity)
  const seconds = await limitVisitors(transaction, share.id, request, 'comment')
  if (seconds > 0) throw new ApiError('too_many_comments', { seconds })
}

/** One that visitors of the share may read: of any other they do not learn that it exists. */
async function find(
  transaction: Database,
  entity: Versioned,
  share: StoredShare,
  commentId: number,
): Promise<CommentRow> {
  const [row] = await selectComments(transaction, entity, { commentId, share: share.id })
  if (!row || row.deletedAt !== null) throw new ApiError('comment_not_found', { id: commentId })
  return row
}

async function findOwn(
  transaction: Database,
  entity: Versioned,
  share: StoredShare,
  { comment, visitor }: { readonly comment: number; readonly visitor: NamedVisitor },
): Promise<CommentRow> {
  const row = await find(transaction, entity, share, comment)
  if (row.visitorId !== visitor.id) throw new ApiError('access_denied')
  return row
}

/**
 * A comment as a visitor of its share sees it: people by the names that stand in what they read, and nothing
 * else of them.
 */
function toSharedComment(row: CommentRow, visitor: NamedVisitor | undefined): Comment {
  const isDeleted = row.deletedAt !== null
  return {
    id: row.id,
    thread: row.threadId,
    by: { kind: row.authorKind, id: null, name: isDeleted ? '' : row.authorName },
    isMine: !isDeleted && visitor !== undefined && row.visitorId === visitor.id,
    text: readable(row),
    mentions: [],
    place: row.place,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    isDeleted,
    resolved: row.resolvedAt === null ? null : { at: row.resolvedAt.toISOString(), by: '' },
    share: row.shareName,
    visitorsRead: row.showsReplies,
  }
}
