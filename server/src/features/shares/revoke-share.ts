import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { requireSharing } from './require-sharing.ts'
import { revokeShareRow } from './shares.sql.ts'

/**
 * Ends a share and, as each of them asks for the active share, every address given out under it.
 * @throws cart_not_found, share_not_found, sign_in_needed, access_denied
 */
export async function revokeShare(
  context: Context,
  { id, shareId }: CallInput<Calls['revokeShare']>,
): Promise<{ id: string; revoked: true }> {
  const name = await requireSharing(context, id)
  await withTransaction(context.database, async (database) => {
    if (!(await revokeShareRow(database, id, shareId))) throw new ApiError('share_not_found')
    await recordAudit(context, database, { kind: 'share.recalled', target: { resource: 'cart', id, name } })
  })
  return { id: shareId, revoked: true }
}
