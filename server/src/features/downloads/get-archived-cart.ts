import { ApiError } from '@cartouche/contract'
import { refusal, requireAction } from '../../access/decide.ts'
import type { Services } from '../../ground/services.ts'
import type { Identity, SignedIn } from '../../access/identity.ts'
import { compileCartAccess } from '../carts/cart-scope.ts'
import { refuseCart } from '../carts/refuse-cart.ts'
import type { OpenShare } from '../shares/find-visitor.ts'
import { selectArchivedCart, type ArchiveSubject } from './archives.sql.ts'

/** Who asks for an archive of a cart without a share. */
export interface OwnDownload {
  readonly cart: ArchiveSubject
  readonly maker: SignedIn
}

/**
 * A cart that someone signed in may download.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function getDownloadableCart(
  services: Services,
  identity: Identity,
  id: number,
): Promise<OwnDownload> {
  requireAction(identity, 'cart', 'download')
  if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
  const cart = await selectArchivedCart(services.database, id, compileCartAccess(identity, 'download'))
  if (!cart) throw await refuseCart(services, identity, id)
  return { cart, maker: identity }
}

/**
 * The cart of a share; whether the share allows to take it as an archive was asked before.
 * @throws share_not_found
 */
export async function getSharedCart(
  services: Services,
  { share, access }: OpenShare,
): Promise<ArchiveSubject> {
  const cart = await selectArchivedCart(services.database, share.cart_id, access)
  if (!cart) throw new ApiError('share_not_found')
  return cart
}
