import type { CallInput, Calls, CartAnswer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { addItems, reorderItems, takeOutItems } from './change-items.ts'
import { getCart } from './get-cart.ts'

/**
 * Adds items to a cart, at its end or at a given place; those that it holds stay where they are. Where
 * the user is not allowed to see one, none is added.
 * @throws cart_not_found, entity_not_found, cart_follows, sign_in_needed, access_denied
 */
export async function addCartItems(
  context: Context,
  { id, items, position, output }: CallInput<Calls['addCartItems']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'update')
  await addItems(context, id, items, { position })
  return getCart(context, id, output)
}

/**
 * One cart with the items that the user may see, in order.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function listCartItems(
  context: Context,
  { id, output }: CallInput<Calls['listCartItems']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'view')
  return getCart(context, id, output)
}

/**
 * Puts items of a cart before another one, in the order given; at the end where none is named.
 * @throws cart_not_found, version_conflict, entity_not_found, sign_in_needed, access_denied
 */
export async function moveCartItems(
  context: Context,
  { id, items, before = null, version, output }: CallInput<Calls['moveCartItems']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'update')
  await reorderItems(context, id, items, { before, version })
  return getCart(context, id, output)
}

/**
 * Takes items out of a cart; what it does not hold, and what the user is not allowed to see, is passed over.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function removeCartItems(
  context: Context,
  { id, items, output }: CallInput<Calls['removeCartItems']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'update')
  await takeOutItems(context, id, items)
  return getCart(context, id, output)
}
