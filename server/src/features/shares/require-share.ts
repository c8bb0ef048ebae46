import { ApiError, type ItemReference, type ShareAction } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal } from '../../access/decide.ts'
import type { Visitor } from '../../access/identity.ts'
import { findOpenShare, type OpenShare } from './find-visitor.ts'

/**
 * The share that the visitor opens, for an action that it allows.
 * @throws share_action_refused, share_not_found; sign_in_needed or access_denied for whoever is no visitor
 */
export async function requireShare(context: Context, action: ShareAction): Promise<OpenShare> {
  const found = await openShare(context)
  if (!found.share.actions.includes(action)) throw new ApiError('share_action_refused', { action })
  return found
}

/**
 * The share that the visitor opens, whatever it allows.
 * @throws share_not_found; sign_in_needed or access_denied for whoever is no visitor
 */
export async function openShare(context: Context): Promise<OpenShare> {
  const { identity } = context
  if (identity.kind !== 'visitor') throw refusal(identity)
  const found = await findOpenShare(context, identity.shareId)
  if (!found) throw new ApiError('share_not_found')
  return found
}

/**
 * The share that the visitor opens, to take files of it: one alone where it allows single files, too.
 * @throws share_action_refused, share_not_found; sign_in_needed or access_denied for whoever is no visitor
 */
export async function requireShareToTake(
  context: Context,
  { selection, items }: { readonly selection?: Items | undefined; readonly items?: Items | undefined },
): Promise<OpenShare> {
  const found = await openShare(context)
  const isOne = (selection ?? items)?.length === 1 && found.share.actions.includes('download')
  return isOne ? found : requireShare(context, 'zip')
}
type Items = readonly ItemReference[]

/**
 * Who asks for the archive of a share: what goes into it must be seen to be packed, also under a share of the
 * archive alone, whose visitors see nothing by any other route. Which files it may hold, its profile says.
 */
export function askerOf(visitor: Visitor): Visitor {
  return {
    ...visitor,
    largest: null,
    actions: ['view', ...visitor.actions.filter((action) => action !== 'view')],
  }
}
