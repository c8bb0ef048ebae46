import type { CallInput, Calls, CartAnswer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { cartViewerOf, itemResource } from './cart-viewer.ts'
import { joinParts } from '../../ground/answer-parts.ts'
import { readCartParts } from './read-carts.ts'
import { toCart } from './to-cart.ts'

/** Carts of others at most where the setting says nothing. @source portal §9 */
const maxOthers = { public: 10_000, private: 5000 } as const

/**
 * Carts that the user may see; by id, last first, by default.
 * @throws sign_in_needed, access_denied
 */
export async function listCarts(
  context: Context,
  input: CallInput<Calls['listCarts']>,
): Promise<CartAnswer[]> {
  requireAction(context.identity, 'cart', 'view')
  const { identity } = context
  const key = JSON.stringify(['id' in identity ? [identity.kind, identity.id] : identity, input])
  return context.cartCaches.lists(key, () => findCarts(context, input, key))
}

async function findCarts(
  context: Context,
  input: CallInput<Calls['listCarts']>,
  key: string,
): Promise<CartAnswer[]> {
  const { identity, settings } = context
  const {
    output,
    type: types,
    name,
    withItem,
    whose,
    private: isPrivate,
    sortBy: by = 'id',
    direction = 'desc',
    max,
  } = input
  const [itemType, itemId] = withItem?.split(':') ?? []
  if (itemType !== undefined && itemType !== itemResource) return []
  const { parts: kept } = context.cartCaches
  const filter = {
    types: types?.length === 0 ? undefined : types,
    max,
    whose,
    isPrivate,
    order: { by, descending: direction === 'desc' },
    name: name === undefined || name.trim() === '' ? undefined : namePattern(name.trim()),
    withItem: itemId === undefined ? undefined : Number(itemId),
    maxOthers: {
      public: limitOf(settings.maxSharedCarts, maxOthers.public),
      private: limitOf(settings.maxSharedCarts, maxOthers.private),
    },
  }
  const viewer = await cartViewerOf(context, identity)
  const parts = await readCartParts(context, viewer, filter, kept.get(key), (cart) => toCart(cart, output))
  kept.set(key, parts)
  return joinParts([...parts.values()].map(({ carts }) => carts))
}

/** A negative setting means that there is no limit. @source portal §9 */
function limitOf(setting: number | undefined, otherwise: number): number | null {
  const limit = setting ?? otherwise
  return limit < 0 ? null : limit
}

/**
 * The pattern of `like` for a name filter: with a `*` it describes the whole name, without one a part of it.
 * @source portal §5: case-insensitive on name, with * as a wildcard
 */
export function namePattern(filter: string): string {
  const escaped = filter.toLowerCase().replace(/[\\%_]/g, '\\$&')
  return filter.includes('*') ? escaped.replaceAll('*', '%') : `%${escaped}%`
}
