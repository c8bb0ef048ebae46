import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** How long a proof of who somebody is counts. @source decision 0111 */
export const proofMinutes = 10

/** Until when the last proof of a session counts; undefined where none does any more. */
export async function selectProvenUntil(database: Database, family: string): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date }>`
    select proven_at + ${proofMinutes}::int * interval '1 minute' until from session_use
    where family::text = ${family} and proven_at > now() - ${proofMinutes}::int * interval '1 minute'
  `.execute(database)
  return rows[0]?.until
}

/** Notes that somebody proved who they are in a session just now. */
export async function updateProven(database: Database, family: string): Promise<void> {
  await sql`update session_use set proven_at = now() where family::text = ${family}`.execute(database)
}

/** The providers of single sign-on that a user has signed in by. */
export async function selectLinkedProviders(database: Database, userId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('single_sign_on')
    .select('provider')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ provider }) => provider)
}

/**
 * Whether nobody ever chose the password of a user: single sign-on made the account, in one transaction with
 * its link.
 */
export async function hasUnknownPassword(database: Database, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from single_sign_on s join credential c on c.resource = 'user' and c.id = s.user_id
    where s.user_id = ${userId} and c.changed_at = s.created_at limit 1
  `.execute(database)
  return rows.length > 0
}
