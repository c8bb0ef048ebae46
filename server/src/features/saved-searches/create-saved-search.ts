import { ApiError, type CallInput, type Calls, type SavedSearch } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction, requirePerson } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { announce } from '../../people/live/announce.ts'
import { getSavedSearch } from './get-saved-search.ts'
import { requireName, requireSearch, typeOfSearch } from './saved-search-content.ts'
import { insertSavedSearch } from './saved-searches.sql.ts'

/** @source decision 0060 */
const maxOwnSearches = 1000

/**
 * Saves a search of the user's, private by default.
 * @throws saved_search_name_missing, saved_search_empty, saved_searches_full, sign_in_needed, access_denied
 */
export async function createSavedSearch(
  context: Context,
  { name, data, description = '', type, isPrivate = true }: CallInput<Calls['createSavedSearch']>,
): Promise<SavedSearch> {
  requireAction(context.identity, 'savedsearch', 'create')
  const { id: ownerId } = requirePerson(context.identity)
  const search = {
    ownerId,
    name: requireName(name),
    description,
    type: type || typeOfSearch(data),
    isPrivate,
    data: requireSearch(data),
    max: maxOwnSearches,
  }
  const id = await withTransaction(context.database, async (transaction) => {
    const made = await insertSavedSearch(transaction, search)
    if (made === undefined) throw new ApiError('saved_searches_full', { max: maxOwnSearches })
    await announce(transaction, { kind: 'search', id: made }, isPrivate ? [ownerId] : 'everyone')
    return made
  })
  return getSavedSearch(context, { id })
}
