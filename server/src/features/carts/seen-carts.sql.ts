import type { cartOrders } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { numberBytes, readNumber } from '../../ground/database/packed.ts'
import { conditionSql } from '../../model/search/condition.ts'
import { itemResource, type CartViewer } from './cart-viewer.ts'

type Condition = RawBuilder<SqlBool>

/**
 * Which carts; all that the viewer may see by default. `name`: a pattern of `like`, in lower case.
 */
export interface CartFilter {
  readonly id?: number | undefined
  readonly types?: readonly string[] | undefined
  readonly name?: string | undefined
  readonly withItem?: number | undefined
  readonly whose?: 'mine' | 'others' | undefined
  readonly isPrivate?: boolean | undefined
  readonly order?: CartOrder | undefined
  readonly max?: number | undefined
  /**
   * Carts of others at most, of the public ones and of those that are shared in private; null: all.
   * @source portal §9
   */
  readonly maxOthers?: { readonly public: number | null; readonly private: number | null }
}

/** An order of carts; `total`: count of items. */
export interface CartOrder {
  readonly by: (typeof cartOrders)[number]
  readonly descending: boolean
}

const orderKeys = {
  id: sql`c.id`,
  name: sql`lower(c.name)`,
  total: sql`(select count(*) from cart_item ci where ci.cart_id = c.id)`,
  modified: sql`c.modified_at`,
  expires: sql`c.expires_at`,
}

/** What is asked of each cart that is seen, in the order of the bits of its flags. */
const flags = ['is_mine', 'is_expired', 'update', 'delete', 'share', 'download', 'people'] as const

/** A cart that a viewer sees. `flags`: what {@link hasFlag} reads. */
export interface SeenCart {
  readonly id: number
  readonly flags: number
}

/** Whether a flag of a cart that a viewer sees is set. */
export function hasFlag({ flags: set }: SeenCart, flag: (typeof flags)[number]): boolean {
  return (set & (1 << flags.indexOf(flag))) !== 0
}

const flagBytes = 4

/**
 * Carts that a viewer sees, and what they may do with each; by id, last first, by default. They come as one
 * value: 10,000 rows take longer to parse than to find.
 */
export async function selectSeen(
  database: Database,
  viewer: CartViewer,
  filter: CartFilter,
): Promise<SeenCart[]> {
  const { by, descending } = filter.order ?? { by: 'id', descending: true }
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const order = sql`order by by ${direction} nulls last, id ${direction}`
  const { public: maxPublic = null, private: maxPrivate = null } = filter.maxOthers ?? {}
  const part = (which: Condition, max: number | null) =>
    sql`(select id, by, flags from seen where ${which} ${max === null ? sql`` : sql`${order} limit ${max}::bigint`})`
  const mine = sql<SqlBool>`flags & 1 <> 0`
  const others = sql<SqlBool>`flags & 1 = 0`
  const {
    rows: [row],
  } = await sql<{ packed: Buffer | null }>`
    with seen as materialized (
      select c.id, c.is_private, ${orderKeys[by]} by, ${flagsOf(viewer)} flags from cart c where ${viewer.may.view} and ${filtered(filter, viewer)}
    ), listed as (
      ${part(mine, null)} union all ${part(sql<SqlBool>`${others} and not is_private`, maxPublic)} union all ${part(sql<SqlBool>`${others} and is_private`, maxPrivate)}
    ), first as (select id, by, flags from listed ${filter.max === undefined ? sql`` : sql`${order} limit ${filter.max}::bigint`})
    select string_agg(int8send(id) || int4send(flags), ''::bytea ${order}) packed from first
  `.execute(database)
  return unpack(row?.packed ?? Buffer.alloc(0))
}

function unpack(packed: Buffer): SeenCart[] {
  const carts: SeenCart[] = []
  for (let at = 0; at < packed.length; at += numberBytes + flagBytes)
    carts.push({ id: readNumber(packed, at), flags: packed.readInt32BE(at + numberBytes) })
  return carts
}

function flagsOf({ may, isOwner }: CartViewer): RawBuilder<number> {
  const conditions = {
    ...may,
    is_mine: isOwner,
    is_expired: sql<SqlBool>`coalesce(c.expires_at <= now(), false)`,
  }
  return sql<number>`(${sql.join(
    flags.map((flag, bit) => sql`((${conditions[flag]})::int << ${sql.raw(String(bit))})`),
    sql` | `,
  )})`
}

function filtered(filter: CartFilter, viewer: CartViewer): Condition {
  const parts: Condition[] = [sql<SqlBool>`true`]
  if (filter.id !== undefined) parts.push(sql<SqlBool>`c.id = ${filter.id}`)
  if (filter.types !== undefined) parts.push(sql<SqlBool>`c.type = any(${[...filter.types]}::text[])`)
  if (filter.name !== undefined) parts.push(sql<SqlBool>`lower(c.name) like ${filter.name}`)
  if (filter.whose !== undefined)
    parts.push(filter.whose === 'mine' ? viewer.isOwner : sql<SqlBool>`not ${viewer.isOwner}`)
  if (filter.isPrivate !== undefined) parts.push(sql<SqlBool>`c.is_private = ${filter.isPrivate}`)
  if (filter.withItem !== undefined) {
    parts.push(sql<SqlBool>`exists (select from cart_item ci join search s on s.resource = ci.resource and s.id = ci.entity_id and ${conditionSql(viewer.items)}
      where ci.cart_id = c.id and ci.resource = ${itemResource} and ci.entity_id = ${filter.withItem})`)
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}
