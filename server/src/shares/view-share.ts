import { ApiError, type SharedCart } from '@cartouche/contract'
import { createMemory, type Memory } from '../access/changes.ts'
import type { Context } from '../access/context.ts'
import { organisationOf } from '../branding/read-branding.ts'
import { cartViewerOf, itemResource } from '../carts/cart-viewer.ts'
import { selectCarts } from '../carts/carts.sql.ts'
import { readItems } from '../carts/read-items.ts'
import type { Database } from '../database/database.ts'
import type { OpenShare } from './find-visitor.ts'
import { askerOf, openShare } from './require-share.ts'
import { createTicket } from './ticket.ts'
import { logVisit } from './visitors.ts'

type Shown = Omit<SharedCart, 'ticket'>

/** All visitors of a share see the same: it is read once for hundreds who come at once, and anew after any change. @source decision 0005 */
const shown = new WeakMap<Database, Memory<Shown>>()

/**
 * The shared cart, with those of its items that the sharer may see today. A share of the archive alone tells how many they are, and nothing of them.
 * @throws share_not_found
 */
export async function viewShare(context: Context): Promise<SharedCart> {
  const open = await openShare(context)
  const memory = shown.get(context.database) ?? createMemory<Shown>(context.changes, { max: 200, holdsForMs: 5000 })
  shown.set(context.database, memory)
  const [seen, ticket] = await Promise.all([memory(`${open.share.id} ${context.locale}`, () => readShare(context, open)), createTicket(context.database, open.share), logVisit(context, open.share.id, 'view')])
  return answerOf(seen, ticket)
}

/** The same answer for all who come while nothing changed: it is written and compressed once (`http/write-answer.ts`). Tickets are the same all through an hour. */
const answers = new WeakMap<Shown, SharedCart>()

function answerOf(seen: Shown, ticket: string): SharedCart {
  const known = answers.get(seen)
  if (known?.ticket === ticket) return known
  const answer = { ...seen, ticket }
  answers.set(seen, answer)
  return answer
}

async function readShare(context: Context, { share, visitor, access }: OpenShare): Promise<Shown> {
  const viewer = await cartViewerOf(context, askerOf(visitor))
  const [cart] = await selectCarts(context.database, { ...viewer, may: { ...viewer.may, view: access } }, { id: share.cart_id })
  if (!cart) throw new ApiError('share_not_found')
  const items = share.mode === 'zip' ? [] : cart.items
  return {
    id: share.id, cart: cart.id, name: share.name, description: share.description, cartDescription: share.mode === 'zip' ? '' : cart.description, organisation: await organisationOf(context),
    sharer: visitor.sharer.name, expires: share.expires_at.toISOString(), actions: [...share.actions], mode: share.mode, profile: share.profile,
    total: cart.items.length, items: items.map((id) => ({ type: itemResource, id })), detailedItems: await readItems(context, items), sizeBytes: cart.size_bytes,
  }
}
