import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { getSharedCart } from './get-archived-cart.ts'
import { createArchive } from './create-archive.ts'
import { askerOf, requireShareToTake } from '../shares/require-share.ts'
import { logVisit } from '../../access/audit/visitors.ts'
import { parseShareArchiveOptions } from './share-archive-options.ts'

/**
 * Prepares the archive of a shared cart; its uuid, for `downloadCart`. It ends with the share.
 * @throws share_not_found, share_action_refused, share_profile_refused, archive_empty, archive_refused,
 * invalid_parameter
 */
export async function prepareShareZip(
  context: Context,
  input: CallInput<Calls['prepareShareZip']>,
): Promise<string> {
  const open = await requireShareToTake(context, input)
  const { share, visitor } = open
  const cart = await getSharedCart(context, open)
  await logVisit(context, share.id, 'zip')
  return createArchive(context, {
    subject: cart,
    asker: askerOf(visitor),
    maker: share.sharer,
    shareId: share.id,
    name: input.name ?? share.name,
    options: parseShareArchiveOptions(open, input, context.locale),
    sendsLink: false,
  })
}
