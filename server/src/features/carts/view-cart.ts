import type { CallInput, Calls, CartWithRecords } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { getStoredCart } from './get-cart.ts'
import { readBriefItems, readItems } from './read-items.ts'
import { toCart, toItemRecords } from './to-cart.ts'

/**
 * Larger carts come with brief records: 10,000 whole ones are 20 MB, and are better paged through by their
 * ids.
 * @source portal §9: huge carts are read in chunks; decision 0020
 */
const maxFullRecords = 500

/**
 * One cart, whose items are their records; those that the user is not allowed to see are not among them.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function viewCart(
  context: Context,
  { id, output, fulltext, fulltextMode, records: withRecords = true }: CallInput<Calls['viewCart']>,
): Promise<CartWithRecords> {
  requireAction(context.identity, 'cart', 'view')
  const stored = await getStoredCart(context, id, { fulltext, fulltextMode })
  const cart = { ...toCart(stored, output), ...(fulltext === undefined ? {} : { fulltext }) }
  if (!withRecords) return cart
  const records = await (stored.items.length > maxFullRecords ? readBriefItems : readItems)(
    context,
    stored.items,
  )
  return { ...cart, items: toItemRecords(records, output) }
}
