import { ApiError, type CallInput, type Calls, type CartAnswer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { announceCart } from './announce-cart.ts'
import { parseCartName } from './cart-name.ts'
import { compileCartAccess } from './cart-scope.ts'
import { cartViewerOf, itemResource, type CartViewer } from './cart-viewer.ts'
import { showsItem } from './cart-items.sql.ts'
import { isWithin, lockCart, updateCart, type HeldCart } from './carts.sql.ts'
import { followQuery } from './follow-query.ts'
import { getCart } from './get-cart.ts'
import { refuseCart } from './refuse-cart.ts'

type Edit = CallInput<Calls['editCart']>

/**
 * Changes name, description, privacy, type, expiry, cover or content of a cart; what is not given stays, but
 * the name must be. Who sees it, and until when, is its owner's to say.
 * @throws cart_name_missing, cart_name_empty, cart_not_found, version_conflict, cart_public_refused,
 * entity_not_found where the cover is no item of it, invalid_parameter, query_syntax, unknown_field,
 * sign_in_needed, access_denied
 * @source portal §5, §6: private carts are owner-controlled; decision 0022
 */
export async function editCart(context: Context, input: Edit): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'update')
  const name = parseCartName(input.name)
  const viewer = await cartViewerOf(context, context.identity)
  await withTransaction(context.database, async (transaction) => {
    const cart = await lockCart(transaction, input.id, viewer.may.update)
    if (!cart) throw await refuseCart(context, context.identity, input.id)
    if (input.version !== undefined && input.version !== cart.version)
      throw new ApiError('version_conflict', { resource: 'cart', id: input.id })
    await requireRights(context, transaction, cart, input, viewer)
    await change({ ...context, database: transaction }, cart, { ...input, name })
    await announceCart(transaction, input.id)
  })
  return getCart(context, input.id, input.output)
}

async function requireRights(
  context: Context,
  transaction: Database,
  cart: HeldCart,
  { id, private: isPrivate, expires, coverItem }: Edit,
  viewer: CartViewer,
): Promise<void> {
  const changesSight =
    (isPrivate !== undefined && isPrivate !== cart.is_private) ||
    (expires !== undefined && (expires ?? null) !== (cart.expires_at?.toISOString() ?? null))
  if (changesSight && !(await isWithin(transaction, id, viewer.may.people)))
    throw new ApiError('access_denied')
  if (
    isPrivate === false &&
    cart.is_private &&
    !(await isWithin(transaction, id, compileCartAccess(context.identity, 'makePublic')))
  )
    throw new ApiError('cart_public_refused')
  if (!coverItem) return
  const isThere = coverItem.type === itemResource && (await showsItem(transaction, id, coverItem.id, viewer))
  if (!isThere)
    throw new ApiError('entity_not_found', { resource: coverItem.type.slice(0, 64), id: coverItem.id })
}

async function change(
  context: Context,
  cart: HeldCart,
  {
    id,
    name,
    description,
    private: isPrivate,
    expires: expiresAt,
    type,
    coverItem,
    content,
    followed,
  }: Edit & { name: string },
): Promise<void> {
  const next = { content: content ?? cart.content, followed: followed ?? cart.followed }
  if (next.content !== 'cart' && next.followed === null)
    throw new ApiError('invalid_parameter', {
      parameter: 'followed',
      reason: 'a cart that follows a query needs one',
    })
  await updateCart(context.database, id, {
    name,
    description,
    isPrivate,
    expiresAt,
    type,
    coverId: coverItem === undefined ? undefined : (coverItem?.id ?? null),
    content,
    followed,
  })
  if (content !== undefined || followed !== undefined)
    await followQuery(context, { id, ...next, owner_resource: cart.owner_resource, owner_id: cart.owner_id })
}
