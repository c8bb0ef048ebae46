import { ApiError } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** A key as administrators see it; its secret is known to nobody. */
export interface KeyRow {
  readonly id: number
  readonly application_id: number
  readonly application_name: string
  readonly name: string
  readonly login: string
  readonly created_at: Date
  readonly expires_at: Date | null
  /** Day (UTC), as `2026-03-01`. */
  readonly last_used_on: string | null
  readonly state: 'active' | 'ending' | 'replaced' | 'expired'
}

/** How long before its end a key's owners are notified, days. */
export const nearDays = 14

/** Whether a newer key has taken the place of `k`. */
const isReplaced = sql`exists (select from application_key o where o.application_id = k.application_id and o.login = k.login and o.id > k.id)`

/** Whether a key `k` ends soon, and no other has taken its place. */
export const endsSoon = sql<SqlBool>`(k.expires_at between now() and now() + ${nearDays}::int * interval '1 day' and not ${isReplaced})`

const columns = sql`k.id, k.application_id, coalesce(e.props ->> 'name', '') application_name, k.name, k.login, k.created_at, k.expires_at,
  to_char(k.last_used_on, 'YYYY-MM-DD') last_used_on,
  case when k.expires_at <= now() then 'expired' when ${isReplaced} then 'replaced' when ${endsSoon} then 'ending' else 'active' end state`
const tables = sql`application_key k join entity e on e.resource = 'application' and e.id = k.application_id`

/** The keys of an application, the newest first. */
export async function selectKeysOf(database: Database, applicationId: number): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select ${columns} from ${tables} where k.application_id = ${applicationId} order by k.id desc`.execute(
    database,
  )
  return rows
}

/** One key of an application. */
export async function selectKey(
  database: Database,
  applicationId: number,
  keyId: number,
): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select ${columns} from ${tables} where k.application_id = ${applicationId} and k.id = ${keyId}`.execute(
    database,
  )
  return rows[0]
}

/**
 * The keys that end soon of the applications in a condition on `search s`, the first to end first; 200 at
 * most.
 */
export async function selectEndingKeys(
  database: Database,
  condition: RawBuilder<SqlBool>,
): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select ${columns} from ${tables} join search s on s.resource = 'application' and s.id = k.application_id
    where ${endsSoon} and ${condition} order by k.expires_at, k.id limit 200`.execute(database)
  return rows
}

/** Keeps a new key; answers its number. */
export async function insertKey(
  database: Database,
  key: {
    readonly applicationId: number
    readonly name: string
    readonly login: string
    readonly secretHash: string
    readonly expiresAt: Date | null
  },
): Promise<number> {
  const { id } = await database
    .insertInto('application_key')
    .values({
      application_id: key.applicationId,
      name: key.name,
      login: key.login,
      secret_hash: key.secretHash,
      expires_at: key.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the name or the end of a key; whether it is there. */
export async function updateKey(
  database: Database,
  keyId: number,
  change: { readonly name?: string | undefined; readonly expiresAt?: Date | null | undefined },
): Promise<void> {
  await database
    .updateTable('application_key')
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.expiresAt === undefined ? {} : { expires_at: change.expiresAt }),
    })
    .where('id', '=', keyId)
    .execute()
}

/**
 * Ends the keys of an application with a login, whose place another takes: at an instant, or at once with the
 * sessions that they opened. Of keys only the newest lives on; it ends no later than it was to.
 * @returns when it ends; null where it does not live on.
 */
export async function endKeys(
  database: Database,
  applicationId: number,
  login: string,
  endsAt: Date | null,
): Promise<Date | null> {
  const isOf = sql`application_id = ${applicationId} and login = ${login}`
  await sql`delete from application_key where ${isOf} and (${endsAt === null}::boolean or id < (select max(id) from application_key where ${isOf}))`.execute(
    database,
  )
  const { rows } = await sql<{ expires_at: Date }>`
    update application_key set expires_at = least(expires_at, ${endsAt}::timestamptz) where ${isOf} returning expires_at`.execute(
    database,
  )
  return rows[0]?.expires_at ?? null
}

/** Takes a key away, and ends the sessions that it opened. */
export async function deleteKey(database: Database, keyId: number): Promise<void> {
  await database.deleteFrom('application_key').where('id', '=', keyId).execute()
}

/**
 * Holds an application, so that two who change its keys come one after the other.
 * @throws entity_not_found where it may not sign in any more
 */
export async function lockApplication(database: Database, id: number): Promise<void> {
  const { rows } =
    await sql`select 1 from credential where resource = 'application' and id = ${id} for update`.execute(
      database,
    )
  if (rows.length === 0) throw new ApiError('entity_not_found', { resource: 'application', id })
}

/** Takes up to `max` keys that end soon and were not announced; they count as announced from now on. */
export async function takeEndingKeys(database: Database, max: number): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    with chosen as (
      select ${columns} from ${tables} where ${endsSoon}
        -- One that was made for a few days is no surprise.
        and k.expires_at - k.created_at > ${nearDays}::int * interval '1 day'
        and not exists (select from told_end t where t.kind = 'key' and t.subject = k.id::text and t.ends_at = k.expires_at)
      order by k.expires_at limit ${max}
    ), noted as (
      insert into told_end (kind, subject, ends_at) select 'key', id::text, expires_at from chosen on conflict do nothing returning subject
    )
    select c.* from chosen c join noted t on t.subject = c.id::text order by c.expires_at
  `.execute(database)
  return rows
}

/** Users who may do everything and can sign in. */
export async function selectAdministrators(database: Database, roleId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from credential c join link l on l.resource = c.resource and l.id = c.id and l.field = 'role' and l.target_resource = 'role' and l.target_id = ${roleId}
    where c.resource = 'user' and not c.disabled`.execute(database)
  return rows.map(({ id }) => id)
}
