import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { archiveSource, bodyOfArchive } from './download-archive.ts'
import { getSharedCart } from './get-archived-cart.ts'
import { makeArchive } from './prepare-archive.ts'
import { askerOf, requireShareToTake } from '../shares/require-share.ts'
import { logVisit } from '../../access/audit/visitors.ts'
import { parseShareArchiveOptions } from './share-archive-options.ts'

/**
 * The archive of a shared cart, in the answer itself: the client waits while something in it is made.
 * @throws share_not_found, share_action_refused, share_profile_refused, archive_empty, archive_refused,
 * invalid_parameter
 * @source portal §7: the zip download uses an arraybuffer response
 */
export async function zipShare(context: Context, input: CallInput<Calls['zipShare']>): Promise<ByteSource> {
  const open = await requireShareToTake(context, input)
  const { share, visitor } = open
  const cart = await getSharedCart(context, open)
  const layout = await makeArchive(
    context,
    askerOf(visitor),
    cart,
    parseShareArchiveOptions(open, input, context.locale),
    context.signal,
  )
  await logVisit(context, share.id, 'zip')
  return archiveSource(context, bodyOfArchive(layout, input.name?.trim() || share.name), new Date(), layout)
}
