import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { requireSharing } from './require-sharing.ts'
import { revokeShareRow } from './shares.sql.ts'

/**
 * Ends a share and, as each of them asks for the living share, every address given out under it.
 * @throws cart_not_found, share_not_found, sign_in_needed, access_denied
 */
export async function revokeShare(context: Context, { id, shareId }: CallInput<Calls['revokeShare']>): Promise<{ id: string; revoked: true }> {
  await requireSharing(context, id)
  if (!await revokeShareRow(context.database, id, shareId)) throw new ApiError('share_not_found')
  return { id: shareId, revoked: true }
}
