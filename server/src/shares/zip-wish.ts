import type { ItemReference } from '@cartouche/contract'
import { parseArchiveWish, type ArchiveInput, type ArchiveWish } from '../downloads/archive-wish.ts'
import type { StoredShare } from './shares.sql.ts'

/**
 * What a visitor's archive shall hold: `items`, as older clients say for `selection`, and descriptions only under a share that gives them.
 * @throws invalid_parameter
 */
export function parseShareWish(share: StoredShare, input: ArchiveInput & { readonly items?: readonly ItemReference[] | undefined }, locale: string): ArchiveWish {
  const wish = parseArchiveWish({ ...input, selection: input.selection ?? input.items }, locale)
  return { ...wish, withDescriptions: wish.withDescriptions && share.with_descriptions }
}
