import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import type { OpenShare } from './find-visitor.ts'
import { requireShare } from './require-share.ts'

/**
 * The share that the visitor opens, where it takes files and its sharer may import today.
 * @throws share_action_refused, share_not_found, access_denied; sign_in_needed for whoever is no visitor
 * @source decision 0232
 */
export async function requireUploads(context: Context): Promise<OpenShare> {
  const open = await requireShare(context, 'upload')
  requireAction(context.identity, 'massimportjob', 'uploadInShare')
  return open
}
