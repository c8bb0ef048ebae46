import type { LinkRequest } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** Keeps that somebody asks for another link, once for each address: false where they wait for it already. */
export async function insertLinkRequest(
  transaction: Database,
  shareId: string,
  { name, email, message }: Pick<LinkRequest, 'name' | 'email' | 'message'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into link_request (share_id, name, email, message) select ${shareId}, ${name}, ${email}, ${message}
    where not exists (select from link_request where share_id = ${shareId} and lower(email) = lower(${email})
      and answered_at is null)
    returning request_id`.execute(transaction)
  return rows.length > 0
}

/** Requests for another link in the place of these, by share, in the order in which they came. */
export async function selectLinkRequests(
  database: Database,
  shareIds: readonly string[],
): Promise<Map<string, LinkRequest[]>> {
  const rows = await database
    .selectFrom('link_request')
    .select(['share_id', 'name', 'email', 'message', 'asked_at'])
    .where('share_id', 'in', ['', ...shareIds])
    .where('answered_at', 'is', null)
    .orderBy('request_id')
    .execute()
  const byShare = Map.groupBy(rows, ({ share_id: shareId }) => shareId)
  return new Map(
    [...byShare].map(([shareId, list]) => [
      shareId,
      list.map(({ name, email, message, asked_at: at }) => ({ name, email, message, at: at.toISOString() })),
    ]),
  )
}

/** Nobody waits for another link in the place of this one any more. @returns whom that is about */
export async function answerLinkRequests(transaction: Database, shareId: string): Promise<string[]> {
  const rows = await transaction
    .updateTable('link_request')
    .set({ answered_at: sql<Date>`clock_timestamp()` })
    .where('share_id', '=', shareId)
    .where('answered_at', 'is', null)
    .returning('email')
    .execute()
  return [...new Set(rows.map(({ email }) => email.toLowerCase()))]
}
