import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import type { Pending } from '../../access/handler.ts'
import { findMedia } from '../../model/variations/find-media.ts'
import { getVariation } from '../../model/variations/get-variation.ts'
import { frameHtml, playerAddress } from '../../model/variations/player-frame.ts'
import { holdsItem } from './cart-items.sql.ts'
import { cartViewerOf, itemResource } from './cart-viewer.ts'

/** @source portal §9 */
const defaultPlayer = 'fo.player'

/**
 * A rendition of an item of a cart: as the asset's own, for whoever may see the cart and the asset.
 * @throws cart_not_found, entity_not_found, file_missing, rendition_not_found, rendition_failed,
 * sign_in_needed, access_denied
 */
export async function getCartItemVariation(
  context: Context,
  { variation, cartId, itemType, itemId, ticket }: CallInput<Calls['getCartItemVariation']>,
): Promise<ByteSource | Pending> {
  await requireItem(context, cartId, itemType, itemId)
  return getVariation(context, { object: itemType, id: itemId, variation, ticket })
}

/**
 * What shows an item inside of a page: a frame with the player's page, which needs no script of the page
 * around it.
 * @throws cart_not_found, entity_not_found, file_missing, sign_in_needed, access_denied
 * @source portal §3 Cart item player data; decision 0023
 */
export async function getCartItemPlayer(
  context: Context,
  input: CallInput<Calls['getCartItemPlayer']>,
): Promise<{ html: string; javascriptUrls: string[] }> {
  const { player, cartId, type, itemId, width, height, ticket } = input
  await requireItem(context, cartId, type, itemId)
  const media = await findMedia(context, { object: type, id: itemId })
  const address = playerAddress(context, media, { player: player || defaultPlayer, width, height, ticket })
  const html = frameHtml(address, media.fileName, { width, height })
  return { html, javascriptUrls: [] }
}

/** A page of pictures asks for dozens of one cart; the cart is looked at again when anything changed. */
async function requireItem(context: Context, cartId: number, type: string, itemId: string): Promise<void> {
  const { identity, database } = context
  requireAction(identity, 'cart', 'view')
  if (
    type.toLowerCase() !== itemResource ||
    !/^(\d{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(itemId)
  )
    throw new ApiError('entity_not_found', { resource: type, id: itemId })
  const who =
    'id' in identity
      ? `${identity.kind} ${identity.id}`
      : identity.kind === 'visitor'
        ? `visitor ${identity.shareId}`
        : ''
  const { sees, holds } = await context.cartCaches.items(`${who} ${cartId} ${itemId}`, async () =>
    holdsItem(database, cartId, itemId, await cartViewerOf(context, identity)),
  )
  if (!sees) throw new ApiError('cart_not_found', { id: cartId })
  if (!holds) throw new ApiError('entity_not_found', { resource: type, id: itemId })
}
