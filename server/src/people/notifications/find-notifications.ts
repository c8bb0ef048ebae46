import { ApiError, type CallAnswer, type CallInput, type Calls, type Notification } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { countNotifications, selectNotifications, type NotificationRow } from './notifications.sql.ts'

/**
 * The user's own notifications, newest first; none for an application, which is never notified.
 * @throws token_mismatch
 */
export async function findNotifications(
  { identity, database, locale }: Context,
  { max, after }: CallInput<Calls['findNotifications']>,
): Promise<CallAnswer<Calls['findNotifications']>> {
  if (identity.kind !== 'user')
    return { links: {}, response: { count: 0, total: 0, unreadCount: 0, data: [] } }
  if (after !== undefined && !/^\d{1,15}$/.test(after)) throw new ApiError('token_mismatch')
  const [rows, { total, unread }] = await Promise.all([
    selectNotifications(database, identity.id, {
      before: after === undefined ? undefined : Number(after),
      max: max + 1,
      locale,
    }),
    countNotifications(database, identity.id),
  ])
  const page = rows.slice(0, max)
  const nextResultsToken = rows.length > max ? String(page.at(-1)?.id) : undefined
  return {
    links: nextResultsToken ? { nextResultsToken } : {},
    response: { count: page.length, total, unreadCount: unread, data: page.map(toNotification) },
  }
}

function toNotification({
  key,
  type,
  title,
  link,
  data,
  created_at,
  read_at,
}: NotificationRow): Notification {
  return { key, type, title, link, data, created: created_at.toISOString(), read: read_at !== null }
}

/** How many of the user's own notifications are unread. */
export async function getUnreadCount({
  identity,
  database,
}: Context): Promise<CallAnswer<Calls['getUnreadCount']>> {
  return {
    response: {
      unreadCount: identity.kind === 'user' ? (await countNotifications(database, identity.id)).unread : 0,
    },
  }
}
