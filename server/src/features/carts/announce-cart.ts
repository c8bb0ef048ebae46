import type { Database } from '../../ground/database/database.ts'
import { announce } from '../../people/live/announce.ts'
import { selectPeople } from './cart-people.sql.ts'

/**
 * Announces to everybody in a cart that it changed, when the transaction of `database` is committed.
 * `others`: who is not in it any more.
 * @source decision 0062
 */
export async function announceCart(
  database: Database,
  id: number,
  others: readonly number[] = [],
): Promise<void> {
  const people = await selectPeople(database, id)
  if (people)
    await announce(database, { kind: 'cart', id, modified: people.modified_at.toISOString() }, [
      ...people.users,
      ...others,
    ])
}

/**
 * Announces to everybody in a cart that places on its light table changed, when the transaction is committed.
 * @source decision 0238
 */
export async function announceLightTable(database: Database, id: number, revision: number): Promise<void> {
  const people = await selectPeople(database, id)
  if (people) await announce(database, { kind: 'lightTable', id, revision }, people.users)
}
