import type { ArchiveEstimate, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { parseArchiveOptions } from './archive-options.ts'
import { estimateArchive } from './estimate-archive.ts'
import { getDownloadableCart } from './get-archived-cart.ts'

/**
 * The size that the archive of a cart would have.
 * @throws cart_not_found, archive_empty, invalid_parameter, sign_in_needed, access_denied
 */
export async function testZipCart(
  context: Context,
  { id, ...input }: CallInput<Calls['testZipCart']>,
): Promise<ArchiveEstimate> {
  const { cart } = await getDownloadableCart(context, context.identity, id)
  return estimateArchive(context, context.identity, cart, parseArchiveOptions(input, context.locale))
}
