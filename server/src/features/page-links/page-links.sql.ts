import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { AccountKey } from '../../people/session/credentials.sql.ts'

/** A link to a page that is kept, with the name of its author. */
export interface StoredPageLink {
  readonly id: string
  readonly pageId: number
  readonly author: AccountKey
  readonly authorName: string
  readonly name: string
  readonly passwordHash: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly opened: number
  readonly lastOpenedAt: Date | null
}

const columns = sql`l.id, l.page_id "pageId", jsonb_build_object('kind', l.author_resource, 'id', l.author_id) author,
  coalesce((select a.props ->> 'name' from entity a where a.resource = l.author_resource and a.id = l.author_id), '') "authorName",
  l.name, l.password_hash "passwordHash", l.created_at "createdAt", l.expires_at "expiresAt", l.opened, l.last_opened_at "lastOpenedAt"`
const isActive = sql`(l.revoked_at is null and l.expires_at > now())`

/** An active link. Whoever calls decides for whom it is. */
export async function selectPageLink(database: Database, id: string): Promise<StoredPageLink | undefined> {
  const { rows } =
    await sql<StoredPageLink>`select ${columns} from page_link l where l.id = ${id} and ${isActive}`.execute(
      database,
    )
  return rows[0]
}

/** The active links to a page, newest first; a thousand at most. */
export async function selectPageLinks(database: Database, pageId: number): Promise<StoredPageLink[]> {
  const { rows } = await sql<StoredPageLink>`
    select ${columns} from page_link l where l.page_id = ${pageId} and ${isActive}
    order by l.created_at desc, l.id limit 1000
  `.execute(database)
  return rows
}

/** Keeps a new link. */
export async function insertPageLink(
  database: Database,
  link: Pick<StoredPageLink, 'id' | 'pageId' | 'author' | 'name' | 'passwordHash' | 'expiresAt'>,
): Promise<StoredPageLink> {
  const {
    rows: [row],
  } = await sql<StoredPageLink>`
    insert into page_link as l (id, page_id, author_resource, author_id, name, password_hash, expires_at)
    values (${link.id}, ${link.pageId}, ${link.author.kind}, ${link.author.id}, ${link.name}, ${link.passwordHash}, ${link.expiresAt})
    returning ${columns}
  `.execute(database)
  if (!row) throw new Error('The new link was not kept')
  return row
}

/** Ends an active link; false where another ended it before. */
export async function revokePageLinkRow(database: Database, id: string): Promise<boolean> {
  const { rows } =
    await sql`update page_link l set revoked_at = now() where l.id = ${id} and ${isActive} returning l.id`.execute(
      database,
    )
  return rows.length > 0
}

/** Counts that somebody opened a link. */
export async function countPageLinkOpened(database: Database, id: string): Promise<void> {
  await sql`update page_link set opened = opened + 1, last_opened_at = now() where id = ${id}`.execute(
    database,
  )
}
