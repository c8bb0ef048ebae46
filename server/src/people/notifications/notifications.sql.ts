import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Notice } from './notice.ts'

/** Adds a notification for each of these people who is a user; answers who they are. */
export async function insertNotifications(
  database: Database,
  to: readonly number[],
  { type, title, link, data = {} }: Notice,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into notification (user_id, type, title, link, data)
    select id, ${type}, ${JSON.stringify(title)}::jsonb, ${link}, ${JSON.stringify(data)}::jsonb from entity where resource = 'user' and id = any(${[...new Set(to)]}::bigint[])
    returning user_id
  `.execute(database)
  return rows.map(({ user_id }) => user_id)
}

/** How many are unread, by person; whoever has none is absent. */
export async function countUnreadOf(
  database: Database,
  people: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; unread: number }>`
    select user_id, count(*) unread from notification where user_id = any(${people}::bigint[]) and read_at is null group by user_id`.execute(
    database,
  )
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]))
}

/** A notification as it is stored, its title in one language. */
export interface NotificationRow {
  readonly id: number
  readonly key: string
  readonly type: Notice['type']
  readonly title: string
  readonly link: string
  readonly data: Record<string, unknown>
  readonly created_at: Date
  readonly read_at: Date | null
}

/** A person's notifications older than the one with this id, newest first. */
export async function selectNotifications(
  database: Database,
  userId: number,
  {
    before,
    max,
    locale,
  }: { readonly before: number | undefined; readonly max: number; readonly locale: string },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select id, key, type, coalesce(title ->> ${locale}::text, title ->> 'en') title, link, data, created_at, read_at from notification
    where user_id = ${userId} and id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint order by id desc limit ${max}
  `.execute(database)
  return rows
}

/** How many notifications a person has, and how many of them are unread. */
export async function countNotifications(
  database: Database,
  userId: number,
): Promise<{ readonly total: number; readonly unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*) total, count(*) filter (where read_at is null) unread from notification where user_id = ${userId}`.execute(
    database,
  )
  return rows[0] ?? { total: 0, unread: 0 }
}

/**
 * Marks a person's unread notifications as read: those with these keys, or all. Answers how many there were.
 */
export async function markRead(
  database: Database,
  userId: number,
  keys: readonly string[] | undefined,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update notification set read_at = now() where user_id = ${userId} and read_at is null and (${keys === undefined}::boolean or key = any(${keys ?? []}::uuid[]))`.execute(
    database,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Deletes one of a person's notifications, where it is there. */
export async function deleteNotificationRow(
  database: Database,
  userId: number,
  key: string,
): Promise<boolean> {
  const { rows } =
    await sql`delete from notification where user_id = ${userId} and key::text = ${key.toLowerCase()} returning id`.execute(
      database,
    )
  return rows.length > 0
}

/** How long a notification is kept. */
export const retentionDays = 90

/** Deletes some of the notifications that are too old; answers how many. */
export async function deleteOldNotifications(database: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notification where id in (select id from notification where created_at < now() - ${retentionDays} * interval '1 day' order by created_at limit 1000)`.execute(
    database,
  )
  return Number(numAffectedRows ?? 0n)
}
