import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/**
 * Makes sign-ins of one person wait for each other until the transaction ends: the first one makes the
 * profile, once.
 */
export async function lockSubject(database: Database, provider: string, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`single sign-on ${provider} ${subject}`}, 0))`.execute(
    database,
  )
}

/** The user that a person of a provider is here. */
export async function selectLinkedUser(
  database: Database,
  provider: string,
  subject: string,
): Promise<number | undefined> {
  const row = await database
    .selectFrom('single_sign_on')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Remembers which user a person of a provider is. */
export async function insertLinkedUser(
  database: Database,
  provider: string,
  subject: string,
  userId: number,
): Promise<void> {
  await database.insertInto('single_sign_on').values({ provider, subject, user_id: userId }).execute()
}

/** The role of a name; the one with the least id where several have it. */
export async function selectRoleByName(database: Database, name: string): Promise<number | undefined> {
  const { rows } = await sql<{
    id: number
  }>`select id from entity where resource = 'role' and lower(props ->> 'name') = lower(${name}) order by id limit 1`.execute(
    database,
  )
  return rows[0]?.id
}
