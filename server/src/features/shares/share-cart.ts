import {
  allShareActions,
  shareActions,
  uploadLimits,
  type CallInput,
  type Calls,
  type Share,
  type ShareAction,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { createShare } from './create-share.ts'
import { requireProfiles } from './given-files.ts'
import { requireGivenActions } from './require-given-actions.ts'

/**
 * Makes a link to a cart for visitors without an account. By default they may look and take files
 * and archives, as far as the sharer may. A password that the server makes is in this answer and never again.
 * @throws cart_not_found, password_too_weak, entity_not_found, invalid_parameter, sign_in_needed,
 * access_denied
 */
export async function shareCart(
  context: Context,
  {
    actions,
    profiles,
    shareMode,
    showsReplies = true,
    uploadNote: note = '',
    uploadMaxBytes: maxBytes = uploadLimits.sizeBytes.default,
    uploadMaxFiles: maxFiles = uploadLimits.files.default,
    ...draft
  }: CallInput<Calls['shareCart']>,
): Promise<Share> {
  const allowed = allowedActions(actions ?? actionsUpTo(shareMode))
  requireGivenActions(context, allowed)
  if (profiles) await requireProfiles(context.database, profiles)
  const uploads = allowed.includes('upload') ? { note, maxBytes, maxFiles } : null
  return createShare(context, draft, {
    mode: 'cart',
    profile: null,
    profiles: profiles ? [...new Set(profiles)] : null,
    actions: allowed,
    showsReplies,
    uploads,
  })
}

/** Each once, in the contract's order. A share that cannot be looked at is none. */
function allowedActions(wanted: readonly ShareAction[] = shareActions): ShareAction[] {
  return allShareActions.filter((action) => action === 'view' || wanted.includes(action))
}

/** Each action allows what comes before it. @source decision 0026 */
function actionsUpTo(furthest: ShareAction | undefined): readonly ShareAction[] | undefined {
  return furthest && allShareActions.slice(0, allShareActions.indexOf(furthest) + 1)
}
