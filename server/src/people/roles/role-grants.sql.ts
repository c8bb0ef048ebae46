import { sql } from 'kysely'
import { grantsOfSchemas, type Power } from '../../access/power.ts'
import { readGrants, type StoredGrant } from '../../access/read-grants.ts'
import type { Database } from '../../ground/database/database.ts'
import { grantsColumn } from '../session/credentials.sql.ts'

/** A role with how many accounts have it. */
export interface RoleRow {
  readonly id: number
  readonly name: string
  readonly watermark: boolean
  readonly version: number
  readonly accounts: number
  readonly grants: number
}

const columns = sql`e.id, coalesce(e.props ->> 'name', '') name, e.props -> 'watermark' is distinct from 'false'::jsonb watermark, e.version,
  (select count(*) from link l where l.target_resource = 'role' and l.target_id = e.id and l.field = 'role' and l.resource in ('user', 'application')) accounts,
  (select count(*) from role_grant g where g.role_id = e.id) grants`

/** All roles, by name. */
export async function selectRoles(database: Database): Promise<RoleRow[]> {
  const { rows } =
    await sql<RoleRow>`select ${columns} from entity e where e.resource = 'role' order by lower(e.props ->> 'name'), e.id`.execute(
      database,
    )
  return rows
}

/** One role; undefined where it is gone. */
export async function selectRole(database: Database, id: number): Promise<RoleRow | undefined> {
  const { rows } =
    await sql<RoleRow>`select ${columns} from entity e where e.resource = 'role' and e.id = ${id}`.execute(
      database,
    )
  return rows[0]
}

/**
 * What the people of a role may do, by itself and by the schemas that name it; undefined where it is gone.
 */
export async function selectPower(database: Database, roleId: number): Promise<Power | undefined> {
  const { rows } = await sql<{ watermark: boolean; grants: string; readable: string[]; writable: string[] }>`
    select e.props -> 'watermark' is distinct from 'false'::jsonb watermark, ${grantsColumn(sql`e.id`)} grants,
      array(select n.name from resource n where e.id = any(n.readers)) readable,
      array(select n.name from resource n where e.id = any(n.writers)) writable
    from entity e where e.resource = 'role' and e.id = ${roleId}
  `.execute(database)
  const [row] = rows
  return (
    row && {
      watermark: row.watermark,
      grants: [...readGrants(row.grants), ...grantsOfSchemas(row.readable, row.writable)],
    }
  )
}

/** Grants of a role, in their order. */
export async function selectGrants(database: Database, roleId: number): Promise<StoredGrant[]> {
  return database
    .selectFrom('role_grant')
    .select(['resource', 'action', 'rows'])
    .where('role_id', '=', roleId)
    .orderBy('position')
    .execute()
}

/** Every grant with a row rule, with the name of its role. */
export async function selectRuledGrants(
  database: Database,
): Promise<(StoredGrant & { readonly role: string })[]> {
  const { rows } = await sql<StoredGrant & { role: string }>`
    select coalesce(e.props ->> 'name', '') role, g.resource, g.action, g.rows from role_grant g join entity e on e.resource = 'role' and e.id = g.role_id where g.rows is not null order by lower(e.props ->> 'name'), g.position
  `.execute(database)
  return rows
}

/** Puts grants in the place of those of a role. */
export async function replaceGrants(
  database: Database,
  roleId: number,
  grants: readonly StoredGrant[],
): Promise<void> {
  await database.deleteFrom('role_grant').where('role_id', '=', roleId).execute()
  if (grants.length === 0) return
  await database
    .insertInto('role_grant')
    .values(
      grants.map(({ resource, action, rows }, position) => ({
        role_id: roleId,
        position,
        resource,
        action,
        rows: rows === null ? null : JSON.stringify(rows),
      })),
    )
    .execute()
}

/** The grants that the product last came with; undefined where the role was never installed. */
export async function selectShippedGrants(
  database: Database,
  roleId: number,
): Promise<readonly StoredGrant[] | undefined> {
  return (
    await database
      .selectFrom('shipped_role')
      .select('grants')
      .where('role_id', '=', roleId)
      .executeTakeFirst()
  )?.grants
}

/** Keeps them. */
export async function keepShippedGrants(
  database: Database,
  roleId: number,
  grants: readonly StoredGrant[],
): Promise<void> {
  await database
    .insertInto('shipped_role')
    .values({ role_id: roleId, grants: JSON.stringify(grants) })
    .onConflict((conflict) => conflict.column('role_id').doUpdateSet({ grants: JSON.stringify(grants) }))
    .execute()
}

/** The resources whose schema names a role as a reader or as a writer. */
export async function selectSchemaGrants(
  database: Database,
  roleId: number,
): Promise<{ resource: string; writes: boolean }[]> {
  const { rows } = await sql<{ resource: string; writes: boolean }>`
    select name resource, ${roleId}::bigint = any(writers) writes from resource where ${roleId}::bigint = any(readers || writers) order by name
  `.execute(database)
  return rows
}
