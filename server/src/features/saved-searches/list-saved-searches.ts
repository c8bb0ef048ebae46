import type { CallInput, Calls, SavedSearch } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { namePattern } from '../carts/list-carts.ts'
import { savedSearchViewer } from './saved-search-viewer.ts'
import { selectSavedSearches } from './saved-searches.sql.ts'
import { toSavedSearch } from './to-saved-search.ts'

/**
 * Saved searches that the user may see, last changed first.
 * @throws sign_in_needed, access_denied
 * @source portal §5: the name filter is case-insensitive, with * as a wildcard
 */
export async function listSavedSearches(
  { identity, database }: Context,
  { type, name, max }: CallInput<Calls['listSavedSearches']>,
): Promise<SavedSearch[]> {
  const viewer = savedSearchViewer(identity, 'view')
  const pattern = name === undefined || name.trim() === '' ? undefined : namePattern(name.trim())
  const stored = await selectSavedSearches(database, viewer, {
    type: type === '' ? undefined : type,
    name: pattern,
    max,
  })
  return stored.map((search) => toSavedSearch(search, viewer.userId))
}
