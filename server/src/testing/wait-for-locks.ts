import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../ground/database/database.ts'

/**
 * Waits until at least so many connections to this database wait for a lock, for at most 10 s.
 * @param isOver ends the wait early
 */
export async function waitForLocks(
  database: Database,
  count = 1,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (let tries = 0; tries < 2000 && !isOver(); tries++) {
    const { rows } = await sql<{ count: number }>`
      select count(*) count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(database)
    if (Number(rows[0]?.count) >= count) return
    await wait(5)
  }
  if (!isOver()) throw new Error(`No ${count} connections wait for a lock`)
}
