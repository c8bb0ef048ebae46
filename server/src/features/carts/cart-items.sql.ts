import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { readNumbers } from '../../ground/database/packed.ts'
import { conditionSql } from '../../model/search/condition.ts'
import { revisionsOf } from '../../model/search/revisions.ts'
import { itemResource, type CartViewer } from './cart-viewer.ts'
import { edited } from './carts.sql.ts'
import { positionStep, type Placement, type StandingItem } from './place-items.ts'
import type { SearchColumns } from '../../model/search/columns/columns.ts'

/**
 * What became of an edit. `hidden`: an item that the editor is not allowed to see, `follows`: the cart holds
 * what a query finds; then nothing was changed.
 */
export interface ItemsEdit {
  readonly edited: boolean
  readonly hidden: number | null
  readonly follows: boolean
}

/**
 * Adds items at the end of a cart, in this order, all or none; those that it holds stay where they are. One
 * statement: whoever adds at the same time waits for the row of the cart, which gives out the positions, so
 * that neither is lost and their items do not mingle.
 */
export async function insertItems(
  database: Database,
  id: number,
  items: readonly number[],
  viewer: CartViewer,
  addedBy: number,
): Promise<ItemsEdit> {
  const {
    rows: [row],
  } = await sql<ItemsEdit>`
    with wanted as (
      select entity_id, min(place) place from unnest(${[...items]}::bigint[]) with ordinality w(entity_id, place) group by entity_id
    ), visible as (
      select w.entity_id, row_number() over (order by w.place) place from wanted w join search s on s.resource = ${itemResource} and s.id = w.entity_id and ${conditionSql(viewer.items)}
    ), hidden as (
      select entity_id from wanted w where not exists (select from visible v where v.entity_id = w.entity_id) order by place limit 1
    ), target as (
      update cart c set ${edited}, last_position = c.last_position + (select count(*) from visible) * ${positionStep}::bigint
      where c.id = ${id} and ${viewer.may.update} and c.content <> 'cursor' and not exists (select from hidden)
      returning c.id, c.last_position - (select count(*) from visible) * ${positionStep}::bigint base
    ), added as (
      insert into cart_item (cart_id, resource, entity_id, position, added_by)
      select t.id, ${itemResource}, v.entity_id, t.base + v.place * ${positionStep}::bigint, ${addedBy}::bigint from target t, visible v
      on conflict (cart_id, resource, entity_id) do update set is_followed = false where cart_item.is_followed
    ), back as (
      delete from cart_exclusion x using target t, visible v where x.cart_id = t.id and x.resource = ${itemResource} and x.entity_id = v.entity_id
    )
    select exists (select from target) edited, (select entity_id from hidden) hidden,
      exists (select from cart c where c.id = ${id} and ${viewer.may.update} and c.content = 'cursor') follows
  `.execute(database)
  return row ?? { edited: false, hidden: null, follows: false }
}

/**
 * Takes items that the editor may see out of a cart; hits of a query that it follows do not come back. False
 * where the editor may not edit it.
 */
export async function removeItems(
  database: Database,
  id: number,
  items: readonly number[],
  viewer: CartViewer,
): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ edited: boolean }>`
    with target as (
      update cart c set ${edited} where c.id = ${id} and ${viewer.may.update} returning c.id, c.content
    ), gone as (
      delete from cart_item ci using target t, search s
      where ci.cart_id = t.id and ci.resource = ${itemResource} and ci.entity_id = any(${[...items]}::bigint[])
        and s.resource = ci.resource and s.id = ci.entity_id and ${conditionSql(viewer.items)}
      returning ci.entity_id
    ), excluded as (
      insert into cart_exclusion (cart_id, resource, entity_id) select t.id, ${itemResource}, g.entity_id from target t, gone g where t.content <> 'cart' on conflict do nothing
    )
    select exists (select from target) edited
  `.execute(database)
  return row?.edited ?? false
}

/**
 * All items of a cart where they stand.
 * @param columns the numbers in memory that are asked, also where `database` is a transaction: it wrote no
 * entity
 */
export async function selectStanding(
  database: Database,
  id: number,
  viewer: CartViewer,
  columns: SearchColumns,
): Promise<StandingItem[]> {
  const {
    rows: [row],
  } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(ci.entity_id) || int8send(ci.position), ''::bytea order by ci.position, ci.entity_id) packed
    from cart_item ci where ci.cart_id = ${id} and ci.resource = ${itemResource}
  `.execute(database)
  const numbers = readNumbers(row?.packed)
  const ids = numbers.filter((_number, at) => at % 2 === 0)
  const [revisions] = await revisionsOf(
    database,
    { resource: itemResource, ids, conditions: [viewer.items] },
    columns,
  )
  return Array.from(ids, (item, at) => ({
    id: item,
    position: numbers[2 * at + 1] ?? 0,
    isVisible: (revisions?.[at] ?? 0) !== 0,
  }))
}

/** Puts items of a cart that is held where they were placed; those that it does not hold yet are added. */
export async function writePlacement(
  database: Database,
  id: number,
  { positions, renumbered }: Placement,
  addedBy: number,
): Promise<void> {
  const [ids, places] = [[...positions.keys()], [...positions.values()]]
  await sql`
    insert into cart_item (cart_id, resource, entity_id, position, added_by)
    select ${id}, ${itemResource}, entity_id, position, ${addedBy}::bigint from unnest(${ids}::bigint[], ${places}::bigint[]) placed(entity_id, position)
    on conflict (cart_id, resource, entity_id) do update set position = excluded.position, is_followed = cart_item.is_followed and ${renumbered}
  `.execute(database)
  await sql`delete from cart_exclusion where cart_id = ${id} and resource = ${itemResource} and entity_id = any(${ids}::bigint[])`.execute(
    database,
  )
  const last = places.reduce((most, place) => Math.max(most, place), 0)
  await sql`update cart c set ${edited}, last_position = ${renumbered ? sql`${last}::bigint` : sql`greatest(last_position, ${last}::bigint)`} where c.id = ${id}`.execute(
    database,
  )
}

/** Whether an item of a cart is one that someone sees. */
export async function showsItem(
  database: Database,
  id: number,
  item: number,
  viewer: CartViewer,
): Promise<boolean> {
  const { rows } = await sql`
    select from cart_item ci join search s on s.resource = ci.resource and s.id = ci.entity_id and ${conditionSql(viewer.items)}
    where ci.cart_id = ${id} and ci.resource = ${itemResource} and ci.entity_id = ${item}
  `.execute(database)
  return rows.length > 0
}

/** Whether a cart that someone sees holds an item. @param entity a number or a uuid */
export async function holdsItem(
  database: Database,
  id: number,
  entity: string,
  viewer: CartViewer,
): Promise<{ readonly sees: boolean; readonly holds: boolean }> {
  const isNumber = /^\d+$/.test(entity)
  const {
    rows: [row],
  } = await sql<{ holds: boolean }>`
    select exists (
      select from cart_item ci join entity e on e.resource = ci.resource and e.id = ci.entity_id
      where ci.cart_id = c.id and ci.resource = ${itemResource} and ${isNumber ? sql`ci.entity_id = ${Number(entity)}` : sql`e.uuid = ${entity}::uuid`}
    ) holds from cart c where c.id = ${id} and ${viewer.may.view}
  `.execute(database)
  return { sees: row !== undefined, holds: row?.holds ?? false }
}
