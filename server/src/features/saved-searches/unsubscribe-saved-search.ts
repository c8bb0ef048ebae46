import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requirePerson } from '../../access/decide.ts'
import { changeSavedSearch } from './change-saved-search.ts'
import { deleteSubscribers, updateSavedSearchRow } from './saved-searches.sql.ts'

/**
 * Leaves a search that somebody shares with the user.
 * @throws saved_search_not_found where they are no subscriber of it
 */
export async function unsubscribeSavedSearch(
  context: Context,
  { id }: CallInput<Calls['unsubscribeSavedSearch']>,
): Promise<{ id: number; unsubscribed: true }> {
  const { id: userId } = requirePerson(context.identity)
  await changeSavedSearch(context, id, 'view', async (transaction) => {
    if ((await deleteSubscribers(transaction, id, [userId])) === 0)
      throw new ApiError('saved_search_not_found', { id })
    await updateSavedSearchRow(transaction, id, {})
    return []
  })
  return { id, unsubscribed: true }
}
