import type { CallInput, Calls, Share } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireSharing } from './require-sharing.ts'
import { selectShares } from './shares.sql.ts'
import { toShare } from './to-share.ts'

/**
 * Shares of a cart, newest first: those that live, with `ended` those of the last 90 days too. For whoever
 * may share it.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function listShares(
  context: Context,
  { id, ended = false }: CallInput<Calls['listShares']>,
): Promise<Share[]> {
  await requireSharing(context, id)
  return (await selectShares(context.database, id, ended)).map((share) =>
    toShare(share, context.request.baseUrl),
  )
}
