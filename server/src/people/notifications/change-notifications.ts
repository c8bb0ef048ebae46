import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requirePerson } from '../../access/decide.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { countNotifications, deleteNotificationRow, markRead } from './notifications.sql.ts'
import { announceUnread } from './notify.ts'

type Unread = CallAnswer<Calls['getUnreadCount']>

/**
 * Marks the user's notifications as read: those of `keys`, or all.
 * @throws access_denied to an application
 */
export async function markNotificationsRead(
  { identity, database }: Context,
  { keys }: CallInput<Calls['markNotificationsRead']>,
): Promise<Unread> {
  const { id } = requirePerson(identity)
  return change(database, id, async (transaction) => (await markRead(transaction, id, keys)) > 0)
}

/** Takes one of the user's notifications away. @throws access_denied to an application */
export async function deleteNotification(
  { identity, database }: Context,
  { key }: CallInput<Calls['deleteNotification']>,
): Promise<Unread> {
  const { id } = requirePerson(identity)
  return change(database, id, (transaction) => deleteNotificationRow(transaction, id, key))
}

/** What a person does on one screen shows on all of theirs. */
async function change(
  database: Database,
  userId: number,
  work: (transaction: Database) => Promise<boolean>,
): Promise<Unread> {
  return withTransaction(database, async (transaction) => {
    if (await work(transaction)) await announceUnread(transaction, [userId])
    return { response: { unreadCount: (await countNotifications(transaction, userId)).unread } }
  })
}
