import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** The active shares of a cart, and when the next of them ends. */
export interface ActiveShares {
  readonly living: number
  readonly next_end_at: Date | null
}

const isActive = sql<SqlBool>`h.revoked_at is null and h.expires_at > now() and (c.expires_at is null or c.expires_at > now())
  and (h.uses_max is null or h.uses_max > (select count(*) from share_admission a where a.share_id = h.id))`

/**
 * Active shares by cart, in one statement for all of them: those that are neither recalled, nor over, nor
 * used up. A cart without any is not among them.
 */
export async function selectActiveShares(
  database: Database,
  cartIds: readonly number[],
): Promise<Map<number, ActiveShares>> {
  const { rows } = await sql<ActiveShares & { readonly cart_id: number }>`
    select h.cart_id, count(*)::int living, min(h.expires_at) next_end_at
    from share h join cart c on c.id = h.cart_id
    where h.cart_id = any(${[...cartIds]}::bigint[]) and ${isActive}
    group by h.cart_id
  `.execute(database)
  return new Map(rows.map(({ cart_id: id, ...shares }) => [id, shares]))
}

/** Those of some shares that are active. */
export async function selectActive(database: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from share h join cart c on c.id = h.cart_id where h.id = any(${[...ids]}::text[]) and ${isActive}
  `.execute(database)
  return rows.map(({ id }) => id)
}
