import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { AccountKey } from './credentials.sql.ts'

/** A session with how it was opened. */
export interface StoredSession {
  readonly family: string
  readonly device: string
  readonly network: string
  readonly method: string
  readonly started_at: Date
  readonly seen_at: Date
}

/** How a session was opened. */
export interface SessionUse {
  readonly device: string
  readonly network: string
  readonly method: string
  /** Whether the person has proved just now who they are. */
  readonly isProven: boolean
}

/**
 * The sessions of an account that can still be renewed or used, and for which the condition on `session s`
 * holds, the last seen first.
 */
export async function selectSessionsOf(
  database: Database,
  { kind, id }: AccountKey,
  condition: RawBuilder<SqlBool>,
): Promise<StoredSession[]> {
  const { rows } = await sql<StoredSession>`
    select s.family, coalesce(u.device, '') device, coalesce(u.network, '') network, coalesce(u.method, 'password') method, min(s.created_at) started_at, coalesce(max(u.seen_at), min(s.created_at)) seen_at
    from session s left join session_use u using (family)
    where s.resource = ${kind} and s.entity_id = ${id} and s.refresh_expires_at > now() and ${condition}
    group by s.family, u.device, u.network, u.method order by seen_at desc, s.family limit 1000
  `.execute(database)
  return rows
}

/** Whose a session is for which the condition on `session s` holds; undefined where there is none. */
export async function selectFamilyOwner(
  database: Database,
  family: string,
  condition: RawBuilder<SqlBool>,
): Promise<AccountKey | undefined> {
  const { rows } = await sql<AccountKey>`
    select s.resource kind, s.entity_id id from session s where s.family = ${family}::uuid and ${condition} limit 1
  `.execute(database)
  return rows[0]
}

/** Ends a whole session where the condition on `session s` holds; whether there was one. */
export async function deleteFamilyWhere(
  database: Database,
  family: string,
  condition: RawBuilder<SqlBool>,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from session s where s.family = ${family}::uuid and ${condition}`.execute(database)
  return (numAffectedRows ?? 0n) > 0n
}

/** Notes how a session was opened. */
export async function insertSessionUse(
  database: Database,
  family: string,
  { isProven, ...use }: SessionUse,
): Promise<void> {
  await database
    .insertInto('session_use')
    .values({ family, ...use, proven_at: isProven ? sql<Date>`now()` : null })
    .onConflict((conflict) => conflict.column('family').doNothing())
    .execute()
}

/** Notes that a session is in use. */
export async function updateSeenAt(database: Database, family: string): Promise<void> {
  await sql`update session_use set seen_at = now() where family = ${family}::uuid`.execute(database)
}

/** Removes some of the notes whose session has ended. */
export async function deleteEndedUses(database: Database): Promise<void> {
  await sql`delete from session_use where family in (select u.family from session_use u where not exists (select from session s where s.family = u.family) and u.seen_at < now() - interval '1 hour' limit 100)`.execute(
    database,
  )
}
