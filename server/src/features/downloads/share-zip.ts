import type { CallInput, Calls, Share } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { defaultProfile, requireProfile } from './download-profiles.ts'
import { createShare } from '../shares/create-share.ts'

/**
 * Makes a link to the archive of a cart under one profile. Its visitors take the archive; they are shown
 * neither pictures nor names.
 * @throws cart_not_found, password_too_weak, entity_not_found, invalid_parameter, sign_in_needed,
 * access_denied
 */
export async function shareZip(
  context: Context,
  { profile = defaultProfile, ...draft }: CallInput<Calls['shareZip']>,
): Promise<Share> {
  await requireProfile(context.database, profile)
  return createShare(context, draft, { mode: 'zip', profile, actions: ['zip'] })
}
