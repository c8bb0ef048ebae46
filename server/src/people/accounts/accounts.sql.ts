import { sql } from 'kysely'
import { administratorRoleId } from '../../access/built-in-roles.ts'
import type { Database } from '../../ground/database/database.ts'

/**
 * Any number: one server installs accounts, others that start at the same time wait. Held until the
 * transaction ends.
 */
export async function lockInstallation(database: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(4217003)`.execute(database)
}

/** Which of these entities exist. */
export async function selectExisting(
  database: Database,
  resource: string,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await database
    .selectFrom('entity')
    .select('id')
    .where('resource', '=', resource)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/**
 * Any number: whoever takes the rights of an administrator away waits for others who do. Held until the
 * transaction ends.
 */
export async function lockAdministrators(database: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(4217011)`.execute(database)
}

/** Whether a user is left who has the administrator's role and may sign in. */
export async function hasAdministrator(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from credential c join link l on l.resource = c.resource and l.id = c.id and l.field = 'role' and l.target_resource = 'role' and l.target_id = ${administratorRoleId}
    where c.resource = 'user' and not c.disabled limit 1
  `.execute(database)
  return rows.length > 0
}
