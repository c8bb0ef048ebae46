import { mentionPattern } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Database } from '../../ground/database/database.ts'
import { announce } from '../../people/live/announce.ts'
import { notifyByMail } from '../../people/notifications/notify-by-mail.ts'
import { keepWhoMay } from '../../people/roles/who-may.ts'
import type { Versioned } from '../versions/require-editing.ts'
import { selectConcerned, selectParticipants, type CommentRow } from './comments.sql.ts'

/**
 * Notifies the people whom a comment newly names, and everybody else whom it concerns: of a reply, of a
 * comment on what is theirs, or in a share of theirs. The author is not notified, nor are people who can no
 * longer read it. `sharer`: whose share a visitor wrote it in.
 */
export async function notifyOfComment(
  context: Context,
  transaction: Database,
  entity: Versioned,
  row: CommentRow,
  named: readonly number[],
  what: 'written' | 'edited' = 'written',
  sharer: number | null = null,
): Promise<void> {
  const { resource, id, schema } = entity
  const { name, ownerId } = await selectConcerned(transaction, entity)
  const author = authorOf(row)
  const about = {
    link: `/browse/${id}?comment=${row.id}`,
    data: { resource, id, comment: row.id },
    quoted: readable(row),
    baseUrl: context.request.baseUrl,
  }
  const mentioned = named.filter((one) => !isAuthor(row, one))
  await notifyByMail(context, transaction, mentioned, {
    ...about,
    type: 'mention',
    title: {
      en: `${author.en} mentioned you in a comment on “${name}”`,
      fr: `${author.fr} vous a mentionné dans un commentaire sur « ${name} »`,
    },
  })
  if (what === 'written') {
    const concerned = [
      ...(row.threadId === null ? [] : await selectParticipants(transaction, row.threadId)),
      ...(ownerId === null ? [] : [ownerId]),
      ...(sharer === null ? [] : [sharer]),
    ].filter((one) => !isAuthor(row, one) && !mentioned.includes(one))
    const within = { ...context, database: transaction }
    const others = await keepWhoMay(within, concerned, {
      schema,
      ids: [id],
      actions: ['view', 'readComments'],
    })
    await notifyByMail(
      context,
      transaction,
      others.map((person) => person.id),
      { ...about, type: 'comment', title: titleOf(author, name, row.threadId !== null) },
    )
  }
  await announceComments(transaction, entity)
}

/**
 * Has whoever may be looking at the comments of an entity read them again, and whose list of open
 * threads changes.
 */
export async function announceComments(
  transaction: Database,
  { resource, id }: Pick<Versioned, 'resource' | 'id'>,
): Promise<void> {
  const { ownerId, people } = await selectConcerned(transaction, { resource, id })
  const to = [...people, ...(ownerId === null ? [] : [ownerId])]
  await announce(transaction, { kind: 'comments', resource, id }, to, resource)
  await announce(transaction, { kind: 'todo' }, to)
}

const isAuthor = ({ authorKind, authorId }: CommentRow, userId: number): boolean =>
  authorKind === 'user' && authorId === userId

/** Who wrote it: nobody has checked the name of a visitor, which is said with it. */
function authorOf({ authorKind, authorName, shareName }: CommentRow): { en: string; fr: string } {
  if (authorKind !== 'visitor') return { en: authorName, fr: authorName }
  const share = shareName ?? ''
  return { en: `${authorName} (visitor of “${share}”)`, fr: `${authorName} (visite de « ${share} »)` }
}

function titleOf(
  author: { readonly en: string; readonly fr: string },
  name: string,
  isReply: boolean,
): { en: string; fr: string } {
  return isReply
    ? {
        en: `${author.en} replied to a comment on “${name}”`,
        fr: `${author.fr} a répondu à un commentaire sur « ${name} »`,
      }
    : { en: `${author.en} commented on “${name}”`, fr: `${author.fr} a commenté « ${name} »` }
}

/** The text with the names of people in the place of their ids. */
export function readable({ body, mentions }: CommentRow): string {
  const names = new Map(mentions.map(({ id, name }) => [String(id), name]))
  return body.replaceAll(mentionPattern, (found, id: string) => (names.has(id) ? `@${names.get(id)}` : found))
}
