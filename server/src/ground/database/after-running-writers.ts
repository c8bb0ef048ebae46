import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

const lookEveryMs = 50
const withinMs = 60_000

/**
 * Waits until every transaction that has written by now has ended, so that all of it can be read: what comes
 * later saw what is committed now.
 * @throws after a minute, where one of them stays open: to be tried again
 */
export async function afterRunningWriters(database: Database, signal: AbortSignal): Promise<void> {
  const {
    rows: [now],
  } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text next`.execute(database)
  for (const until = performance.now() + withinMs; ;) {
    const {
      rows: [look],
    } = await sql<{
      ended: boolean
    }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.next}::text::xid8 ended`.execute(database)
    if (look?.ended) return
    if (performance.now() > until) throw new Error('A transaction has been writing for more than a minute')
    await sleep(lookEveryMs, undefined, { signal })
  }
}
