import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { parseArchiveOptions } from './archive-options.ts'
import { getDownloadableCart } from './get-archived-cart.ts'
import { createArchive } from './create-archive.ts'

/**
 * Prepares the archive of a cart; its uuid.
 * @throws cart_not_found, archive_empty, archive_refused, email_missing, invalid_parameter, sign_in_needed,
 * access_denied
 */
export async function zipCart(
  context: Context,
  { id, name, ...input }: CallInput<Calls['zipCart']>,
): Promise<string> {
  const { cart, maker } = await getDownloadableCart(context, context.identity, id)
  return createArchive(context, {
    subject: cart,
    asker: maker,
    maker,
    shareId: null,
    name,
    options: parseArchiveOptions(input, context.locale),
    sendsLink: input.sendLinkByEmail ?? false,
  })
}
