import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id, ids, int, jsonOr } from '../parameters.ts'
import { SavedSearch } from './saved-search.ts'

const base = '/packaged/cw/savedsearch'

/** Characters of a search's state at most: some ten thousand chosen values. @source decision 0060 */
const longestData = 200_000
const data = jsonOr(z.looseObject({})).refine(
  (state) => JSON.stringify(state).length <= longestData,
  `${longestData} characters at most`,
)
const name = z.string().trim().max(200)
const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .nullable()
    .transform((given) => given ?? '')
const description = text(2000)
const type = text(64)
const people = ids.refine((list) => list.length <= 500, '500 people at most')
/** Where a notification leads to; an address elsewhere is not taken. */
const url = z.string().max(2000).optional()
/** The version that the change is based on; a search changed since then refuses it. */
const version = int.optional()

export const listSavedSearches = defineCall({
  name: 'listSavedSearches',
  method: 'GET',
  path: `${base}/list`,
  access: 'savedsearch/view',
  summary: 'Own searches, those shared with the surfer and public ones, last changed first',
  source: 'portal §7 Saved searches',
  input: z.object({
    type: type.optional(),
    /** Name filter, case-insensitive, `*` as a wildcard. @source portal §5 */
    name: z.string().max(200).optional(),
    max: int.min(1).max(10_000).optional(),
  }),
  answers: z.array(SavedSearch),
  errors: [],
})

export const getSavedSearch = defineCall({
  name: 'getSavedSearch',
  method: 'GET',
  path: `${base}/get/{id}`,
  access: 'savedsearch/view',
  summary: 'One search',
  source: 'portal §8 Failed to retrieve search {id}; decision 0060',
  input: z.object({ id }),
  answers: SavedSearch,
  errors: ['saved_search_not_found'],
})

export const createSavedSearch = defineCall({
  name: 'createSavedSearch',
  method: 'POST',
  path: `${base}/add/`,
  access: 'savedsearch/create',
  summary: 'Save a search, private by default',
  source: 'portal §5, §7 Saved searches',
  input: z.object({
    name: name.optional(),
    data,
    description: description.optional(),
    type: type.optional(),
    isPrivate: flag.optional(),
  }),
  answers: SavedSearch,
  errors: ['saved_search_name_missing', 'saved_search_empty', 'saved_searches_full', 'access_denied'],
})

export const updateSavedSearch = defineCall({
  name: 'updateSavedSearch',
  method: 'POST',
  path: `${base}/update/{id}`,
  access: 'savedsearch/update',
  summary: 'Change name, description, type or state of a search; what is not given stays',
  source: 'portal §7 Saved searches',
  input: z.object({
    id,
    name: name.optional(),
    data: data.optional(),
    description: description.optional(),
    type: type.optional(),
    version,
  }),
  answers: SavedSearch,
  errors: [
    'saved_search_not_found',
    'access_denied',
    'saved_search_name_missing',
    'saved_search_empty',
    'version_conflict',
  ],
})

export const deleteSavedSearch = defineCall({
  name: 'deleteSavedSearch',
  method: 'DELETE',
  path: `${base}/delete/{id}`,
  access: 'savedsearch/delete',
  summary: 'Delete a search, for its subscribers too',
  source: 'portal §7 Saved searches',
  input: z.object({ id }),
  answers: z.object({ id: z.number(), deleted: z.literal(true) }),
  errors: ['saved_search_not_found', 'access_denied'],
})

export const addSavedSearchSubscribers = defineCall({
  name: 'addSavedSearchSubscribers',
  method: 'POST',
  path: `${base}/addcollaborators/{id}`,
  access: 'savedsearch/share',
  summary: 'Share a search with more people, who are notified',
  source: 'portal §7 Saved searches',
  input: z.object({ id, collaborators: people, url }),
  answers: SavedSearch,
  errors: ['saved_search_not_found', 'access_denied', 'invalid_parameter'],
})

export const shareSavedSearch = defineCall({
  name: 'shareSavedSearch',
  method: 'PUT',
  path: `${base}/share/{id}`,
  alsoBy: ['POST'],
  bodyAs: 'subscribers',
  access: 'savedsearch/share',
  summary: 'Share a search with these people too: nobody loses it by this; the body is a list of ids',
  source: 'portal §7 Saved searches; decision 0060',
  input: z.object({ id, subscribers: people, url }),
  answers: SavedSearch,
  errors: ['saved_search_not_found', 'access_denied', 'invalid_parameter'],
})

export const removeSavedSearchSubscribers = defineCall({
  name: 'removeSavedSearchSubscribers',
  method: 'POST',
  path: `${base}/revoke-share/{id}`,
  bodyAs: 'subscribers',
  access: 'savedsearch/share',
  summary: 'End the sharing of a search with these people; the body is a list of ids',
  source: 'portal §7 Saved searches; wire facts "Saved searches"',
  input: z.object({ id, subscribers: people }),
  answers: SavedSearch,
  errors: ['saved_search_not_found', 'access_denied'],
})

export const unsubscribeSavedSearch = defineCall({
  name: 'unsubscribeSavedSearch',
  method: 'DELETE',
  path: `${base}/unsubscribe/{id}`,
  access: 'savedsearch/view',
  summary: 'Leave a search that somebody shares',
  source: 'portal §7 Saved searches',
  input: z.object({ id }),
  answers: z.object({ id: z.number(), unsubscribed: z.literal(true) }),
  errors: ['saved_search_not_found'],
})

export const switchSavedSearchPrivate = defineCall({
  name: 'switchSavedSearchPrivate',
  method: 'POST',
  path: `${base}/switchprivate/{id}`,
  access: 'savedsearch/update',
  summary: 'Make a search private, or public for everybody; whoever subscribes keeps it',
  source: 'portal §7 Saved searches',
  input: z.object({ id, isPrivate: flag }),
  answers: SavedSearch,
  errors: ['saved_search_not_found', 'access_denied'],
})

export const transferSavedSearch = defineCall({
  name: 'transferSavedSearch',
  method: 'POST',
  path: `${base}/transfer/{id}`,
  access: 'savedsearch/transfer',
  summary: 'Give a search to another person; its owner of before stays a subscriber',
  source: 'portal §6: the owner can transfer; decision 0060',
  input: z.object({ id, owner: id, url }),
  answers: SavedSearch,
  errors: ['saved_search_not_found', 'access_denied', 'invalid_parameter'],
})
