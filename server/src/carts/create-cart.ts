import { ApiError, type CallInput, type Calls, type Cart, type ItemReference } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { may, refusal, requireAction, scopeOf } from '../access/decide.ts'
import type { SignedIn } from '../access/identity.ts'
import { withTransaction, type Database } from '../database/database.ts'
import { listSchemas } from '../schemas/schema-registry.ts'
import { keepInScope } from '../search/find.ts'
import { addItems } from './add-items.ts'
import { parseCartName } from './cart-name.ts'
import { insertCart } from './carts.sql.ts'
import { getCart } from './get-cart.ts'

/**
 * Creates a cart, private unless said otherwise, with its collaborators and items: all or nothing. The surfer is its owner.
 * @throws cart_name_missing, cart_name_empty, cart_public_refused, invalid_parameter, entity_not_found, sign_in_needed, access_denied
 */
export async function createCart(context: Context, input: CallInput<Calls['createCart']>): Promise<[Cart]> {
  const owner = requireOwner(context)
  const name = parseCartName(input.name)
  const { private: isPrivate = true, description = '', type = '', expires = null, items = [], output } = input
  if (!isPrivate && !may(owner, 'cart', 'makePublic')) throw new ApiError('cart_public_refused')
  const collaborators = await knownUsers(context, input.collaborators ?? [])
  const id = await withTransaction(context.database, (transaction) => insertWithItems(context, transaction, {
    ownerResource: owner.kind, ownerId: owner.id, name, description, type, isPrivate, expiresAt: expires, collaborators,
  }, items))
  return [await getCart(context, id, output)]
}

async function insertWithItems(context: Context, transaction: Database, cart: Parameters<typeof insertCart>[1], items: readonly ItemReference[]): Promise<number> {
  const id = await insertCart(transaction, cart)
  if (items.length > 0) await addItems(context, id, items, transaction)
  return id
}

function requireOwner({ identity }: Context): SignedIn {
  requireAction(identity, 'cart', 'create')
  if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
  return identity
}

async function knownUsers(context: Context, ids: readonly number[]): Promise<number[]> {
  const unique = [...new Set(ids)]
  const where = { database: context.database, schemas: await listSchemas(context.database) }
  const known = await keepInScope(where, scopeOf(context.identity, 'user', 'view'), unique)
  const unknown = unique.find((id) => !known.includes(id))
  if (unknown !== undefined) throw new ApiError('invalid_parameter', { parameter: 'collaborators', reason: `there is no user ${unknown}` })
  return known
}
