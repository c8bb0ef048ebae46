import type { CallInput, Calls, Share } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { parseArchiveOptions } from './archive-options.ts'
import { getDownloadableCart } from './get-archived-cart.ts'
import { createArchive } from './create-archive.ts'
import { getSearchSubject } from './archive-subject.ts'
import { defaultProfile, requireProfile } from './download-profiles.ts'
import { createShare } from '../shares/create-share.ts'

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

/**
 * Prepares the archive of a whole search, or of a part of its hits; its uuid.
 * @throws list_not_found, unknown_resource, query_syntax, unknown_field, archive_empty, archive_refused,
 * email_missing, invalid_parameter, sign_in_needed, access_denied
 */
export async function zipSearch(context: Context, input: CallInput<Calls['zipSearch']>): Promise<string> {
  const { subject, maker } = await getSearchSubject(context, input)
  return createArchive(context, {
    subject,
    asker: maker,
    maker,
    shareId: null,
    name: input.name,
    options: parseArchiveOptions(input, context.locale),
    sendsLink: input.sendLinkByEmail ?? false,
  })
}

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
  return createShare(context, draft, {
    mode: 'zip',
    profile,
    profiles: null,
    actions: ['zip'],
    showsReplies: false,
    uploads: null,
  })
}
