import type { ShareAction } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'

/**
 * Whoever lets visitors comment reads what they write, and may answer.
 * @throws sign_in_needed, access_denied
 */
export function requireCommentsOfShare({ identity }: Context, actions: readonly ShareAction[]): void {
  if (actions.includes('comment'))
    for (const needed of ['comment', 'readComments']) requireAction(identity, 'asset', needed)
}
