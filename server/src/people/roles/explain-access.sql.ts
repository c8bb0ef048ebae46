import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** The name of an entity; undefined where it does not exist. */
export async function selectName(
  database: Database,
  resource: string,
  id: number,
): Promise<string | undefined> {
  const { rows } = await sql<{
    name: string
  }>`select coalesce(props ->> 'name', '') name from entity where resource = ${resource} and id = ${id}`.execute(
    database,
  )
  return rows[0]?.name
}
