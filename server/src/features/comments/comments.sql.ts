import type { CommentPlace } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { VersionsOf } from '../versions/versions.sql.ts'

/** A comment with the names of today; '' where an account is gone. */
export interface CommentRow {
  readonly id: number
  readonly threadId: number | null
  readonly authorKind: 'user' | 'application' | 'visitor'
  readonly authorId: number | null
  readonly authorName: string
  readonly shareId: string | null
  readonly shareName: string | null
  /** Whether visitors of the share read replies to what they wrote. */
  readonly showsReplies: boolean
  /** Which visitor of the share wrote it. */
  readonly visitorId: number | null
  readonly body: string
  readonly mentions: readonly { readonly id: number; readonly name: string }[]
  readonly place: CommentPlace | null
  readonly version: number | null
  readonly createdAt: Date
  readonly editedAt: Date | null
  readonly deletedAt: Date | null
  readonly resolvedAt: Date | null
  readonly resolvedBy: string
}

interface Selected {
  readonly commentId?: number
  readonly thread?: number
  readonly share?: string
}

/**
 * The comments of an entity, in the order in which they were written; one alone with `commentId`, those of a
 * thread with `thread`; with `share` those alone that visitors of the share may read.
 */
export async function selectComments(
  database: Database,
  { resource, id }: VersionsOf,
  { commentId, thread, share }: Selected = {},
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select c.comment_id id, c.thread_id "threadId", c.author_kind "authorKind", c.author_id "authorId",
      coalesce(c.visitor_name, a.props ->> 'name', a.props ->> 'login', '') "authorName", c.share_id "shareId",
      s.name "shareName", coalesce(s.shows_replies and 'comment' = any(s.actions), false) "showsReplies",
      c.visitor_id "visitorId", c.body, coalesce((
        select jsonb_agg(jsonb_build_object('id', m, 'name', coalesce(u.props ->> 'name', u.props ->> 'login', '')))
        from unnest(c.mentions) m left join entity u on u.resource = 'user' and u.id = m), '[]') mentions,
      c.place, c.version, c.created_at "createdAt", c.edited_at "editedAt", c.deleted_at "deletedAt",
      c.resolved_at "resolvedAt", coalesce(r.props ->> 'name', '') "resolvedBy"
    from comment c left join entity a on a.resource = c.author_kind and a.id = c.author_id
      left join share s on s.id = c.share_id
      left join entity r on r.resource in ('user', 'application') and r.id = c.resolved_by
    where c.resource = ${resource} and c.id = ${id}
      and ${commentId === undefined ? sql`true` : sql`c.comment_id = ${commentId}`}
      and ${thread === undefined ? sql`true` : sql`${thread} in (c.comment_id, c.thread_id)`}
      and ${share === undefined ? sql`true` : readInShare(share)}
    order by c.comment_id`.execute(database)
  return rows
}

/**
 * On `comment c` and its `share s`: what visitors of a share wrote in it and, where it shows them, what was
 * replied.
 */
const readInShare = (shareId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(c.share_id = ${shareId} and (c.author_kind = 'visitor' or s.shows_replies))`

/** The number of the file that an entity has; null where it has none. */
export async function selectVersionNumber(
  database: Database,
  { resource, id }: VersionsOf,
): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(number, 1) number from entity_file where resource = ${resource} and id = ${id}`.execute(
    database,
  )
  return rows[0]?.number ?? null
}

/** Whether an entity has, or had, a version. */
export async function hasVersion(
  database: Database,
  { resource, id }: VersionsOf,
  number: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from entity_file where resource = ${resource} and id = ${id} and coalesce(number, 1) = ${number}
    union all
    select from entity_version where resource = ${resource} and id = ${id} and number = ${number}`.execute(
    database,
  )
  return rows.length > 0
}

/** How many comments an entity has, deleted ones that left a gap among them; with `share` those in it. */
export async function countComments(
  database: Database,
  { resource, id }: VersionsOf,
  share?: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from comment where resource = ${resource} and id = ${id}
      and ${share === undefined ? sql`true` : sql`share_id = ${share}`}`.execute(database)
  return rows[0]?.count ?? 0
}

/**
 * How many comments somebody wrote within the last minute, and in how many seconds that is over. What comes
 * later than now was written before the clock was set back.
 */
export async function countRecent(
  database: Database,
  by: { readonly kind: string; readonly id: number },
): Promise<{ readonly count: number; readonly seconds: number }> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    select count(*)::int count, coalesce(ceil(60 - extract(epoch from clock_timestamp() - min(created_at)))::int, 1) seconds
    from comment where author_kind = ${by.kind} and author_id = ${by.id}
      and created_at > clock_timestamp() - interval '1 minute'
      and created_at <= clock_timestamp()`.execute(database)
  return rows[0] ?? { count: 0, seconds: 1 }
}

/** What a comment is made of. */
export interface NewComment extends VersionsOf {
  readonly threadId: number | null
  readonly author: { readonly kind: 'user' | 'application' | 'visitor'; readonly id: number | null }
  readonly visitor?: { readonly id: number; readonly name: string }
  readonly shareId: string | null
  readonly body: string
  readonly mentions: readonly number[]
  readonly place: CommentPlace | undefined
  readonly version: number | null
}

/** @returns its number */
export async function insertComment(database: Database, comment: NewComment): Promise<number> {
  const { comment_id: id } = await database
    .insertInto('comment')
    .values({
      resource: comment.resource,
      id: comment.id,
      thread_id: comment.threadId,
      author_kind: comment.author.kind,
      author_id: comment.author.id,
      visitor_name: comment.visitor?.name ?? null,
      visitor_id: comment.visitor?.id ?? null,
      share_id: comment.shareId,
      body: comment.body,
      mentions: [...comment.mentions],
      place: comment.place === undefined ? null : JSON.stringify(comment.place),
      version: comment.version,
    })
    .returning('comment_id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateCommentText(
  database: Database,
  commentId: number,
  { body, mentions }: { readonly body: string; readonly mentions: readonly number[] },
): Promise<void> {
  await database
    .updateTable('comment')
    .set({ body, mentions: [...mentions], edited_at: sql<Date>`clock_timestamp()` })
    .where('comment_id', '=', commentId)
    .execute()
}

/**
 * Deletes a comment: one with replies leaves its place, of which nothing can be read; a place that the last
 * reply left goes too.
 */
export async function deleteCommentRow(
  database: Database,
  { id, threadId }: Pick<CommentRow, 'id' | 'threadId'>,
): Promise<void> {
  await sql`
    update comment set deleted_at = clock_timestamp(), body = '', mentions = '{}', place = null
    where comment_id = ${id} and exists (select from comment r where r.thread_id = ${id})`.execute(database)
  await sql`delete from comment where comment_id = ${id} and deleted_at is null`.execute(database)
  if (threadId !== null)
    await sql`
      delete from comment where comment_id = ${threadId} and deleted_at is not null
        and not exists (select from comment r where r.thread_id = ${threadId})`.execute(database)
}

/** Resolves a thread, or opens it again. @returns whether it was not so before */
export async function updateResolved(
  database: Database,
  commentId: number,
  by: number | null,
  resolved: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('comment')
    .set(
      resolved
        ? { resolved_at: sql<Date>`clock_timestamp()`, resolved_by: by }
        : { resolved_at: null, resolved_by: null },
    )
    .where('comment_id', '=', commentId)
    .where('resolved_at', resolved ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Users who wrote in a thread or whom it names. */
export async function selectParticipants(database: Database, threadId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct id from (
      select author_id id from comment where (comment_id = ${threadId} or thread_id = ${threadId}) and author_kind = 'user'
      union all
      select unnest(mentions) from comment where comment_id = ${threadId} or thread_id = ${threadId}) p`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

/** Users whom a change of the comments of an entity concerns: who wrote there or shared it, and its owner. */
export async function selectConcerned(
  database: Database,
  { resource, id }: VersionsOf,
): Promise<{ readonly name: string; readonly ownerId: number | null; readonly people: number[] }> {
  const { rows } = await sql<{ name: string; ownerId: number | null; people: number[] }>`
    select coalesce(e.props ->> 'name', '') name, e.owner_id "ownerId", array(
      select author_id from comment c where c.resource = e.resource and c.id = e.id and author_kind = 'user'
      union select s.sharer_id from comment c join share s on s.id = c.share_id
        where c.resource = e.resource and c.id = e.id and s.sharer_resource = 'user') people
    from entity e where e.resource = ${resource} and e.id = ${id}`.execute(database)
  return rows[0] ?? { name: '', ownerId: null, people: [] }
}

/** An open thread; its first and its last comment by their numbers. */
export interface ThreadRow extends VersionsOf {
  readonly name: string
  readonly isMentioned: boolean
  readonly firstId: number
  readonly lastId: number
  readonly replies: number
}

const ownThreads = (userId: number, sees: RawBuilder<SqlBool>) => sql`
  comment t join entity e on e.resource = t.resource and e.id = t.id join search s on s.resource = t.resource and s.id = t.id
  where t.resource = 'asset' and t.thread_id is null and t.resolved_at is null and ${sees} and t.comment_id in (
    select coalesce(c.thread_id, c.comment_id) from comment c where c.author_kind = 'user' and c.author_id = ${userId}
    union select coalesce(c.thread_id, c.comment_id) from comment c where c.mentions @> array[${userId}::bigint]
    union select c.comment_id from comment c join entity o on o.resource = c.resource and o.id = c.id
      where o.owner_id = ${userId} and c.thread_id is null
    union select c.comment_id from comment c join share h on h.id = c.share_id
      where h.sharer_resource = 'user' and h.sharer_id = ${userId} and c.thread_id is null)`

/** Open threads that concern a user, on entities under a condition on `search s`; the latest first. */
export async function selectThreads(
  database: Database,
  userId: number,
  sees: RawBuilder<SqlBool>,
  max: number,
): Promise<ThreadRow[]> {
  const { rows } = await sql<ThreadRow>`
    select t.resource, t.id, coalesce(e.props ->> 'name', '') name, t.comment_id "firstId",
      coalesce((select max(r.comment_id) from comment r where r.thread_id = t.comment_id), t.comment_id) "lastId",
      (select count(*)::int from comment r where r.thread_id = t.comment_id) replies,
      exists (select from comment m where (m.comment_id = t.comment_id or m.thread_id = t.comment_id)
        and m.mentions @> array[${userId}::bigint]) "isMentioned"
    from ${ownThreads(userId, sees)} order by "lastId" desc limit ${max}`.execute(database)
  return rows
}

export async function countThreads(
  database: Database,
  userId: number,
  sees: RawBuilder<SqlBool>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from ${ownThreads(userId, sees)}`.execute(database)
  return rows[0]?.count ?? 0
}
