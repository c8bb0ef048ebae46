import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** A session of a server that listens for changes: there is one for as long as it runs. */
export interface ServerRow {
  readonly application: string
  readonly startedAt: Date
}

/** The sessions by which servers listen for changes, the oldest first. */
export async function selectServers(database: Database, prefix: string): Promise<ServerRow[]> {
  const { rows } = await sql<ServerRow>`
    select application_name application, backend_start "startedAt" from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${prefix}) order by backend_start`.execute(
    database,
  )
  return rows
}

/** Connections to the database, and what it takes on its disk. */
export async function selectDatabaseUse(
  database: Database,
): Promise<{ readonly all: number; readonly maxAll: number; readonly sizeBytes: number }> {
  const { rows } = await sql<{ all: number; maxAll: number; sizeBytes: number }>`
    select (select count(*) from pg_stat_activity where datname = current_database()) "all",
      current_setting('max_connections')::int "maxAll", pg_database_size(current_database()) "sizeBytes"`.execute(
    database,
  )
  return rows[0] ?? { all: 0, maxAll: 0, sizeBytes: 0 }
}
