import type { CallInput, Calls, SavedSearch } from '@cartouche/contract'
import { findUsers } from '../../people/accounts/find-users.ts'
import type { Context } from '../../access/context.ts'
import { changeSavedSearch } from './change-saved-search.ts'
import { getSavedSearch } from './saved-searches.ts'
import { notifyPeople } from './notify-people.ts'
import { savedSearchViewer } from './saved-search-viewer.ts'
import { deleteSubscribers, insertSubscribers, updateSavedSearchRow } from './saved-searches.sql.ts'

/**
 * Shares a search with more people. Those who did not have it are notified; its owner is none of them.
 * @throws invalid_parameter for somebody whom the user does not see, saved_search_not_found, access_denied
 */
export function addSavedSearchSubscribers(
  context: Context,
  { id, collaborators, url }: CallInput<Calls['addSavedSearchSubscribers']>,
): Promise<SavedSearch> {
  return share(context, id, { people: collaborators, parameter: 'collaborators', url })
}

/**
 * The same by the call that names them subscribers: nobody loses the search by it.
 * @throws as `addSavedSearchSubscribers`
 * @source decision 0060
 */
export function shareSavedSearch(
  context: Context,
  { id, subscribers, url }: CallInput<Calls['shareSavedSearch']>,
): Promise<SavedSearch> {
  return share(context, id, { people: subscribers, parameter: 'subscribers', url })
}

async function share(
  context: Context,
  id: number,
  {
    people,
    parameter,
    url,
  }: { readonly people: readonly number[]; readonly parameter: string; readonly url: string | undefined },
): Promise<SavedSearch> {
  savedSearchViewer(context.identity, 'share')
  const known = await findUsers(context, people, parameter)
  await changeSavedSearch(context, id, 'share', async (transaction, search) => {
    const added = known.filter(
      (person) => person !== search.owner_id && !search.subscriber_ids.includes(person),
    )
    if (added.length === 0) return []
    await insertSubscribers(transaction, id, added)
    await updateSavedSearchRow(transaction, id, {})
    await notifyPeople(context, transaction, { id, name: search.name, to: added, url, isTransfer: false })
    return added
  })
  return getSavedSearch(context, { id })
}

/**
 * Ends the sharing of a search with these people; those who do not have it are passed over.
 * @throws saved_search_not_found, access_denied
 */
export async function removeSavedSearchSubscribers(
  context: Context,
  { id, subscribers }: CallInput<Calls['removeSavedSearchSubscribers']>,
): Promise<SavedSearch> {
  await changeSavedSearch(context, id, 'share', async (transaction) => {
    if ((await deleteSubscribers(transaction, id, subscribers)) > 0)
      await updateSavedSearchRow(transaction, id, {})
    return []
  })
  return getSavedSearch(context, { id })
}
