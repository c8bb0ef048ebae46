export { CartoucheProvider, useClient } from './provider.tsx'
export { LibraryError, type LibraryErrorCode } from './library-error.ts'
export { useKey, useReadable, useSelected } from './use-readable.ts'
export type { SuspenseOption } from './suspend.ts'
export {
  useCan,
  useSecondFactors,
  useSession,
  useSessionList,
  useSignedInUser,
  useSingleSignOn,
  useCurrentUser,
} from './use-session.ts'
export { useCursor, type CursorActions } from './use-cursor.ts'
export { useEntity, useSchema } from './use-entity.ts'
export { useCarts, useCart, useCartShares, useLightTable } from './use-carts.ts'
export { useShare } from './use-share.ts'
export { useDownload, useDownloads } from './use-downloads.ts'
export {
  useImportCommands,
  useImportItem,
  useImportJob,
  useImportJobs,
  useImportWords,
  useImportWorkflows,
  useUploads,
} from './use-imports.ts'
export { useConfig, useRead } from './use-read.ts'
export { useTree, type TreeActions } from './use-tree.ts'
export { useDraft, type DraftActions } from './use-draft.ts'
export { useBatch, useBatches } from './use-batches.ts'
export { useAggregate, useFacet } from './use-facets.ts'
export { usePreference, useSavedSearches } from './use-saved-searches.ts'
export { useBookmarks, useLookup, useSlidingWindow, useWords } from './use-search.ts'
export { useComments } from './use-comments.ts'
export { useMarks } from './use-marks.ts'
export { useManyMarks } from './use-many-marks.ts'
export { useNotifications } from './use-notifications.ts'
export { useTodo } from './use-todo.ts'
