import { ApiError, type ItemReference } from '@cartouche/contract'
import { parseArchiveOptions, type ArchiveInput, type ArchiveOptions } from './archive-options.ts'
import type { OpenShare } from '../shares/find-visitor.ts'
import type { GivenFiles } from '../shares/given-files.ts'

/**
 * What a visitor's archive shall hold: `items`, as older clients say for `selection`, descriptions only under
 * a share that gives them, and a profile that the share gives: the one that it says, or the one that was
 * asked for, by default the one that gives most.
 * @throws share_profile_refused
 * @source decision 0236
 */
export function parseShareArchiveOptions(
  { share, given }: OpenShare,
  input: ArchiveInput & { readonly items?: readonly ItemReference[] | undefined },
  locale: string,
): ArchiveOptions {
  const options = parseArchiveOptions({ ...input, selection: input.selection ?? input.items }, locale)
  return {
    ...options,
    profile: share.profile ?? (given ? givenProfile(given, input.profile) : options.profile),
    withDescriptions: options.withDescriptions && share.with_descriptions,
  }
}

function givenProfile({ profiles }: GivenFiles, asked: string | undefined): string {
  const found = asked ? profiles.find(({ code }) => code === asked) : profiles[0]
  if (!found) throw new ApiError('share_profile_refused', { profile: (asked ?? '').slice(0, 64) })
  return found.code
}
