import { sql } from 'kysely'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'
import { accountColumns, accountTables, type AccountKey, type AccountRow } from './credentials.sql.ts'

/** A session without a renewal ends after 14 days, and any after 90: then who it is is asked again. */
const idleSeconds = 14 * 86_400
const longestSeconds = 90 * 86_400
/**
 * Two tabs that renew at once, or a renewal whose answer was lost, use the pair of tokens before once more.
 */
const graceSeconds = 60

/**
 * A new pair of tokens. Only their hashes arrive here. `createdAt`: when the family signed in; now unless
 * said otherwise.
 */
export interface NewSession {
  readonly accessHash: string
  readonly refreshHash: string
  readonly family: string
  readonly account: AccountKey
  /** Key that opened it, of an application; it ends with it. */
  readonly keyId: number | null
  readonly csrfToken: string
  readonly cookie: boolean
  readonly lifetimeSeconds: number
  readonly createdAt?: Date
}

/**
 * When a pair of tokens was given and until when it is good: seconds since 1970, and the renewal's seconds
 * from now.
 */
export interface SessionTimes {
  readonly iat: number
  readonly exp: number
  readonly refresh_seconds: number
}

/** Keeps a pair of tokens. */
export async function insertSession(database: Database, session: NewSession): Promise<SessionTimes> {
  const { rows } = await sql<SessionTimes>`
    insert into session (access_sha256, refresh_sha256, family, resource, entity_id, csrf_token, cookie, lifetime_seconds, key_id, created_at, expires_at, refresh_expires_at)
    select ${session.accessHash}, ${session.refreshHash}, ${session.family}::uuid, ${session.account.kind}, ${session.account.id}::bigint, ${session.csrfToken}, ${session.cookie}::boolean,
      ${session.lifetimeSeconds}::int, ${session.keyId}::bigint, born, least(now() + ${session.lifetimeSeconds}::int * interval '1 second', born + ${longestSeconds} * interval '1 second', key_end),
      least(now() + ${idleSeconds} * interval '1 second', born + ${longestSeconds} * interval '1 second', key_end)
    from (select coalesce(${session.createdAt ?? null}::timestamptz, now()) born, (select k.expires_at from application_key k where k.id = ${session.keyId}::bigint) key_end) b
    returning floor(extract(epoch from now()))::bigint iat, floor(extract(epoch from expires_at))::bigint exp, floor(extract(epoch from refresh_expires_at - now()))::bigint refresh_seconds
  `.execute(database)
  const [times] = rows
  if (!times) throw new Error('A session was not kept.')
  return times
}

/** Who uses a session, with what it is. */
export interface SessionRow extends AccountRow {
  readonly family: string
  readonly csrf_token: string
  /** Key that opened it, and its login; of an application. */
  readonly key_id: number | null
  readonly key_login: string | null
  readonly calls_per_minute: number | null
  readonly calls_per_day: number | null
}

/** A key may end sooner than it was to when it opened a session `s`. */
const keyIsGood = sql`(s.key_id is null or k.expires_at is null or k.expires_at > now())`

/**
 * Who uses an access token that is good now, found by the hash alone; one statement for every request of a
 * session.
 */
export async function selectSession(database: Database, accessHash: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${sql.raw(planned)}
    select ${accountColumns}, s.family, s.csrf_token, s.key_id, k.login key_login, c.calls_per_minute, c.calls_per_day
    from session s join (${accountTables}) on c.resource = s.resource and c.id = s.entity_id left join application_key k on k.id = s.key_id
    where s.access_sha256 = ${accessHash} and s.expires_at > now() and not c.disabled and ${keyIsGood} limit 1
  `.execute(database)
  return rows[0]
}

/** A pair of tokens that a refresh token belongs to, with what decides over its renewal. */
export interface Renewable extends AccountKey {
  readonly family: string
  readonly csrf_token: string
  readonly cookie: boolean
  readonly lifetime_seconds: number
  readonly created_at: Date
  readonly key_id: number | null
  readonly must_change: boolean
  /** It was renewed longer ago than two tabs can explain: it was stolen, or its successor was. */
  readonly is_reused: boolean
}

/**
 * The pair that a refresh token belongs to, held until the transaction ends; undefined where it ended or the
 * account may not sign in.
 */
export async function lockRenewable(database: Database, refreshHash: string): Promise<Renewable | undefined> {
  const { rows } = await sql<Renewable>`
    select s.resource kind, s.entity_id id, s.family, s.csrf_token, s.cookie, s.lifetime_seconds, s.created_at, s.key_id, c.must_change,
      coalesce(s.replaced_at < now() - ${graceSeconds} * interval '1 second', false) is_reused
    from session s join credential c on c.resource = s.resource and c.id = s.entity_id left join application_key k on k.id = s.key_id
    where s.refresh_sha256 = ${refreshHash} and s.refresh_expires_at > now() and not c.disabled and ${keyIsGood} for update of s
  `.execute(database)
  return rows[0]
}

/** Marks a pair as renewed: requests under way may still use its access token for a moment. */
export async function markReplaced(database: Database, refreshHash: string): Promise<void> {
  await sql`
    update session set replaced_at = coalesce(replaced_at, now()), expires_at = least(expires_at, now() + ${graceSeconds} * interval '1 second') where refresh_sha256 = ${refreshHash}
  `.execute(database)
}

/** Ends a whole session: all pairs of tokens since the sign-in. */
export async function deleteFamily(database: Database, family: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('family', '=', family)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the whole session that one of its tokens belongs to, also when that token's own time is over. */
export async function deleteFamilyOf(database: Database, tokenHash: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from session where family in (select family from session where access_sha256 = ${tokenHash} union select family from session where refresh_sha256 = ${tokenHash})
  `.execute(database)
  return (numAffectedRows ?? 0n) > 0n
}

/** Ends all sessions of an account but one. */
export async function deleteSessionsOf(
  database: Database,
  { kind, id }: AccountKey,
  exceptFamily?: string,
): Promise<void> {
  await database
    .deleteFrom('session')
    .where('resource', '=', kind)
    .where('entity_id', '=', id)
    .$if(exceptFamily !== undefined, (query) => query.where('family', '!=', exceptFamily ?? ''))
    .execute()
}

/** Removes some of the sessions whose time is over. */
export async function deleteEndedSessions(database: Database): Promise<void> {
  await sql`delete from session where access_sha256 in (select access_sha256 from session where refresh_expires_at < now() limit 100)`.execute(
    database,
  )
}
