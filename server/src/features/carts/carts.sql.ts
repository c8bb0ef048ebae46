import type { Asset, CartContent, FollowedQuery } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import type { Database } from '../../ground/database/database.ts'
import { compileCartAccess } from './cart-scope.ts'
import { itemResource, type CartViewer } from './cart-viewer.ts'

type Condition = RawBuilder<SqlBool>

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
 * @param links the condition on `link k` under which what it leads to may be named
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
