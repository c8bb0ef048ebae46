import type { CallInput, Calls, SavedSearch } from '@cartouche/contract'
import { findUsers } from '../../people/accounts/find-users.ts'
import type { Context } from '../../access/context.ts'
import { changeSavedSearch } from './change-saved-search.ts'
import { getSavedSearch } from './get-saved-search.ts'
import { notifyPeople } from './notify-people.ts'
import { savedSearchViewer } from './saved-search-viewer.ts'
import { deleteSubscribers, insertSubscribers, updateSavedSearchRow } from './saved-searches.sql.ts'

/**
 * Gives a search to another person, who is notified; its owner of before stays a subscriber, so that nobody
 * loses it.
 * @throws invalid_parameter for somebody whom the user does not see, saved_search_not_found, access_denied
 * @source portal §6; decision 0060
 */
export async function transferSavedSearch(
  context: Context,
  { id, owner, url }: CallInput<Calls['transferSavedSearch']>,
): Promise<SavedSearch> {
  savedSearchViewer(context.identity, 'transfer')
  await findUsers(context, [owner], 'owner')
  await changeSavedSearch(context, id, 'transfer', async (transaction, search) => {
    if (owner === search.owner_id) return []
    await updateSavedSearchRow(transaction, id, { ownerId: owner })
    await deleteSubscribers(transaction, id, [owner])
    await insertSubscribers(transaction, id, [search.owner_id])
    await notifyPeople(context, transaction, { id, name: search.name, to: [owner], url, isTransfer: true })
    return [owner]
  })
  return getSavedSearch(context, { id })
}
