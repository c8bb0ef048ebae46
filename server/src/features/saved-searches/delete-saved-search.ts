import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { changeSavedSearch } from './change-saved-search.ts'
import { deleteSavedSearchRow } from './saved-searches.sql.ts'

/**
 * Deletes a search, for its subscribers too.
 * @throws saved_search_not_found, access_denied
 */
export async function deleteSavedSearch(
  context: Context,
  { id }: CallInput<Calls['deleteSavedSearch']>,
): Promise<{ id: number; deleted: true }> {
  await changeSavedSearch(context, id, 'delete', async (transaction) => {
    await deleteSavedSearchRow(transaction, id)
    return []
  })
  return { id, deleted: true }
}
