import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { announce, type Audience } from '../../people/live/announce.ts'
import { savedSearchViewer, type SavedSearchAction } from './saved-search-viewer.ts'
import { lockSavedSearch, selectSavedSearches, type HeldSavedSearch } from './saved-searches.sql.ts'

/**
 * Changes a search that the user may take an action on, held while it is changed, and notifies whoever sees
 * it: its owner, its subscribers of before, and whom the change answers beside them; everybody where it was
 * public.
 * @throws saved_search_not_found where they do not see it, access_denied where they do; what `change` throws
 */
export async function changeSavedSearch(
  context: Context,
  id: number,
  action: SavedSearchAction,
  change: (transaction: Database, search: HeldSavedSearch) => Promise<Audience>,
): Promise<void> {
  const viewer = savedSearchViewer(context.identity, action)
  await withTransaction(context.database, async (transaction) => {
    const search = await lockSavedSearch(transaction, id, viewer, action)
    if (!search) {
      const [seen] = await selectSavedSearches(transaction, viewer, { id })
      throw seen ? new ApiError('access_denied') : new ApiError('saved_search_not_found', { id })
    }
    const others = await change(transaction, search)
    await announce(
      transaction,
      { kind: 'search', id },
      others === 'everyone' || !search.is_private
        ? 'everyone'
        : [search.owner_id, ...search.subscriber_ids, ...others],
    )
  })
}
