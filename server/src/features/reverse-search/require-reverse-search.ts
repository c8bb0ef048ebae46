import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal, scopeOf } from '../../access/decide.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { findMedia, type Media } from '../../model/variations/find-media.ts'

/** @throws reverse_search_off */
export function requireSwitchedOn({ settings }: Pick<Context, 'settings'>): void {
  if (settings.reverseSearch === 'off') throw new ApiError('reverse_search_off')
}

/** Those of some assets on which the caller may take an action. */
export async function keepAllowed(
  context: Context,
  action: 'view' | 'reverseSearch',
  ids: readonly number[],
): Promise<number[]> {
  return keepInScope(await searchIn(context), scopeOf(context.identity, 'asset', action), ids)
}

/**
 * An asset that the caller may see and search for.
 * @throws entity_not_found whether it is not there or may not be seen; file_missing, access_denied
 */
export async function requireSearchable(context: Context, uuid: string): Promise<Media> {
  const media = await findMedia(context, { object: 'asset', id: uuid })
  if ((await keepAllowed(context, 'reverseSearch', [media.id])).length === 0) throw refusal(context.identity)
  return media
}
