import type { CartContent, FollowedQuery } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { readNumbers } from '../../ground/database/packed.ts'
import { itemResource } from './cart-viewer.ts'

/** What of a cart is in its row. */
export interface CartRow {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly type: string
  readonly is_private: boolean
  readonly expires_at: Date | null
  readonly modified_at: Date
  readonly version: number
  readonly content: CartContent
  readonly followed: FollowedQuery | null
  readonly cover_id: number | null
  readonly owner_resource: string
  readonly owner_id: number
}

/**
 * What is the same of a cart for whoever sees it. Which items someone sees, and what people are called, is
 * asked elsewhere.
 */
export interface CartFacts {
  readonly row: CartRow
  /** All its items, in order. */
  readonly order: Float64Array<ArrayBuffer>
  /** In the order of their ids. */
  readonly collaborators: readonly { readonly id: number; readonly right: 'edit' | 'view' }[]
}

/** Facts of carts, by cart; of one that is gone there are none. */
export async function selectCartFacts(
  database: Database,
  ids: readonly number[],
): Promise<Map<number, CartFacts>> {
  if (ids.length === 0) return new Map()
  const [rows, orders, collaborators] = await Promise.all([
    selectRows(database, ids),
    selectOrders(database, ids),
    selectCollaborators(database, ids),
  ])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        row,
        order: orders.get(row.id) ?? new Float64Array(0),
        collaborators: collaborators.get(row.id) ?? [],
      },
    ]),
  )
}

async function selectRows(database: Database, ids: readonly number[]): Promise<CartRow[]> {
  const { rows } = await sql<CartRow>`
    select c.id, c.name, c.description, c.type, c.is_private, c.expires_at, c.modified_at, c.version, c.content, c.followed, c.cover_id, c.owner_resource, c.owner_id
    from cart c where c.id = any(${[...ids]}::bigint[])
  `.execute(database)
  return rows
}

async function selectOrders(
  database: Database,
  ids: readonly number[],
): Promise<Map<number, Float64Array<ArrayBuffer>>> {
  const { rows } = await sql<{ cart_id: number; packed: Buffer }>`
    select ci.cart_id, string_agg(int8send(ci.entity_id), ''::bytea order by ci.position, ci.entity_id) packed from cart_item ci
    where ci.cart_id = any(${[...ids]}::bigint[]) and ci.resource = ${itemResource} group by ci.cart_id
  `.execute(database)
  return new Map(rows.map(({ cart_id, packed }) => [cart_id, readNumbers(packed)]))
}

async function selectCollaborators(
  database: Database,
  ids: readonly number[],
): Promise<Map<number, { id: number; right: 'edit' | 'view' }[]>> {
  const { rows } = await sql<{ cart_id: number; user_id: number; may_edit: boolean }>`
    select cc.cart_id, cc.user_id, cc.may_edit from cart_collaborator cc where cc.cart_id = any(${[...ids]}::bigint[]) order by cc.user_id
  `.execute(database)
  const people = new Map<number, { id: number; right: 'edit' | 'view' }[]>()
  for (const { cart_id, user_id: id, may_edit } of rows) {
    const known = people.get(cart_id)
    const person = { id, right: may_edit ? ('edit' as const) : ('view' as const) }
    if (known) known.push(person)
    else people.set(cart_id, [person])
  }
  return people
}

/** Names of people, by `resource/id`. Whoever is gone has none. */
export async function selectNames(
  database: Database,
  people: ReadonlyMap<string, { readonly resource: string; readonly id: number }>,
): Promise<Map<string, string>> {
  const wanted = [...people.values()]
  const { rows } = await sql<{ key: string; name: string }>`
    select e.resource || '/' || e.id key, coalesce(e.props ->> 'name', '') name
    from unnest(${wanted.map(({ resource }) => resource)}::text[], ${wanted.map(({ id }) => id)}::bigint[]) w(resource, id) join entity e on e.resource = w.resource and e.id = w.id
    order by e.resource, e.id
  `.execute(database)
  return new Map(rows.map(({ key, name }) => [key, name]))
}
