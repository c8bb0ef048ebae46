import { ApiError, type CallInput, type Calls, type SavedSearch } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { savedSearchViewer } from './saved-search-viewer.ts'
import {
  selectSavedSearches,
  insertSavedSearch,
  updateSavedSearchRow,
  deleteSubscribers,
  insertSubscribers,
  deleteSavedSearchRow,
} from './saved-searches.sql.ts'
import { toSavedSearch } from './to-saved-search.ts'
import { namePattern } from '../carts/list-carts.ts'
import { requireAction, requirePerson } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { announce } from '../../people/live/announce.ts'
import { requireName, requireSearch, typeOfSearch } from './saved-search-content.ts'
import { changeSavedSearch } from './change-saved-search.ts'
import { findUsers } from '../../people/accounts/find-users.ts'
import { notifyPeople } from './notify-people.ts'

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
