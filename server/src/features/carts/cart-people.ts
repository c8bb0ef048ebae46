import { ApiError, type CallInput, type Calls, type CartAnswer, type CartRight } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal, requireAction } from '../../access/decide.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { notify } from '../../people/notifications/notify.ts'
import { announceCart } from './announce-cart.ts'
import {
  changeOwner,
  deleteCollaborators,
  putCollaborators,
  selectMembership,
  selectPeople,
} from './cart-people.sql.ts'
import { cartViewerOf } from './cart-viewer.ts'
import { lockCart, type NewCollaborator } from './carts.sql.ts'
import { getCart } from './get-cart.ts'
import { refuseCart } from './refuse-cart.ts'
import { requireUsers } from './require-users.ts'

/**
 * Lets people into a cart: to edit it, unless a right is named. Whoever is in it already gets the right that
 * is named. They are notified, with `url` where it is given.
 * @throws cart_not_found, invalid_parameter where one is no user whom the user sees, or the address leads
 * elsewhere, sign_in_needed, access_denied
 * @source portal §6, §7 addCartCollaborators; decision 0022
 */
export async function addCartCollaborators(
  context: Context,
  { id, collaborators, right = 'edit', url, output }: CallInput<Calls['addCartCollaborators']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'people')
  const people = peopleOf(collaborators, right)
  await requireUsers(
    context,
    people.map((person) => person.id),
    'collaborators',
  )
  requireKnownOrigin(context, url)
  await changePeople(context, id, async (transaction) => letIn(context, transaction, id, people, url))
  return getCart(context, id, output)
}

/** People with what they may do: what is named with them, or else `right`. */
export function peopleOf(
  collaborators: readonly (number | { readonly id: number; readonly right: CartRight })[],
  right: CartRight = 'edit',
): NewCollaborator[] {
  return collaborators.map((person) =>
    typeof person === 'number'
      ? { id: person, mayEdit: right === 'edit' }
      : { id: person.id, mayEdit: person.right === 'edit' },
  )
}

/** Lets people into a cart that is held, and notifies those who are new. */
export async function letIn(
  context: Context,
  database: Database,
  id: number,
  people: readonly NewCollaborator[],
  url?: string,
): Promise<void> {
  const unique = [...new Map(people.map((person) => [person.id, person])).values()]
  const added = await putCollaborators(database, id, unique)
  const cart = await selectPeople(database, id)
  if (!cart) return
  const who = 'name' in context.identity ? context.identity.name : ''
  await notify(database, added, {
    type: 'collaborator',
    title: {
      en: `${who} let you into the cart “${cart.name}”`,
      fr: `${who} vous a ouvert le panier « ${cart.name} »`,
    },
    link: `/carts/${id}`,
    data: { cart: id, ...(url === undefined ? {} : { url }) },
  })
}

/**
 * Takes people out of a cart; what they put in stays.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function removeCartCollaborators(
  context: Context,
  { id, collaborators, output }: CallInput<Calls['removeCartCollaborators']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'people')
  await changePeople(context, id, (transaction) => deleteCollaborators(transaction, id, collaborators))
  return getCart(context, id, output)
}

/**
 * Gives a cart to another user; who gave it stays in it and may edit it.
 * @throws cart_not_found, invalid_parameter, sign_in_needed, access_denied
 */
export async function transferCart(
  context: Context,
  { id, owner, output }: CallInput<Calls['transferCart']>,
): Promise<CartAnswer> {
  requireAction(context.identity, 'cart', 'people')
  await requireUsers(context, [owner], 'owner')
  await changePeople(context, id, async (transaction) => {
    await changeOwner(transaction, id, owner)
    const cart = await selectPeople(transaction, id)
    const who = 'name' in context.identity ? context.identity.name : ''
    if (cart)
      await notify(transaction, [owner], {
        type: 'collaborator',
        title: {
          en: `${who} gave you the cart “${cart.name}”`,
          fr: `${who} vous a donné le panier « ${cart.name} »`,
        },
        link: `/carts/${id}`,
        data: { cart: id },
      })
  })
  return getCart(context, id, output)
}

/**
 * Leaves a cart of someone else.
 * @throws cart_owner_stays, cart_not_found where the user is not in it, sign_in_needed, access_denied
 * @source portal §6: a collaborator can unsubscribe
 */
export async function leaveCart(
  context: Context,
  { id }: CallInput<Calls['leaveCart']>,
): Promise<{ id: number; left: true }> {
  const { identity } = context
  requireAction(identity, 'cart', 'view')
  if (identity.kind !== 'user') throw refusal(identity)
  const viewer = await cartViewerOf(context, identity)
  await withTransaction(context.database, async (transaction) => {
    const membership = await selectMembership(transaction, id, identity.id, viewer.may.view)
    if (membership === 'owner') throw new ApiError('cart_owner_stays')
    if (membership === 'none') throw new ApiError('cart_not_found', { id })
    await deleteCollaborators(transaction, id, [identity.id])
    await announceCart(transaction, id, [identity.id])
  })
  return { id, left: true }
}

async function changePeople(
  context: Context,
  id: number,
  change: (transaction: Database) => Promise<unknown>,
): Promise<void> {
  const viewer = await cartViewerOf(context, context.identity)
  await withTransaction(context.database, async (transaction) => {
    if (!(await lockCart(transaction, id, viewer.may.people)))
      throw await refuseCart(context, context.identity, id)
    const before = await selectPeople(transaction, id)
    await change(transaction)
    await announceCart(transaction, id, before?.users)
  })
}

/** An address in a notification must not lead people astray. */
function requireKnownOrigin({ settings, request }: Context, url: string | undefined): void {
  if (url === undefined || url === '') return
  const origin = URL.parse(url, request.baseUrl)?.origin
  if (origin !== new URL(request.baseUrl).origin && !settings.origins.includes(origin ?? ''))
    throw new ApiError('invalid_parameter', {
      parameter: 'url',
      reason: 'it leads to a server that this one does not know',
    })
}
