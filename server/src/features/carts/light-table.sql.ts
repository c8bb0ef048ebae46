import {
  assetNatures,
  type LightTableItem,
  type LightTablePlace,
  type PlacedOnTable,
} from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { conditionSql } from '../../model/search/condition.ts'
import { itemResource, type CartViewer } from './cart-viewer.ts'

interface PlaceRow {
  readonly id: number
  readonly x: number | null
  readonly y: number | null
  readonly width: number | null
  readonly layer: number | null
}

const place = sql`ci.entity_id id, ci.table_x x, ci.table_y y, ci.table_width width, ci.table_layer layer`

/** The revision of the light table of a cart; null where it does not lie within `access`. */
export async function selectTableRevision(
  database: Database,
  id: number,
  access: RawBuilder<SqlBool>,
): Promise<number | null> {
  const { rows } = await sql<{
    revision: number
  }>`select c.table_revision revision from cart c where c.id = ${id} and ${access}`.execute(database)
  return rows[0]?.revision ?? null
}

/** What decides over the items of a light table. `links`: on `link k`, under which natures may be named. */
export interface TableReader {
  readonly viewer: CartViewer
  readonly locale: string
  readonly links: RawBuilder<SqlBool>
}

/**
 * The items of a cart that a reader sees, in order, with their places; with `since`, those alone whose places
 * changed after that revision. What has no size is a page of paper, or a screen.
 */
export async function selectTableItems(
  database: Database,
  id: number,
  { viewer, locale, links }: TableReader,
  since: number | undefined,
): Promise<LightTableItem[]> {
  const { rows } = await sql<PlaceRow & { name: string; ratio: number; blurhash: string | null }>`
    select ${place}, coalesce(e.props ->> ${`name_${locale}`}, e.props ->> 'name', '') name, e.props ->> 'blurhash' blurhash,
      coalesce(nullif((e.props ->> 'width')::float8, 0) / nullif((e.props ->> 'height')::float8, 0),
        case when exists (select from link k where k.resource = e.resource and k.id = e.id and k.field = 'rootnature' and k.target_id = ${assetNatures.DOCUMENT} and ${links}) then 0.72 else 1.4 end) ratio
    from cart_item ci
    join search s on s.resource = ci.resource and s.id = ci.entity_id and ${conditionSql(viewer.items)}
    join entity e on e.resource = ci.resource and e.id = ci.entity_id
    where ci.cart_id = ${id} and ci.resource = ${itemResource} ${since === undefined ? sql`` : sql`and ci.table_revision > ${since}`}
    order by ci.position, ci.entity_id
  `.execute(database)
  return rows.map((row) => ({ ...toPlaced(row), name: row.name, ratio: row.ratio, blurhash: row.blurhash }))
}

/** Those of some items of a cart that have a place on its light table, in its order. */
export async function listPlaced(
  database: Database,
  id: number,
  items: readonly number[],
): Promise<PlacedOnTable[]> {
  const { rows } = await sql<PlaceRow>`
    select ${place} from cart_item ci
    where ci.cart_id = ${id} and ci.resource = ${itemResource} and ci.entity_id = any(${[...items]}::bigint[]) and ci.table_x is not null
    order by ci.position, ci.entity_id
  `.execute(database)
  return rows.map(toPlaced)
}

/**
 * Places items of a cart that is held, or takes their places back, and raises the revision of its light
 * table. Items that the viewer does not see are passed over; with `onlyUnplaced`, those that have a place.
 */
export async function writePlaces(
  database: Database,
  id: number,
  places: ReadonlyMap<number, LightTablePlace | null>,
  { viewer, onlyUnplaced }: { readonly viewer: CartViewer; readonly onlyUnplaced: boolean },
): Promise<{ revision: number; items: PlacedOnTable[] }> {
  const {
    rows: [cart],
  } = await sql<{
    revision: number
  }>`update cart set table_revision = table_revision + 1 where id = ${id} returning table_revision revision`.execute(
    database,
  )
  const revision = cart?.revision ?? 0
  const all = [...places.values()]
  const { rows } = await sql<PlaceRow>`
    update cart_item ci set table_x = w.x, table_y = w.y, table_width = w.width, table_layer = w.layer, table_revision = ${revision}
    from unnest(${[...places.keys()]}::bigint[], ${all.map((one) => one?.x ?? null)}::float8[], ${all.map((one) => one?.y ?? null)}::float8[],
      ${all.map((one) => one?.width ?? null)}::float8[], ${all.map((one) => one?.layer ?? null)}::int[]) w(entity_id, x, y, width, layer)
    where ci.cart_id = ${id} and ci.resource = ${itemResource} and ci.entity_id = w.entity_id ${onlyUnplaced ? sql`and ci.table_x is null` : sql``}
      and exists (select from search s where s.resource = ci.resource and s.id = ci.entity_id and ${conditionSql(viewer.items)})
    returning ${place}
  `.execute(database)
  return { revision, items: rows.map(toPlaced) }
}

function toPlaced({ id, x, y, width, layer }: PlaceRow): PlacedOnTable {
  const isPlaced = x !== null && y !== null && width !== null && layer !== null
  return { type: itemResource, id, place: isPlaced ? { x, y, width, layer } : null }
}
