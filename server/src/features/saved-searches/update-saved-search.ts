import { ApiError, type CallInput, type Calls, type SavedSearch } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { changeSavedSearch } from './change-saved-search.ts'
import { getSavedSearch } from './get-saved-search.ts'
import { requireName, requireSearch } from './saved-search-content.ts'
import { updateSavedSearchRow } from './saved-searches.sql.ts'

/**
 * Changes name, description, type or state of a search; what is not given stays.
 * @throws saved_search_name_missing, saved_search_empty, version_conflict, saved_search_not_found,
 * access_denied
 */
export async function updateSavedSearch(
  context: Context,
  { id, name, description, type, data, version }: CallInput<Calls['updateSavedSearch']>,
): Promise<SavedSearch> {
  const change = {
    name: name === undefined ? undefined : requireName(name),
    description,
    type,
    data: data && requireSearch(data),
  }
  await changeSavedSearch(context, id, 'update', async (transaction, search) => {
    if (version !== undefined && version !== search.version)
      throw new ApiError('version_conflict', { resource: 'savedsearch', id })
    await updateSavedSearchRow(transaction, id, change)
    return []
  })
  return getSavedSearch(context, { id })
}

/**
 * Makes a search private, or public for everybody; its subscribers keep it.
 * @throws saved_search_not_found, access_denied
 */
export async function switchSavedSearchPrivate(
  context: Context,
  { id, isPrivate }: CallInput<Calls['switchSavedSearchPrivate']>,
): Promise<SavedSearch> {
  await changeSavedSearch(context, id, 'update', async (transaction) => {
    await updateSavedSearchRow(transaction, id, { isPrivate })
    return isPrivate ? [] : 'everyone'
  })
  return getSavedSearch(context, { id })
}
