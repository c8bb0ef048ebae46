import { ApiError, type CallInput, type Calls, type CartAnswer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { may, refusal, requireAction } from '../../access/decide.ts'
import type { SignedIn } from '../../access/identity.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { addItems } from './change-items.ts'
import { parseCartName } from './cart-name.ts'
import { letIn, peopleOf } from './cart-people.ts'
import { insertCart } from './carts.sql.ts'
import { itemResource } from './cart-viewer.ts'
import { findNow, followQuery } from './follow-query.ts'
import { getCart } from './get-cart.ts'
import { requireUsers } from './require-users.ts'

/**
 * Creates a cart, private by default, with its collaborators, its items and what a search finds: all or
 * nothing. The user is its owner.
 * @throws cart_name_missing, cart_name_empty, cart_public_refused, invalid_parameter, entity_not_found,
 * query_syntax, unknown_field, sign_in_needed, access_denied
 */
export async function createCart(
  context: Context,
  input: CallInput<Calls['createCart']>,
): Promise<[CartAnswer]> {
  const owner = requireOwner(context)
  const name = parseCartName(input.name)
  const {
    private: isPrivate = true,
    description = '',
    type = '',
    expires = null,
    items = [],
    found,
    collaborators = [],
    content = 'cart',
    followed = null,
    output,
  } = input
  const people = peopleOf(collaborators)
  if (!isPrivate && !may(owner, 'cart', 'makePublic')) throw new ApiError('cart_public_refused')
  if (content !== 'cart' && followed === null)
    throw new ApiError('invalid_parameter', {
      parameter: 'followed',
      reason: 'a cart that follows a query needs one',
    })
  await requireUsers(
    context,
    people.map((person) => person.id),
    'collaborators',
  )
  const hits = found ? await findNow(context, owner, found) : []
  const all = [...items, ...hits.map((hit) => ({ type: itemResource, id: hit }))]
  const id = await withTransaction(context.database, async (transaction) => {
    const made = await insertCart(transaction, {
      ownerResource: owner.kind,
      ownerId: owner.id,
      name,
      description,
      type,
      isPrivate,
      expiresAt: expires,
      content,
      followed,
    })
    if (people.length > 0) await letIn(context, transaction, made, people)
    if (all.length > 0) await addItems(context, made, all, { database: transaction })
    if (content !== 'cart')
      await followQuery(
        { ...context, database: transaction },
        { id: made, content, followed, owner_resource: owner.kind, owner_id: owner.id },
      )
    return made
  })
  return [await getCart(context, id, output)]
}

function requireOwner({ identity }: Context): SignedIn {
  requireAction(identity, 'cart', 'create')
  if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
  return identity
}
