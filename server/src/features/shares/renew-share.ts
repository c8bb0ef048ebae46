import { ApiError, type CallAnswer, type CallInput, type Calls, type Share } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { keepShare, maxDays } from './create-share.ts'
import { answerLinkRequests } from './link-requests.sql.ts'
import { requireGivenActions } from './require-given-actions.ts'
import { requireSharing } from './require-sharing.ts'
import { hasShare, selectAnyShare, uploadTermsOf } from './shares.sql.ts'

const dayMs = 86_400_000

/**
 * Makes another link like one that is there or ended: it allows the same, under the same password, for as
 * long. It is sent to everyone who waits for it.
 * @throws cart_not_found, share_not_found, sign_in_needed, access_denied
 * @source decision 0231
 */
export async function renewShare(
  context: Context,
  { id, shareId }: CallInput<Calls['renewShare']>,
): Promise<Share> {
  const cartName = await requireSharing(context, id)
  const before = await selectAnyShare(context.database, shareId)
  if (!before || before.cart_id !== id) throw new ApiError('share_not_found')
  requireGivenActions(context, before.actions)
  const lifetimeMs = Math.min(before.expires_at.getTime() - before.created_at.getTime(), maxDays * dayMs)
  return withTransaction(context.database, async (transaction) => {
    const emails = await answerLinkRequests(transaction, shareId)
    return keepShare(context, transaction, {
      cartId: id,
      cartName,
      name: before.name,
      description: before.description,
      mode: before.mode,
      profile: before.profile,
      profiles: before.profiles,
      actions: before.actions,
      showsReplies: before.shows_replies,
      uploads: uploadTermsOf(before),
      passwordHash: before.password_hash,
      withDescriptions: before.with_descriptions,
      maxUses: before.uses_max,
      expiresAt: new Date(Date.now() + lifetimeMs),
      to: { users: [], emails },
    })
  })
}

/**
 * Dismisses the requests for another link in the place of this one: nobody is notified.
 * @throws cart_not_found, share_not_found, sign_in_needed, access_denied
 */
export async function dismissLinkRequests(
  context: Context,
  { id, shareId }: CallInput<Calls['dismissLinkRequests']>,
): Promise<CallAnswer<Calls['dismissLinkRequests']>> {
  const name = await requireSharing(context, id)
  if (!(await hasShare(context.database, id, shareId))) throw new ApiError('share_not_found')
  await withTransaction(context.database, async (transaction) => {
    const dismissed = (await answerLinkRequests(transaction, shareId)).length
    if (dismissed > 0)
      await recordAudit(context, transaction, {
        kind: 'share.requests_dismissed',
        target: { resource: 'cart', id, name },
      })
  })
  return { dismissed: true }
}
