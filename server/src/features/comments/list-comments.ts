import type { CallAnswer, CallInput, Calls, Comment } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { decideRows } from '../../model/entities/decide-rows.ts'
import { findWhoMay } from '../../people/roles/who-may.ts'
import { requireVersioned } from '../versions/require-editing.ts'
import { selectComments, selectVersionNumber, type CommentRow } from './comments.sql.ts'

/** @throws entity_not_found, access_denied, sign_in_needed @source decision 0209 */
export async function listComments(
  context: Context,
  input: CallInput<Calls['listComments']>,
): Promise<CallAnswer<Calls['listComments']>> {
  const entity = await requireVersioned(context, input, 'readComments')
  const [rows, version, decisions] = await Promise.all([
    selectComments(context.database, entity),
    selectVersionNumber(context.database, entity),
    decideRows(context, entity.schema, [entity.id], ['comment', 'delete']),
  ])
  const may = decisions.get(entity.id)
  return {
    comments: rows.map((row) => toComment(context, row)),
    version,
    mayComment: may?.has('comment') ?? false,
    mayModerate: may?.has('delete') ?? false,
  }
}

/** How many people are offered at once. */
const maxOffered = 8

/**
 * People whom a comment may name: those who may read it, and whom the caller may see.
 * @throws entity_not_found, access_denied, sign_in_needed
 */
export async function findMentionable(
  context: Context,
  { text, ...input }: CallInput<Calls['findMentionable']>,
): Promise<CallAnswer<Calls['findMentionable']>> {
  const { schema, id } = await requireVersioned(context, input, 'comment')
  return findWhoMay(context, text, maxOffered, { schema, ids: [id], actions: ['view', 'readComments'] })
}

/** A comment as whoever may read it sees it. */
export function toComment({ identity }: Context, row: CommentRow): Comment {
  const isDeleted = row.deletedAt !== null
  const { authorKind: kind, authorId, authorName } = row
  return {
    id: row.id,
    thread: row.threadId,
    by: isDeleted ? { kind, id: null, name: '' } : { kind, id: authorId, name: authorName },
    isMine: !isDeleted && 'id' in identity && identity.kind === kind && identity.id === authorId,
    text: row.body,
    mentions: [...row.mentions],
    place: row.place,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    isDeleted,
    resolved: row.resolvedAt === null ? null : { at: row.resolvedAt.toISOString(), by: row.resolvedBy },
    share: row.shareName,
    visitorsRead: row.showsReplies,
  }
}
