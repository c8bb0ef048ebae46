import type { EmbedPicture } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { AccountKey } from '../../people/session/credentials.sql.ts'

/** An embed that is kept, with the name of its author. */
export interface StoredEmbed {
  readonly id: number
  readonly resource: string
  readonly entityId: number
  readonly author: AccountKey
  readonly authorName: string
  readonly variation: EmbedPicture
  readonly sites: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

const columns = sql`m.id, m.resource, m.entity_id "entityId", jsonb_build_object('kind', m.author_resource, 'id', m.author_id) author,
  coalesce((select a.props ->> 'name' from entity a where a.resource = m.author_resource and a.id = m.author_id), '') "authorName",
  m.variation, m.sites, m.created_at "createdAt", m.expires_at "expiresAt"`
const isActive = sql`(m.revoked_at is null and (m.expires_at is null or m.expires_at > now()))`

/** The active embed of a token, by the token's hash. */
export async function selectEmbedByToken(
  database: Database,
  tokenHash: Buffer,
): Promise<StoredEmbed | undefined> {
  const { rows } = await sql<StoredEmbed>`
    select ${columns} from embed m where m.token_hash = ${tokenHash} and ${isActive}
  `.execute(database)
  return rows[0]
}

/** An active embed by its number. Whoever calls decides whether it is the caller's to see. */
export async function selectEmbed(database: Database, id: number): Promise<StoredEmbed | undefined> {
  const { rows } =
    await sql<StoredEmbed>`select ${columns} from embed m where m.id = ${id} and ${isActive}`.execute(
      database,
    )
  return rows[0]
}

/** Active embeds of an entity, newest first; a thousand at most. */
export async function selectEmbeds(
  database: Database,
  resource: string,
  entityId: number,
): Promise<StoredEmbed[]> {
  const { rows } = await sql<StoredEmbed>`
    select ${columns} from embed m where m.resource = ${resource} and m.entity_id = ${entityId} and ${isActive}
    order by m.id desc limit 1000
  `.execute(database)
  return rows
}

/** Keeps a new embed. */
export async function insertEmbed(
  database: Database,
  embed: Pick<StoredEmbed, 'resource' | 'entityId' | 'author' | 'variation' | 'sites' | 'expiresAt'> & {
    readonly tokenHash: Buffer
  },
): Promise<StoredEmbed> {
  const {
    rows: [row],
  } = await sql<StoredEmbed>`
    insert into embed as m (token_hash, resource, entity_id, author_resource, author_id, variation, sites, expires_at)
    values (${embed.tokenHash}, ${embed.resource}, ${embed.entityId}, ${embed.author.kind}, ${embed.author.id}, ${embed.variation}, ${[...embed.sites]}, ${embed.expiresAt})
    returning ${columns}
  `.execute(database)
  if (!row) throw new Error('The new embed was not kept')
  return row
}

/** Ends an active embed; false where another ended it before. */
export async function revokeEmbedRow(database: Database, id: number): Promise<boolean> {
  const { rows } =
    await sql`update embed m set revoked_at = now() where m.id = ${id} and ${isActive} returning m.id`.execute(
      database,
    )
  return rows.length > 0
}
