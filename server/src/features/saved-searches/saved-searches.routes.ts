import type { Routes } from '../../access/handler.ts'
import { createSavedSearch } from './create-saved-search.ts'
import { deleteSavedSearch } from './delete-saved-search.ts'
import { getSavedSearch } from './get-saved-search.ts'
import { listSavedSearches } from './list-saved-searches.ts'
import {
  addSavedSearchSubscribers,
  removeSavedSearchSubscribers,
  shareSavedSearch,
} from './share-saved-search.ts'
import { transferSavedSearch } from './transfer-saved-search.ts'
import { unsubscribeSavedSearch } from './unsubscribe-saved-search.ts'
import { switchSavedSearchPrivate, updateSavedSearch } from './update-saved-search.ts'

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
