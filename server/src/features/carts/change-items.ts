import { ApiError, type ItemReference, type PlacedItem } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { scopeOf } from '../../access/decide.ts'
import { keepInScope } from '../../model/search/find.ts'
import { announceCart } from './announce-cart.ts'
import { insertItems, removeItems, selectStanding, writePlacement } from './cart-items.sql.ts'
import { cartViewerOf, itemResource } from './cart-viewer.ts'
import { lockCart } from './carts.sql.ts'
import { moveItems, placeItems, type StandingItem } from './place-items.ts'
import { refuseCart } from './refuse-cart.ts'
import { searchIn } from '../../model/search/search-in.ts'

/**
 * Adds items to a cart, all or none; in the transaction of `database` where it is one. Without a place they
 * come to the end, in the order given. Those that the cart holds stay where they are.
 * @param position the place of the first of them, among those that the user sees; an item's own goes before
 * it
 * @throws entity_not_found where one is not the user's to see, cart_not_found, access_denied, cart_follows
 */
export async function addItems(
  context: Context,
  id: number,
  items: readonly PlacedItem[],
  { position, database = context.database }: { position?: number | undefined; database?: Database } = {},
): Promise<void> {
  requireAssets(items)
  const isPlaced = position !== undefined || items.some((item) => item.position !== undefined)
  await withTransaction(database, async (transaction) => {
    await (isPlaced
      ? addAtPlaces(context, transaction, id, items, position)
      : addAtEnd(context, transaction, id, items))
    await announceCart(transaction, id)
  })
}

async function addAtEnd(
  context: Context,
  database: Database,
  id: number,
  items: readonly ItemReference[],
): Promise<void> {
  const edit = await insertItems(
    database,
    id,
    items.map((item) => item.id),
    await cartViewerOf(context, context.identity),
    adderOf(context),
  )
  if (edit.hidden !== null)
    throw new ApiError('entity_not_found', { resource: itemResource, id: edit.hidden })
  if (!edit.edited)
    throw edit.follows ? new ApiError('cart_follows') : await refuseCart(context, context.identity, id)
}

async function addAtPlaces(
  context: Context,
  database: Database,
  id: number,
  items: readonly PlacedItem[],
  position: number | undefined,
): Promise<void> {
  const { standing, content } = await holdCart(context, database, id)
  if (content === 'cursor') throw new ApiError('cart_follows')
  const known = new Set(standing.map((item) => item.id))
  const wanted = [...new Map(items.map((item) => [item.id, item])).values()].filter(
    (item) => !known.has(item.id),
  )
  await requireVisible(
    context,
    database,
    wanted.map((item) => item.id),
  )
  const end = standing.length + wanted.length
  const placement = placeItems(
    standing,
    wanted.map((item, index) => ({
      id: item.id,
      place: item.position ?? (position === undefined ? end : position + index),
    })),
  )
  await writePlacement(database, id, placement, adderOf(context))
}

/**
 * Puts items of a cart before another one, in the order given; at the end where it is null. What the cart
 * does not hold, or the user is not allowed to see, is passed over.
 * @throws cart_not_found, access_denied, version_conflict where the cart is not the one that the order was
 * made on any more, entity_not_found where it does not hold `before`
 */
export async function reorderItems(
  context: Context,
  id: number,
  items: readonly ItemReference[],
  { before, version }: { before: ItemReference | null; version: number | undefined },
): Promise<void> {
  await withTransaction(context.database, async (transaction) => {
    const { standing, version: present } = await holdCart(context, transaction, id)
    if (version !== undefined && version !== present)
      throw new ApiError('version_conflict', { resource: 'cart', id })
    const seen = new Set(standing.flatMap((item) => (item.isVisible ? [item.id] : [])))
    if (before && (before.type !== itemResource || !seen.has(before.id)))
      throw new ApiError('entity_not_found', { resource: before.type.slice(0, 64), id: before.id })
    const moving = [
      ...new Set(
        items.filter((item) => item.type === itemResource && seen.has(item.id)).map((item) => item.id),
      ),
    ]
    await writePlacement(transaction, id, moveItems(standing, moving, before?.id ?? null), adderOf(context))
    await announceCart(transaction, id)
  })
}

/**
 * Takes items out of a cart. What it does not hold is passed over, and so is what the user is not allowed to
 * see: an answer must not reveal that it is there.
 * @throws cart_not_found, access_denied
 */
export async function takeOutItems(
  context: Context,
  id: number,
  items: readonly ItemReference[],
): Promise<void> {
  const ids = items.filter(({ type }) => type === itemResource).map((item) => item.id)
  const viewer = await cartViewerOf(context, context.identity)
  await withTransaction(context.database, async (transaction) => {
    if (!(await removeItems(transaction, id, ids, viewer)))
      throw await refuseCart(context, context.identity, id)
    await announceCart(transaction, id)
  })
}

async function holdCart(
  context: Context,
  database: Database,
  id: number,
): Promise<{ standing: readonly StandingItem[]; version: number; content: string }> {
  const viewer = await cartViewerOf(context, context.identity)
  const cart = await lockCart(database, id, viewer.may.update)
  if (!cart) throw await refuseCart(context, context.identity, id)
  return {
    standing: await selectStanding(database, id, viewer, context.searchColumns),
    version: cart.version,
    content: cart.content,
  }
}

async function requireVisible(context: Context, database: Database, ids: readonly number[]): Promise<void> {
  const visible = new Set(
    await keepInScope(
      await searchIn({ ...context, database }),
      scopeOf(context.identity, itemResource, 'view'),
      ids,
    ),
  )
  const hidden = ids.find((id) => !visible.has(id))
  if (hidden !== undefined) throw new ApiError('entity_not_found', { resource: itemResource, id: hidden })
}

function requireAssets(items: readonly ItemReference[]): void {
  const stranger = items.find(({ type }) => type !== itemResource)
  if (stranger) throw new ApiError('entity_not_found', { resource: stranger.type, id: stranger.id })
}

function adderOf({ identity }: Context): number {
  return 'id' in identity ? identity.id : 0
}
