import type { ArchiveEstimate, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { estimateArchive } from './estimate-archive.ts'
import { getSharedCart } from './get-archived-cart.ts'
import { askerOf, requireShareToTake } from '../shares/require-share.ts'
import { parseShareArchiveOptions } from './share-archive-options.ts'

/**
 * The size that the archive of a shared cart would have.
 * @throws share_not_found, share_action_refused, share_profile_refused, archive_empty, invalid_parameter
 */
export async function testZipShare(
  context: Context,
  input: CallInput<Calls['testZipShare']>,
): Promise<ArchiveEstimate> {
  const open = await requireShareToTake(context, input)
  return estimateArchive(
    context,
    askerOf(open.visitor),
    await getSharedCart(context, open),
    parseShareArchiveOptions(open, input, context.locale),
  )
}
