import { ApiError, type CallInput, type Calls, type SavedSearch } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { savedSearchViewer } from './saved-search-viewer.ts'
import { selectSavedSearches } from './saved-searches.sql.ts'
import { toSavedSearch } from './to-saved-search.ts'

/**
 * One saved search.
 * @throws saved_search_not_found, sign_in_needed, access_denied
 */
export async function getSavedSearch(
  { identity, database }: Context,
  { id }: CallInput<Calls['getSavedSearch']>,
): Promise<SavedSearch> {
  const viewer = savedSearchViewer(identity, 'view')
  const [stored] = await selectSavedSearches(database, viewer, { id })
  if (!stored) throw new ApiError('saved_search_not_found', { id })
  return toSavedSearch(stored, viewer.userId)
}
