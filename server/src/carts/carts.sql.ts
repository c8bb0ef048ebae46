import type { Asset } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/database.ts'
import { itemResource, type CartViewer } from './cart-viewer.ts'

type Condition = RawBuilder<SqlBool>

/** A cart as one viewer sees it: `items`, in order, and their size are those that the viewer may see; `total` counts all. */
export interface StoredCart {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly type: string
  readonly is_private: boolean
  readonly is_mine: boolean
  readonly is_expired: boolean
  readonly expires_at: Date | null
  readonly modified_at: Date
  readonly version: number
  readonly owner: { readonly id: number; readonly name: string }
  readonly collaborators: readonly { readonly id: number; readonly name: string }[]
  readonly may_update: boolean
  readonly may_delete: boolean
  readonly may_share: boolean
  readonly may_download: boolean
  readonly total: number
  readonly items: readonly number[]
  readonly size_bytes: number
}

/** Which carts; all that the viewer may see unless said otherwise. `name`: a pattern of `like`, in lower case. */
export interface CartFilter {
  readonly id?: number | undefined
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly withItem?: number | undefined
  readonly max?: number | undefined
}

/** Carts that a viewer may see, last changed first. */
export async function selectCarts(database: Database, viewer: CartViewer, filter: CartFilter): Promise<StoredCart[]> {
  const { rows } = await sql<StoredCart>`
    select c.id, c.name, c.description, c.type, c.is_private, c.expires_at, c.modified_at, c.version,
      ${viewer.isOwner} is_mine, coalesce(c.expires_at <= now(), false) is_expired,
      jsonb_build_object('id', o.id, 'name', coalesce(o.props ->> 'name', '')) owner, people.collaborators,
      ${viewer.may.update} may_update, ${viewer.may.delete} may_delete, ${viewer.may.share} may_share, ${viewer.may.download} may_download,
      inside.total, inside.items, inside.size_bytes
    from cart c
    join entity o on o.resource = c.owner_resource and o.id = c.owner_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', coalesce(u.props ->> 'name', '')) order by u.id), '[]') collaborators
      from cart_collaborator cc join entity u on u.resource = 'user' and u.id = cc.user_id where cc.cart_id = c.id and ${viewer.seesPeople}::boolean
    ) people
    cross join lateral (
      select count(*) total, coalesce(array_agg(ci.entity_id order by ci.position) filter (where s.id is not null), '{}') items,
        coalesce(sum(b.size_bytes) filter (where s.id is not null), 0)::bigint size_bytes
      from cart_item ci
      left join search s on s.resource = ci.resource and s.id = ci.entity_id and ${viewer.items}
      left join entity_file f on f.resource = ci.resource and f.id = ci.entity_id
      left join blob b on b.sha256 = f.sha256
      where ci.cart_id = c.id
    ) inside
    where ${viewer.may.view} and ${filtered(filter, viewer)}
    order by c.modified_at desc, c.id desc limit ${filter.max ?? null}
  `.execute(database)
  return rows
}

function filtered(filter: CartFilter, viewer: CartViewer): Condition {
  const parts: Condition[] = [sql<SqlBool>`true`]
  if (filter.id !== undefined) parts.push(sql<SqlBool>`c.id = ${filter.id}`)
  if (filter.type !== undefined) parts.push(sql<SqlBool>`c.type = ${filter.type}`)
  if (filter.name !== undefined) parts.push(sql<SqlBool>`lower(c.name) like ${filter.name}`)
  if (filter.withItem !== undefined) {
    parts.push(sql<SqlBool>`exists (select from cart_item ci join search s on s.resource = ci.resource and s.id = ci.entity_id and ${viewer.items}
      where ci.cart_id = c.id and ci.resource = ${itemResource} and ci.entity_id = ${filter.withItem})`)
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** The instant of an edit: a whole millisecond, later than every one before. @source wire facts: `modified` changes on every edit */
const edited = sql`version = version + 1, modified_at = greatest(date_trunc('milliseconds', clock_timestamp()), modified_at + interval '1 millisecond')`

/** Makes a cart; its id. */
export async function insertCart(database: Database, cart: {
  readonly ownerResource: string; readonly ownerId: number; readonly name: string; readonly description: string; readonly type: string
  readonly isPrivate: boolean; readonly expiresAt: string | null; readonly collaborators: readonly number[]
}): Promise<number> {
  const { rows: [row] } = await sql<{ id: number }>`
    with made as (
      insert into cart (owner_resource, owner_id, name, description, type, is_private, expires_at)
      values (${cart.ownerResource}, ${cart.ownerId}, ${cart.name}, ${cart.description}, ${cart.type}, ${cart.isPrivate}, ${cart.expiresAt}) returning id
    ), people as (
      insert into cart_collaborator (cart_id, user_id) select made.id, user_id from made, unnest(${[...cart.collaborators]}::bigint[]) user_id on conflict do nothing
    )
    select id from made
  `.execute(database)
  if (!row) throw new Error('The new cart has no id')
  return row.id
}

/** Brief records of items by ids, in no order. */
export async function selectBriefItems(database: Database, ids: readonly number[], locale: string): Promise<Asset[]> {
  const { rows } = await sql<Asset>`
    select e.id, e.uuid "$uuid", e.resource "$resource", e.version "$version", coalesce(e.props ->> ${`name_${locale}`}, e.props ->> 'name', '') name, n.rootnature,
      e.props -> 'width' width, e.props -> 'height' height, e.props -> 'duration' duration, e.props -> 'pages' pages, e.props ->> 'blurhash' blurhash,
      jsonb_build_object('filesize', e.props -> 'metadata.filesize', 'filename', e.props -> 'metadata.filename', 'mediatype', e.props -> 'metadata.mediatype') metadata
    from entity e
    left join link l on l.resource = e.resource and l.id = e.id and l.field = 'rootnature'
    left join (
      select id, jsonb_build_object('id', id, 'name', coalesce(props ->> ${`name_${locale}`}, props ->> 'name'), '$resource', resource) rootnature from entity where resource = 'assetnature'
    ) n on n.id = l.target_id
    where e.resource = ${itemResource} and e.id = any(${[...ids]}::bigint[])
  `.execute(database)
  return rows
}

/** What became of an edit. `hidden`: an item that the editor may not see; then nothing was changed. */
export interface ItemsEdit {
  readonly edited: boolean
  readonly hidden: number | null
}

/**
 * Adds items at the end of a cart, in this order, all or none; those that it holds stay where they are. One statement: whoever adds at the
 * same time waits for the row of the cart, so that neither is lost and their items do not mingle.
 */
export async function insertItems(database: Database, id: number, items: readonly number[], viewer: CartViewer, addedBy: number): Promise<ItemsEdit> {
  const { rows: [row] } = await sql<ItemsEdit>`
    with wanted as (
      select entity_id, min(place) place from unnest(${[...items]}::bigint[]) with ordinality w(entity_id, place) group by entity_id
    ), visible as (
      select w.entity_id, w.place from wanted w join search s on s.resource = ${itemResource} and s.id = w.entity_id and ${viewer.items}
    ), hidden as (
      select entity_id from wanted w where not exists (select from visible v where v.entity_id = w.entity_id) order by place limit 1
    ), target as (
      update cart c set ${edited} where c.id = ${id} and ${viewer.may.update} and not exists (select from hidden) returning c.id
    ), added as (
      insert into cart_item (cart_id, resource, entity_id, added_by)
      select t.id, ${itemResource}, v.entity_id, ${addedBy} from target t, visible v order by v.place on conflict do nothing
    )
    select exists (select from target) edited, (select entity_id from hidden) hidden
  `.execute(database)
  return row ?? { edited: false, hidden: null }
}

/** Takes items that the editor may see out of a cart; false where the editor may not edit it. */
export async function removeItems(database: Database, id: number, items: readonly number[], viewer: CartViewer): Promise<boolean> {
  const { rows: [row] } = await sql<{ edited: boolean }>`
    with target as (
      update cart c set ${edited} where c.id = ${id} and ${viewer.may.update} returning c.id
    ), gone as (
      delete from cart_item ci using target t, search s
      where ci.cart_id = t.id and ci.resource = ${itemResource} and ci.entity_id = any(${[...items]}::bigint[])
        and s.resource = ci.resource and s.id = ci.entity_id and ${viewer.items}
    )
    select exists (select from target) edited
  `.execute(database)
  return row?.edited ?? false
}

/** Holds a cart that the editor may edit until the transaction ends. */
export async function lockCart(database: Database, id: number, viewer: CartViewer, mayPublish: Condition): Promise<{ readonly version: number; readonly is_private: boolean; readonly may_publish: boolean } | undefined> {
  const { rows } = await sql<{ version: number; is_private: boolean; may_publish: boolean }>`
    select c.version, c.is_private, ${mayPublish} may_publish from cart c where c.id = ${id} and ${viewer.may.update} for update of c
  `.execute(database)
  return rows[0]
}

/** Changes a cart that is held; what is undefined stays. */
export async function updateCart(database: Database, id: number, change: {
  readonly name: string; readonly description?: string | undefined; readonly isPrivate?: boolean | undefined; readonly expiresAt?: string | null | undefined
}): Promise<void> {
  const { name, description, isPrivate, expiresAt } = change
  await sql`
    update cart c set ${edited}, name = ${name}, description = coalesce(${description ?? null}, description), is_private = coalesce(${isPrivate ?? null}, is_private),
      expires_at = ${expiresAt === undefined ? sql`expires_at` : sql`${expiresAt}::timestamptz`}
    where c.id = ${id}
  `.execute(database)
}

/** Deletes a cart, and with it its shares and archives; false where the viewer may not. */
export async function deleteCartRow(database: Database, id: number, viewer: CartViewer): Promise<boolean> {
  const { rows } = await sql`delete from cart c where c.id = ${id} and ${viewer.may.delete} returning c.id`.execute(database)
  return rows.length > 0
}
