import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Any number: one server installs accounts, others that start at the same time wait. Held until the transaction ends. */
export async function lockInstallation(database: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(4217003)`.execute(database)
}

/** Which of these entities exist. */
export async function selectExisting(database: Database, resource: string, ids: readonly number[]): Promise<Set<number>> {
  const rows = await database.selectFrom('entity').select('id').where('resource', '=', resource).where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}
