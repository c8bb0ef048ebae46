import type { ItemReference } from '@cartouche/contract'
import { parseArchiveOptions, type ArchiveInput, type ArchiveOptions } from './archive-options.ts'
import type { StoredShare } from '../shares/shares.sql.ts'

/**
 * What a visitor's archive shall hold: `items`, as older clients say for `selection`, descriptions only under
 * a share that gives them, and the profile that the share says, where it says one.
 * @throws invalid_parameter
 */
export function parseShareArchiveOptions(
  share: StoredShare,
  input: ArchiveInput & { readonly items?: readonly ItemReference[] | undefined },
  locale: string,
): ArchiveOptions {
  const options = parseArchiveOptions({ ...input, selection: input.selection ?? input.items }, locale)
  return {
    ...options,
    profile: share.profile ?? options.profile,
    withDescriptions: options.withDescriptions && share.with_descriptions,
  }
}
