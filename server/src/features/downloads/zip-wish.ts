import type { ItemReference } from '@cartouche/contract'
import { parseArchiveWish, type ArchiveInput, type ArchiveWish } from './archive-wish.ts'
import type { StoredShare } from '../shares/shares.sql.ts'

/**
 * What a visitor's archive shall hold: `items`, as older clients say for `selection`, descriptions only under
 * a share that gives them, and the profile that the share says, where it says one.
 * @throws invalid_parameter
 */
export function parseShareWish(
  share: StoredShare,
  input: ArchiveInput & { readonly items?: readonly ItemReference[] | undefined },
  locale: string,
): ArchiveWish {
  const wish = parseArchiveWish({ ...input, selection: input.selection ?? input.items }, locale)
  return {
    ...wish,
    profile: share.profile ?? wish.profile,
    withDescriptions: wish.withDescriptions && share.with_descriptions,
  }
}
