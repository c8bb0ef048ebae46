import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { AccountKey } from '../session/credentials.sql.ts'

/** How much somebody owns that others may need: what is left behind when they go. */
export interface Owned {
  readonly entities: number
  readonly carts: number
  readonly shares: number
  readonly searches: number
  readonly imports: number
}

/**
 * Counts what an account owns: entities, carts, shares of anybody's carts that still run, saved searches,
 * imports.
 */
export async function countOwned(database: Database, { kind, id }: AccountKey): Promise<Owned> {
  const { rows } = await sql<Owned>`
    select (select count(*) from entity where owner_id = ${id}) entities, (select count(*) from cart where owner_resource = ${kind} and owner_id = ${id}) carts,
      (select count(*) from share where sharer_resource = ${kind} and sharer_id = ${id} and revoked_at is null and expires_at > now()) shares,
      (select count(*) from saved_search where owner_resource = ${kind} and owner_id = ${id}) searches, (select count(*) from import_job where owner_id = ${id}) imports
  `.execute(database)
  return rows[0] ?? { entities: 0, carts: 0, shares: 0, searches: 0, imports: 0 }
}

/**
 * Gives all that an account owns to a user, in the transaction of the caller. Who receives it no longer
 * stands among the people of it.
 */
export async function giveOwned(database: Database, { kind, id }: AccountKey, to: number): Promise<void> {
  const statements = [
    sql`update entity set owner_id = ${to} where owner_id = ${id}`,
    sql`update search set owner_id = ${to} where owner_id = ${id}`,
    sql`delete from cart_collaborator where user_id = ${to} and cart_id in (select id from cart where owner_resource = ${kind} and owner_id = ${id})`,
    sql`update cart set owner_resource = 'user', owner_id = ${to} where owner_resource = ${kind} and owner_id = ${id}`,
    sql`delete from cart_collaborator where user_id = ${id} and ${kind} = 'user'`,
    sql`update share set sharer_resource = 'user', sharer_id = ${to} where sharer_resource = ${kind} and sharer_id = ${id}`,
    sql`update archive set maker_resource = 'user', maker_id = ${to} where maker_resource = ${kind} and maker_id = ${id}`,
    sql`delete from saved_search_subscriber where user_id = ${to} and search_id in (select id from saved_search where owner_resource = ${kind} and owner_id = ${id})`,
    sql`update saved_search set owner_id = ${to} where owner_resource = ${kind} and owner_id = ${id}`,
    sql`update import_job set owner_id = ${to} where owner_id = ${id}`,
  ]
  for (const statement of statements) await statement.execute(database)
}
