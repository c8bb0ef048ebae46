import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction, scopeOf } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { visibleLinks } from '../../model/search/visible-links.ts'
import { announceLightTable } from './announce-cart.ts'
import { cartViewerOf, itemResource } from './cart-viewer.ts'
import { lockCart } from './carts.sql.ts'
import { selectTableItems, selectTableRevision, writePlaces } from './light-table.sql.ts'
import { refuseCart } from './refuse-cart.ts'

/**
 * The light table of a cart: the items that the user sees, in order, with their places; with `since`, those
 * alone whose places changed after that revision.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function getLightTable(
  context: Context,
  { id, since }: CallInput<Calls['getLightTable']>,
): Promise<CallAnswer<Calls['getLightTable']>> {
  const { database, identity, locale } = context
  requireAction(identity, 'cart', 'view')
  const viewer = await cartViewerOf(context, identity)
  // Before the items: what is placed meanwhile is then read once more, not missed.
  const revision = await selectTableRevision(database, id, viewer.may.view)
  if (revision === null) throw new ApiError('cart_not_found', { id })
  const links = await visibleLinks(
    await searchIn(context),
    await getSchemaOf(context, itemResource),
    scopeOf(identity, itemResource, 'view').reader,
  )
  return { revision, items: await selectTableItems(database, id, { viewer, locale, links }, since) }
}

/**
 * Places items on the light table of a cart, the last of each that is sent; order, version and `modified` of
 * the cart stay as they are. What it does not hold, and what the user is not allowed to see, is passed over.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function arrangeLightTable(
  context: Context,
  { id, items, onlyUnplaced = false }: CallInput<Calls['arrangeLightTable']>,
): Promise<CallAnswer<Calls['arrangeLightTable']>> {
  requireAction(context.identity, 'cart', 'update')
  const viewer = await cartViewerOf(context, context.identity)
  const places = new Map(
    items.flatMap((item) => (item.type === itemResource ? [[item.id, item.place] as const] : [])),
  )
  return withTransaction(context.database, async (transaction) => {
    if (!(await lockCart(transaction, id, viewer.may.update)))
      throw await refuseCart(context, context.identity, id)
    const written = await writePlaces(transaction, id, places, { viewer, onlyUnplaced })
    await announceLightTable(transaction, id, written.revision)
    return written
  })
}
