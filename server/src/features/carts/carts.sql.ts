import type { Asset, CartContent, cartOrders, Collaborator, FollowedQuery } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import type { Database } from '../../ground/database/database.ts'
import { conditionSql } from '../../model/search/condition.ts'
import { selectActiveShares, type ActiveShares } from './active-shares.sql.ts'
import { selectContents, type CartContents } from './cart-contents.sql.ts'
import { compileCartAccess } from './cart-scope.ts'
import { itemResource, type CartViewer } from './cart-viewer.ts'

type Condition = RawBuilder<SqlBool>

/** A cart as one viewer sees it, without its people and what it holds. */
interface CartRow {
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
  readonly content: CartContent
  readonly followed: FollowedQuery | null
  readonly cover_id: number | null
  readonly owner: { readonly id: number; readonly name: string }
  readonly may_update: boolean
  readonly may_delete: boolean
  readonly may_share: boolean
  readonly may_download: boolean
  readonly may_people: boolean
}

/** A cart as one viewer sees it. */
export type StoredCart = CartRow &
  CartContents & { readonly collaborators: readonly Collaborator[]; readonly shares: ActiveShares }

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

/**
 * Carts that a viewer may see; by id, last first, by default. First which they are; then what is
 * known of them, asked at once.
 * @source decision 0025
 */
export async function selectCarts(
  services: Pick<Services, 'database' | 'cartCaches' | 'searchColumns'>,
  viewer: CartViewer,
  filter: CartFilter,
): Promise<StoredCart[]> {
  const { database } = services
  const ids = await selectIds(database, viewer, filter)
  if (ids.length === 0) return []
  const [rows, people, contents, shares] = await Promise.all([
    selectRows(database, ids, viewer),
    viewer.seesPeople ? selectCollaborators(database, ids) : undefined,
    selectContents(services, ids, viewer),
    selectActiveShares(database, ids),
  ])
  const nothing = { total: 0, items: [], size_bytes: 0 }
  const unshared = { living: 0, next_end_at: null }
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row === undefined
      ? []
      : {
          ...row,
          collaborators: people?.get(id) ?? [],
          shares: shares.get(id) ?? unshared,
          ...(contents.get(id) ?? nothing),
        }
  })
}

async function selectIds(database: Database, viewer: CartViewer, filter: CartFilter): Promise<number[]> {
  const { by, descending } = filter.order ?? { by: 'id', descending: true }
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const { public: maxPublic = null, private: maxPrivate = null } = filter.maxOthers ?? {}
  const part = (which: Condition, max: number | null) => sql`
    (select c.id, ${orderKeys[by]} by from cart c where ${viewer.may.view} and ${filtered(filter, viewer)} and ${which} order by by ${direction} nulls last, c.id ${direction} limit ${max}::bigint)`
  const isOthers = sql<SqlBool>`not ${viewer.isOwner}`
  const { rows } = await sql<{ id: number }>`
    select id from (${part(viewer.isOwner, null)} union all ${part(sql<SqlBool>`${isOthers} and not c.is_private`, maxPublic)} union all ${part(sql<SqlBool>`${isOthers} and c.is_private`, maxPrivate)}) part
    order by by ${direction} nulls last, id ${direction} limit ${filter.max ?? null}::bigint
  `.execute(database)
  return rows.map(({ id }) => id)
}

/** Rows by id. Owners are few: their names are looked up once each. */
async function selectRows(
  database: Database,
  ids: readonly number[],
  viewer: CartViewer,
): Promise<Map<number, CartRow>> {
  const { rows } = await sql<CartRow & { readonly owner_name: string; readonly owner_id: number }>`
    with owners as materialized (
      select o.resource, o.id, coalesce(o.props ->> 'name', '') name from entity o
      where (o.resource, o.id) in (select c.owner_resource, c.owner_id from cart c where c.id = any(${[...ids]}::bigint[]))
    )
    select c.id, c.name, c.description, c.type, c.is_private, c.expires_at, c.modified_at, c.version, c.content, c.followed, c.cover_id, c.owner_id, o.name owner_name,
      ${viewer.isOwner} is_mine, coalesce(c.expires_at <= now(), false) is_expired,
      ${viewer.may.update} may_update, ${viewer.may.delete} may_delete, ${viewer.may.share} may_share, ${viewer.may.download} may_download, ${viewer.may.people} may_people
    from cart c join owners o on o.resource = c.owner_resource and o.id = c.owner_id
    where c.id = any(${[...ids]}::bigint[])
  `.execute(database)
  return new Map(
    rows.map(({ owner_id: id, owner_name: name, ...row }) => [row.id, { ...row, owner: { id, name } }]),
  )
}

/** Collaborators by cart, in the order of their ids. */
async function selectCollaborators(
  database: Database,
  ids: readonly number[],
): Promise<Map<number, Collaborator[]>> {
  const { rows } = await sql<{ cart_id: number; id: number; name: string; may_edit: boolean }>`
    with user_names as materialized (
      select u.id, coalesce(u.props ->> 'name', '') name from entity u where u.resource = 'user' and u.id in (select cc.user_id from cart_collaborator cc where cc.cart_id = any(${[...ids]}::bigint[]))
    )
    select cc.cart_id, u.id, u.name, cc.may_edit from cart_collaborator cc join user_names u on u.id = cc.user_id where cc.cart_id = any(${[...ids]}::bigint[]) order by u.id
  `.execute(database)
  const people = new Map<number, Collaborator[]>()
  for (const { cart_id, id, name, may_edit } of rows) {
    const known = people.get(cart_id)
    const person = { id, name, right: may_edit ? ('edit' as const) : ('view' as const) }
    if (known) known.push(person)
    else people.set(cart_id, [person])
  }
  return people
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

/**
 * The instant of an edit: a whole millisecond, later than every one before.
 * @source wire facts: `modified` changes on every edit
 */
export const edited = sql`version = version + 1, modified_at = greatest(date_trunc('milliseconds', clock_timestamp()), modified_at + interval '1 millisecond')`

/** Someone who is let into a cart. */
export interface NewCollaborator {
  readonly id: number
  readonly mayEdit: boolean
}

/** Makes a cart; its id. */
export async function insertCart(
  database: Database,
  cart: {
    readonly ownerResource: string
    readonly ownerId: number
    readonly name: string
    readonly description: string
    readonly type: string
    readonly isPrivate: boolean
    readonly expiresAt: string | null
    readonly content: CartContent
    readonly followed: FollowedQuery | null
  },
): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    insert into cart (owner_resource, owner_id, name, description, type, is_private, expires_at, content, followed)
    values (${cart.ownerResource}, ${cart.ownerId}, ${cart.name}, ${cart.description}, ${cart.type}, ${cart.isPrivate}, ${cart.expiresAt}, ${cart.content}, ${cart.followed && JSON.stringify(cart.followed)}::jsonb)
    returning id
  `.execute(database)
  if (!row) throw new Error('The new cart has no id')
  return row.id
}

/**
 * Brief records of items by ids, in no order.
 * @param links the condition on `link k` under which what it leads to may be told of
 */
export async function selectBriefItems(
  database: Database,
  ids: readonly number[],
  locale: string,
  links: Condition,
): Promise<Asset[]> {
  const { rows } = await sql<Asset>`
    select e.id, e.uuid "$uuid", e.resource "$resource", e.version "$version", coalesce(e.props ->> ${`name_${locale}`}, e.props ->> 'name', '') name, n.rootnature,
      e.props -> 'width' width, e.props -> 'height' height, e.props -> 'duration' duration, e.props -> 'pages' pages, e.props ->> 'blurhash' blurhash,
      jsonb_build_object('filesize', e.props -> 'metadata.filesize', 'filename', e.props -> 'metadata.filename', 'mediatype', e.props -> 'metadata.mediatype') metadata
    from entity e
    left join link k on k.resource = e.resource and k.id = e.id and k.field = 'rootnature' and ${links}
    left join (
      select id, jsonb_build_object('id', id, 'name', coalesce(props ->> ${`name_${locale}`}, props ->> 'name'), '$resource', resource) rootnature from entity where resource = 'assetnature'
    ) n on n.id = k.target_id
    where e.resource = ${itemResource} and e.id = any(${[...ids]}::bigint[])
  `.execute(database)
  return rows
}

/** A cart that is held until the transaction ends. */
export interface HeldCart {
  readonly version: number
  readonly is_private: boolean
  readonly content: CartContent
  readonly followed: FollowedQuery | null
  readonly expires_at: Date | null
  readonly owner_resource: 'user' | 'application'
  readonly owner_id: number
}

/** Holds a cart that lies within `access`, a condition on `cart c`, until the transaction ends. */
export async function lockCart(
  database: Database,
  id: number,
  access: Condition,
): Promise<HeldCart | undefined> {
  const { rows } =
    await sql<HeldCart>`select c.version, c.is_private, c.expires_at, c.content, c.followed, c.owner_resource, c.owner_id from cart c where c.id = ${id} and ${access} for update of c`.execute(
      database,
    )
  return rows[0]
}

/** Whether a cart lies within `access`, a condition on `cart c`. */
export async function isWithin(database: Database, id: number, access: Condition): Promise<boolean> {
  const { rows } = await sql`select from cart c where c.id = ${id} and ${access}`.execute(database)
  return rows.length > 0
}

/** Those of some carts that an identity may see. */
export async function selectVisibleCarts(
  { database, identity }: Pick<Context, 'database' | 'identity'>,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from cart c where c.id = any(${[...ids]}::bigint[]) and ${compileCartAccess(identity, 'view')}
  `.execute(database)
  return rows.map(({ id }) => id)
}

/** Changes of a cart; what is undefined stays. */
export interface CartChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly isPrivate?: boolean | undefined
  readonly expiresAt?: string | null | undefined
  readonly type?: string | undefined
  readonly coverId?: number | null | undefined
  readonly content?: CartContent | undefined
  readonly followed?: FollowedQuery | undefined
}

/** Changes a cart that is held. */
export async function updateCart(database: Database, id: number, change: CartChange): Promise<void> {
  const { name, description, isPrivate, expiresAt, type, coverId, content, followed } = change
  await sql`
    update cart c set ${edited}, name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description), is_private = coalesce(${isPrivate ?? null}, is_private),
      type = coalesce(${type ?? null}, type), content = coalesce(${content ?? null}, content), followed = coalesce(${followed ? JSON.stringify(followed) : null}::jsonb, followed)
      ${expiresAt === undefined ? sql`` : sql`, expires_at = ${expiresAt}::timestamptz`}
      ${coverId === undefined ? sql`` : sql`, cover_id = ${coverId}`}
    where c.id = ${id}
  `.execute(database)
}

/** Deletes a cart, and with it its shares and archives; false where the viewer may not. */
export async function deleteCartRow(database: Database, id: number, viewer: CartViewer): Promise<boolean> {
  const { rows } =
    await sql`delete from cart c where c.id = ${id} and ${viewer.may.delete} returning c.id`.execute(database)
  return rows.length > 0
}
