import type { RawBuilder, SqlBool } from 'kysely'
import type { Services } from '../../ground/services.ts'
import type { SignedIn, Visitor } from '../../access/identity.ts'
import { compileCartAccess } from '../carts/cart-scope.ts'
import { findAccount } from '../../people/session/account.ts'
import { readGivenFiles, type GivenFiles } from './given-files.ts'
import { selectCartName, selectShare, type StoredShare } from './shares.sql.ts'

/**
 * A active share with the visitor that it makes of whoever may open it. `access`: the condition on `cart c`
 * under which its cart is shared.
 */
export interface OpenShare {
  readonly share: StoredShare
  readonly visitor: Visitor
  readonly access: RawBuilder<SqlBool>
  /** The files that it gives; null: all that there are. */
  readonly given: GivenFiles | null
}

/**
 * A share as long as it lives: it has neither expired nor been revoked, its cart is there, and its sharer is
 * enabled and may still share that cart. Whether someone knows its password is for the caller to ask.
 */
export async function findShare(
  services: Pick<Services, 'database'>,
  id: string,
): Promise<OpenShare | undefined> {
  const share = await selectShare(services.database, id)
  if (!share) return undefined
  const sharer = await findAccount(services.database, share.sharer)
  if (!sharer) return undefined
  const access = compileCartAccess({ ...sharer, session: noSession } satisfies SignedIn, 'share')
  if ((await selectCartName(services.database, share.cart_id, access)) === undefined) return undefined
  const given = await readGivenFiles(services.database, share.profiles)
  return {
    share,
    access,
    given,
    visitor: {
      kind: 'visitor',
      shareId: share.id,
      cartId: share.cart_id,
      actions: share.actions,
      largest: given?.largest ?? null,
      givesMarked: given?.givesMarked ?? false,
      sharer,
    },
  }
}

/**
 * The same for whoever opens it: read once for hundreds who come at once, and again after any change. What
 * has expired by now is no more; that of its cart may be seen for 5 s.
 * @source decisions 0029 and 0223
 */
export async function findOpenShare(
  services: Pick<Services, 'database' | 'shareCaches'>,
  id: string,
): Promise<OpenShare | undefined> {
  const [found] = await services.shareCaches.open(id, async () => {
    const open = await findShare(services, id)
    return open ? [open] : []
  })
  return found && found.share.expires_at.getTime() > Date.now() ? found : undefined
}

/** The sharer is not here: what they may do is asked, on nobody's session. */
export const noSession = { key: '', csrfToken: '', cookie: false }
