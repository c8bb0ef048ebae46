import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** The channel that events travel on between the servers of one database. */
export const liveChannel = 'cartouche_live'

/** Sends texts to every server that listens, when the transaction is committed. Each below 8000 bytes. */
export async function sendToServers(database: Database, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${liveChannel}, payload) from unnest(${payloads}::text[]) payload`.execute(
    database,
  )
}

/**
 * Those of some sessions that are good at this moment: not ended, not run out, of an account that may sign
 * in.
 */
export async function selectLiveFamilies(
  database: Database,
  families: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ family: string }>`
    select distinct s.family from session s join credential c on c.resource = s.resource and c.id = s.entity_id
    where s.family = any(${families}::uuid[]) and s.expires_at > now() and not c.disabled`.execute(database)
  return new Set(rows.map(({ family }) => family))
}
