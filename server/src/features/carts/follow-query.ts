import {
  everything,
  maxCartHits,
  parseQuery,
  type FollowedQuery,
  type FoundQuery,
  type QueryJson,
} from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import { scopeOf } from '../../access/decide.ts'
import type { SignedIn } from '../../access/identity.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { findPage, type Search } from '../../model/search/find.ts'
import { findAccount, type Account } from '../../people/session/account.ts'
import { announceCart } from './announce-cart.ts'
import { itemResource } from './cart-viewer.ts'
import { selectFollowing, writeHits, type FollowingCart } from './follow-query.sql.ts'
import { searchIn } from '../../model/search/search-in.ts'

/**
 * The ids that a query finds for the owner of a cart, the newest last: what comes again is put at the end.
 * @throws query_syntax, unknown_field
 */
async function findHits(services: Services, owner: Account, followed: FollowedQuery): Promise<number[]> {
  const search = searchOf({ ...owner, session: noSession }, followed)
  const page = await findPage(await searchIn(services), search, {
    orderby: 'createdat desc',
    max: maxCartHits,
  })
  return page.ids.toReversed()
}

/**
 * The ids of what a search finds now for whoever asks, in its order: the first 10,000.
 * @throws query_syntax, unknown_field, invalid_parameter
 */
export async function findNow(
  services: Services,
  identity: SignedIn,
  { orderby, ...asked }: FoundQuery,
): Promise<readonly number[]> {
  const page = { orderby, max: maxCartHits }
  return (await findPage(await searchIn(services), searchOf(identity, asked), page)).ids
}

function searchOf(identity: SignedIn, { query, fulltext, fulltextMode }: FollowedQuery): Search {
  return {
    scope: scopeOf(identity, itemResource, 'view'),
    query: query ? parseQuery(query as QueryJson) : everything,
    fulltext,
    fulltextMode,
  }
}

const noSession = { key: '', csrfToken: '', cookie: false }

/**
 * Brings a cart that is held to what its query finds now for its owner. Whether anything changed.
 * @throws query_syntax, unknown_field
 */
export async function followQuery(services: Services, cart: FollowingCart): Promise<boolean> {
  const { database } = services
  const owner = await findAccount(database, { kind: cart.owner_resource, id: cart.owner_id })
  // Whoever is disabled finds nothing; the cart stays as it was until they are back.
  if (!owner) return false
  return writeHits(
    database,
    cart,
    cart.content === 'cart' || !cart.followed ? [] : await findHits(services, owner, cart.followed),
  )
}

/**
 * Brings all carts that follow a query to what it finds now. One whose query cannot be asked any more stays
 * as it is, and says why in the log.
 */
export async function followQueries(services: Services, signal: AbortSignal): Promise<void> {
  for (const { id } of await selectFollowing(services.database)) {
    if (signal.aborted) return
    await withTransaction(services.database, async (transaction) => {
      const [cart] = await selectFollowing(transaction, id)
      if (cart && (await followQuery({ ...services, database: transaction }, cart)))
        await announceCart(transaction, id)
    }).catch((error: unknown) =>
      services.log.warn({ cart: id, error: String(error) }, 'a cart could not follow its query'),
    )
  }
}
