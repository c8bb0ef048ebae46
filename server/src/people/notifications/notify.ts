import type { Database } from '../../ground/database/database.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { announce } from '../live/announce.ts'
import type { Notice } from './notice.ts'
import { countUnreadOf, insertNotifications } from './notifications.sql.ts'

/**
 * Notifies people, by their ids as users: it stands in their list until they delete it or 90 days are
 * over, and the count of what is unread changes on every screen where they are signed in. In the transaction
 * of `database`. Whoever is no user (any more) is left out.
 * @source portal §3 Notification
 */
export async function notify(database: Database, to: readonly number[], notice: Notice): Promise<void> {
  if (to.length === 0) return
  await withTransaction(database, async (transaction) => {
    const notified = await insertNotifications(transaction, to, notice)
    await announceUnread(transaction, notified)
  })
}

/**
 * Announces to each of these people how many of their notifications are unread; people with as many hear it
 * together.
 */
export async function announceUnread(database: Database, people: readonly number[]): Promise<void> {
  const counts = await countUnreadOf(database, people)
  for (const [unreadCount, same] of Map.groupBy(people, (id) => counts.get(id) ?? 0))
    await announce(database, { kind: 'notifications', unreadCount }, same)
}
