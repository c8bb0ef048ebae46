import type { ShareAction } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'

/**
 * Nobody lets visitors do what they may not do: whoever lets them comment reads what they write, and may
 * answer; whoever lets them send files may import.
 * @throws sign_in_needed, access_denied
 */
export function requireGivenActions({ identity }: Context, actions: readonly ShareAction[]): void {
  if (actions.includes('comment'))
    for (const needed of ['comment', 'readComments']) requireAction(identity, 'asset', needed)
  if (actions.includes('upload')) requireAction(identity, 'massimportjob', 'create')
}
