import type { ShareAction } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/database.ts'
import type { AccountKey } from '../session/credentials.sql.ts'

type Condition = RawBuilder<SqlBool>

/** A share that has neither been revoked nor expired. */
export interface StoredShare {
  readonly id: string
  readonly cart_id: number
  readonly sharer: AccountKey
  readonly name: string
  readonly description: string
  readonly actions: readonly ShareAction[]
  readonly password_hash: string | null
  readonly with_descriptions: boolean
  readonly created_at: Date
  readonly expires_at: Date
  readonly opened: number
  readonly last_opened_at: Date | null
}

const columns = sql`h.id, h.cart_id, jsonb_build_object('kind', h.sharer_resource, 'id', h.sharer_id) sharer, h.name, h.description, h.actions, h.password_hash,
  h.with_descriptions, h.created_at, h.expires_at, h.opened, h.last_opened_at`
const isLiving = sql<SqlBool>`(h.revoked_at is null and h.expires_at > now())`

/** A living share whose cart has not expired. */
export async function selectShare(database: Database, id: string): Promise<StoredShare | undefined> {
  const { rows } = await sql<StoredShare>`
    select ${columns} from share h join cart c on c.id = h.cart_id
    where h.id = ${id} and ${isLiving} and (c.expires_at is null or c.expires_at > now())
  `.execute(database)
  return rows[0]
}

/** Living shares of a cart, newest first. */
export async function selectShares(database: Database, cartId: number): Promise<StoredShare[]> {
  const { rows } = await sql<StoredShare>`select ${columns} from share h where h.cart_id = ${cartId} and ${isLiving} order by h.created_at desc, h.id`.execute(database)
  return rows
}

/** Keeps a new share. */
export async function insertShare(database: Database, share: {
  readonly id: string; readonly cartId: number; readonly sharer: AccountKey; readonly name: string; readonly description: string; readonly actions: readonly ShareAction[]
  readonly passwordHash: string | null; readonly withDescriptions: boolean; readonly expiresAt: Date
}): Promise<StoredShare> {
  const { rows: [row] } = await sql<StoredShare>`
    insert into share as h (id, cart_id, sharer_resource, sharer_id, name, description, actions, password_hash, with_descriptions, expires_at)
    values (${share.id}, ${share.cartId}, ${share.sharer.kind}, ${share.sharer.id}, ${share.name}, ${share.description}, ${[...share.actions]}, ${share.passwordHash}, ${share.withDescriptions}, ${share.expiresAt})
    returning ${columns}
  `.execute(database)
  if (!row) throw new Error('The new share was not kept')
  return row
}

/** Ends a living share of a cart; false where there is none. */
export async function revokeShareRow(database: Database, cartId: number, id: string): Promise<boolean> {
  const { rows } = await sql`update share h set revoked_at = now() where h.id = ${id} and h.cart_id = ${cartId} and ${isLiving} returning h.id`.execute(database)
  return rows.length > 0
}

/** Counts that someone opened a share. */
export async function countOpening(database: Database, id: string): Promise<void> {
  await sql`update share set opened = opened + 1, last_opened_at = now() where id = ${id}`.execute(database)
}

/** The name of a cart that lies within `access`, a condition on `cart c`. */
export async function selectCartName(database: Database, id: number, access: Condition): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select c.name from cart c where c.id = ${id} and ${access}`.execute(database)
  return rows[0]?.name
}

/** The key that tickets are signed with. */
export async function selectTicketKey(database: Database): Promise<Buffer> {
  const { key } = await database.selectFrom('ticket_key').select('key').executeTakeFirstOrThrow()
  return key
}
