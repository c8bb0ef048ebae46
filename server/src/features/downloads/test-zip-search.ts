import type { CallInput, Calls } from '@cartouche/contract'
import type { z } from 'zod'
import type { Context } from '../../access/context.ts'
import { getSearchSubject } from './archive-subject.ts'
import { parseArchiveOptions } from './archive-options.ts'
import { estimateArchive } from './estimate-archive.ts'

/**
 * The size that the archive of a whole search would have. Its hits are kept as they are now: what was tested
 * is what is built.
 * @throws list_not_found, unknown_resource, query_syntax, unknown_field, archive_empty, invalid_parameter,
 * sign_in_needed, access_denied
 */
export async function testZipSearch(
  context: Context,
  input: CallInput<Calls['testZipSearch']>,
): Promise<z.output<Calls['testZipSearch']['answers']>> {
  const { subject, list, count } = await getSearchSubject(context, input)
  return {
    ...(await estimateArchive(
      context,
      context.identity,
      subject,
      parseArchiveOptions(input, context.locale),
    )),
    list,
    count,
  }
}
