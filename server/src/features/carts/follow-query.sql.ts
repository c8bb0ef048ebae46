import type { CartContent, FollowedQuery } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { itemResource } from './cart-viewer.ts'
import { edited } from './carts.sql.ts'
import { positionStep } from './place-items.ts'

/** A cart, as far as following a query goes. */
export interface FollowingCart {
  readonly id: number
  readonly content: CartContent
  readonly followed: FollowedQuery | null
  readonly owner_resource: 'user' | 'application'
  readonly owner_id: number
}

/** Carts that follow a query and have not ended; one alone is held until the transaction ends. */
export async function selectFollowing(database: Database, id?: number): Promise<FollowingCart[]> {
  const { rows } = await sql<FollowingCart>`
    select c.id, c.content, c.followed, c.owner_resource, c.owner_id from cart c
    where c.content <> 'cart' and (c.expires_at is null or c.expires_at > now()) ${id === undefined ? sql`order by c.id` : sql`and c.id = ${id} for update`}
  `.execute(database)
  return rows
}

/**
 * Makes the hits the followed items of a cart that is held: those that are gone go, new ones come to the end.
 * What someone put in stays, unless the cart holds nothing but hits; what someone took out stays out. Whether
 * anything changed.
 */
export async function writeHits(
  database: Database,
  { id, content }: FollowingCart,
  hits: readonly number[],
): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ changed: boolean }>`
    with hit as (
      select h.entity_id, h.place from unnest(${[...hits]}::bigint[]) with ordinality h(entity_id, place)
      where not exists (select from cart_exclusion x where x.cart_id = ${id} and x.resource = ${itemResource} and x.entity_id = h.entity_id)
    ), gone as (
      delete from cart_item ci where ci.cart_id = ${id} and ci.resource = ${itemResource} and (ci.is_followed or ${content === 'cursor'}::boolean)
        and not exists (select from hit where hit.entity_id = ci.entity_id) returning 1
    ), come as (
      insert into cart_item (cart_id, resource, entity_id, position, is_followed)
      select c.id, ${itemResource}, hit.entity_id, c.last_position + hit.place * ${positionStep}::bigint, true from cart c, hit where c.id = ${id}
        and not exists (select from cart_item ci where ci.cart_id = ${id} and ci.resource = ${itemResource} and ci.entity_id = hit.entity_id)
      returning 1
    ), changed as (
      update cart c set ${edited}, last_position = c.last_position + ${hits.length + 1} * ${positionStep}::bigint
      where c.id = ${id} and (exists (select from gone) or exists (select from come)) returning 1
    )
    select exists (select from changed) changed
  `.execute(database)
  return row?.changed ?? false
}
