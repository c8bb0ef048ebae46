import {
  ApiError,
  shareActions,
  type CallAnswer,
  type CallInput,
  type Calls,
  type Share,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireSharing } from './require-sharing.ts'
import { selectLinkRequests } from './link-requests.sql.ts'
import { selectShares, revokeShareRow } from './shares.sql.ts'
import { toShare } from './to-share.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { labelIn, type Label } from '../../model/schemas/schema.ts'

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
  const shares = await selectShares(context.database, id, ended)
  const requests = await selectLinkRequests(
    context.database,
    shares.map((share) => share.id),
  )
  return shares.map((share) => toShare(share, context.request.baseUrl, requests.get(share.id)))
}

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

const labels: Readonly<Record<(typeof shareActions)[number], Label>> = {
  view: { en: 'View', fr: 'Voir' },
  download: { en: 'Download single files', fr: 'Télécharger les fichiers un par un' },
  zip: { en: 'Download everything as an archive', fr: 'Tout télécharger dans une archive' },
}

/** Actions that a share allows by default; existing clients get no others. */
export async function listShareActions({ locale }: Context): Promise<CallAnswer<Calls['listShareActions']>> {
  return shareActions.map((code) => ({ code, name: labelIn(labels[code], locale) }))
}
