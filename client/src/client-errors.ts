import { aggregateErrors } from './aggregates/aggregate-errors.ts'
import { analyticsErrors } from './analytics/analytics-errors.ts'
import { batchErrors } from './batches/batch-errors.ts'
import { bookmarkErrors } from './bookmarks/bookmark-errors.ts'
import { coreErrors } from './core-errors.ts'
import { cursorDataErrors } from './cursors/cursor-data-errors.ts'
import { downloadErrors } from './downloads/download-errors.ts'
import { draftErrors } from './drafts/draft-errors.ts'
import { importErrors } from './imports/import-errors.ts'
import { pageErrors } from './pages/page-errors.ts'
import { preferenceErrors } from './preferences/preference-errors.ts'
import { queryErrors } from './queries/query-errors.ts'
import { reverseSearchErrors } from './reverse-search/reverse-search-errors.ts'
import { savedSearchErrors } from './saved-searches/saved-search-errors.ts'
import { schemaErrors } from './schemas/schema-errors.ts'
import { sessionErrors } from './session/session-errors.ts'
import { treeErrors } from './trees/tree-errors.ts'

/**
 * Failures that arise before or without an answer of the server, by code; `{name}` is filled from the
 * failure's data. Messages are those of the specification's catalogue where it has one. Each noun carries its
 * own.
 * @source portal §8; data-layer §8; decision 0050
 */
export const clientErrorTable = {
  ...coreErrors,
  ...aggregateErrors,
  ...analyticsErrors,
  ...batchErrors,
  ...cursorDataErrors,
  ...bookmarkErrors,
  ...downloadErrors,
  ...draftErrors,
  ...importErrors,
  ...pageErrors,
  ...preferenceErrors,
  ...queryErrors,
  ...reverseSearchErrors,
  ...savedSearchErrors,
  ...schemaErrors,
  ...sessionErrors,
  ...treeErrors,
} as const
export type ClientErrorCode = keyof typeof clientErrorTable
