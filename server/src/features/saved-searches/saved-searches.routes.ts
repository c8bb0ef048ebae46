import type { Routes } from '../../access/handler.ts'
import {
  createSavedSearch,
  deleteSavedSearch,
  getSavedSearch,
  listSavedSearches,
  transferSavedSearch,
  unsubscribeSavedSearch,
  switchSavedSearchPrivate,
  updateSavedSearch,
} from './saved-searches.ts'
import {
  addSavedSearchSubscribers,
  removeSavedSearchSubscribers,
  shareSavedSearch,
} from './share-saved-search.ts'

/** Saved searches. */
export const savedSearchRoutes = {
  listSavedSearches,
  getSavedSearch,
  createSavedSearch,
  updateSavedSearch,
  deleteSavedSearch,
  addSavedSearchSubscribers,
  shareSavedSearch,
  removeSavedSearchSubscribers,
  unsubscribeSavedSearch,
  switchSavedSearchPrivate,
  transferSavedSearch,
} satisfies Routes<
  | 'listSavedSearches'
  | 'getSavedSearch'
  | 'createSavedSearch'
  | 'updateSavedSearch'
  | 'deleteSavedSearch'
  | 'addSavedSearchSubscribers'
  | 'shareSavedSearch'
  | 'removeSavedSearchSubscribers'
  | 'unsubscribeSavedSearch'
  | 'switchSavedSearchPrivate'
  | 'transferSavedSearch'
>
