import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { getSearchSubject } from './archive-subject.ts'
import { parseArchiveOptions } from './archive-options.ts'
import { createArchive } from './create-archive.ts'

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
