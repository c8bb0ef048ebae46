import type { CallInput, Calls, Cart } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { requireAction } from '../access/decide.ts'
import { cartViewerOf, itemResource } from './cart-viewer.ts'
import { selectCarts } from './carts.sql.ts'
import { toCart } from './to-cart.ts'

/** @source portal §9: other people's shared carts at most */
const defaultMax = 10_000

/**
 * Carts that the surfer may see, last changed first.
 * @throws sign_in_needed, access_denied
 */
export async function listCarts(context: Context, { output, type, name, withItem, max = defaultMax }: CallInput<Calls['listCarts']>): Promise<Cart[]> {
  requireAction(context.identity, 'cart', 'view')
  const [itemType, itemId] = withItem?.split(':') ?? []
  if (itemType !== undefined && itemType !== itemResource) return []
  const pattern = name === undefined || name.trim() === '' ? undefined : namePattern(name.trim())
  const carts = await selectCarts(context.database, await cartViewerOf(context, context.identity), {
    type, max, name: pattern, withItem: itemId === undefined ? undefined : Number(itemId),
  })
  return carts.map((cart) => toCart(cart, output))
}

/**
 * The pattern of `like` for a name filter: with a `*` it describes the whole name, without one a part of it.
 * @source portal §5: case-insensitive on name, with * as a wildcard
 */
export function namePattern(filter: string): string {
  const escaped = filter.toLowerCase().replace(/[\\%_]/g, '\\$&')
  return filter.includes('*') ? escaped.replaceAll('*', '%') : `%${escaped}%`
}
