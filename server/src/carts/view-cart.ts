import type { CallInput, Calls, Cart } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { requireAction } from '../access/decide.ts'
import { getStoredCart } from './get-cart.ts'
import { readItems } from './read-items.ts'
import { toCart, toDetailedItems } from './to-cart.ts'

/**
 * One cart with the records of its items; those that the surfer may not see are not among them.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function viewCart(context: Context, { id, output, fulltext }: CallInput<Calls['viewCart']>): Promise<Cart> {
  requireAction(context.identity, 'cart', 'view')
  const stored = await getStoredCart(context, id, fulltext)
  const detailedItems = toDetailedItems(await readItems(context, stored.items), output)
  return { ...toCart(stored, output), ...(fulltext === undefined ? {} : { fulltext }), detailedItems }
}
