export { createClient, type Client, type ClientOptions } from './client.ts'
export { isInProgress, loadStatuses, reached, type LoadStatus } from './load-status.ts'
export { clientErrorTable, type ClientErrorCode } from './client-errors.ts'
export { ClientError, canRetry, isCanceled, isClientError, toFailure, type Failure } from './failure.ts'
export { systemClock, type Clock } from './clock.ts'
export { silentLog, type Log } from './log.ts'
export {
  createCell,
  createKeyedStore,
  readKey,
  type Cell,
  type KeyedReadable,
  type KeyedStore,
  type Readable,
} from './store/keyed-store.ts'
export {
  createTransport,
  type CallOptions,
  type Credentials,
  type Transport,
  type TransportOptions,
} from './transport/transport.ts'
export {
  createXhrUploader,
  type Uploader,
  type UploadRequest,
  type UploadResponse,
  type XhrLike,
} from './transport/uploader.ts'
export { attach, type Forgetful } from './attach.ts'
export { readsOf, type ReadFor, type Reads, type ReadSnapshot } from './transport/reads.ts'
export { rememberMe } from './session/remember-me.ts'
export { signedInUser } from './session/signed-in-user.ts'
export { grantsAction } from './session/grants-action.ts'
export { availabilityOf, type Availability, type AvailabilitySnapshot } from './session/availability.ts'
export {
  applicationInfoOf,
  type ApplicationInfo,
  type ApplicationInfoSnapshot,
} from './session/application-info.ts'
export type { CachedAnswer } from './session/cached-answer.ts'
export { secondFactorsOf, type SecondFactors, type WebAuthnJson } from './session/second-factors.ts'
export { sessionListOf, type SessionList } from './session/session-list.ts'
export { singleSignOnOf, type SingleSignOn } from './session/single-sign-on.ts'
export { profileOf, type Profile, type ProfileChange, type ProfileSnapshot } from './session/profile.ts'
export type {
  ApplicationCredentials,
  Session,
  Proof,
  SessionSnapshot,
  SignIn,
  SignOut,
} from './session/session-snapshot.ts'
export type { Schemas, SchemaSnapshot } from './schemas/schema.ts'
export {
  entityKey,
  type Changes,
  type Entities,
  type EntitySnapshot,
  type ReadOptions,
} from './entities/entity.ts'
export {
  constraintMode,
  constraintOperator,
  type Constraint,
  type ConstraintMode,
} from './query/constraint.ts'
export type {
  CursorChange,
  CursorDefinition,
  CursorGroup,
  Cursors,
  CursorSnapshot,
  Subqueries,
} from './cursors/cursor.ts'
export { autocomplete, type CursorWords, type WordsOptions } from './cursors/create-words.ts'
export { wordsOf, type Words } from './cursors/cursor-words.ts'
export { pollCursor } from './cursors/poll-cursor.ts'
export { cursorDataOf } from './cursors/cursor-data.ts'
export { flattenFacets } from './cursors/cursor-request.ts'
export { draftsOf } from './drafts/drafts.ts'
export type { Drafts, DraftSnapshot } from './drafts/draft.ts'
export { batchesOf } from './batches/batches.ts'
export type {
  ActionStatus,
  ActionRequest,
  BatchAction,
  Batches,
  BatchSnapshot,
  BatchStatus,
} from './batches/batch.ts'
export { treesOf } from './trees/trees.ts'
export type { TreeDefinition, TreeNode, Trees, TreeSnapshot } from './trees/tree.ts'
export { aggregatesOf } from './aggregates/aggregates.ts'
export type {
  AggregateRequest,
  Aggregates,
  ConstraintAggregate,
  CursorAggregates,
} from './aggregates/cursor-aggregates.ts'
export {
  facetKey,
  facetSearchesOf,
  type FacetOptions,
  type FacetSearches,
  type FacetSearchSnapshot,
} from './aggregates/facet-search.ts'
export { bookmarksOf, type Bookmarks } from './bookmarks/bookmarks.ts'
export {
  changeOf,
  formatSearch,
  missingFields,
  openSearch,
  parseSearch,
  readSearch,
  searchOf,
  type AddressedSearch,
  type SearchState,
  type SearchOptions,
} from './bookmarks/search-state.ts'
export {
  preferenceKey,
  preferencesOf,
  type PreferenceOptions,
  type Preferences,
  type PreferenceSnapshot,
} from './preferences/preferences.ts'
export { savedSearchesOf } from './saved-searches/saved-searches.ts'
export type {
  SavedSearchDraft,
  SavedSearches,
  SavedSearchesSnapshot,
  StartedSearch,
} from './saved-searches/saved-search-snapshots.ts'
export {
  selectSavedSearches,
  whoseSearch,
  type SavedSearchSelection,
} from './saved-searches/select-saved-searches.ts'
export { openLookup, whenRegistered, type LookupCursor } from './windows/lookup-cursor.ts'
export {
  openSlidingWindow,
  type SlidingWindow,
  type SlidingWindowSnapshot,
} from './windows/sliding-window.ts'
export { workflowsOf, type WorkflowAction, type Workflows } from './workflows/workflows.ts'
export { createInspector, type Inspector, type Trace, type Transition } from './inspector.ts'
export { persist, persistCursors, persistDrafts, type PersistedPart } from './persistence/persist.ts'
export { joinTabs, type ChannelLike, type LocksLike, type Tab } from './tabs/join-tabs.ts'
export { customDataOf, type CustomData } from './entities/custom-data.ts'
export { childPagesOf, type ChildPages, type MoreChildrenSnapshot } from './entities/more-children.ts'
export {
  variationsOf,
  type VariationDetails,
  type Variations,
  type VariationsSnapshot,
} from './entities/variations.ts'
export { queriesOf } from './queries/queries.ts'
export type { Queries, QueryConstraint, QueryDefinition, QuerySnapshot } from './queries/query.ts'
export { translateSchema } from './schemas/translate-schema.ts'
export { schemaBatchesOf } from './schemas/schema-batches.ts'
export {
  defaultRenditionsOf,
  type DefaultRenditions,
  type DefaultRenditionsStore,
} from './schemas/default-renditions.ts'
export { updateFieldsOf, type UpdateFields, type UpdateFieldsSnapshot } from './schemas/update-fields.ts'
export type { LongList } from './store/long-list.ts'
export { nameFilter, selectCarts, type CartSelection } from './carts/select-carts.ts'
export {
  connectPlayer,
  playerActions,
  type ConnectedPlayer,
  type MessageListener,
  type PlayerAction,
  type PlayerMessage,
  type PlayerState,
  type PlayerWindow,
} from './players/connect-player.ts'
export {
  playersOf,
  type EmbedOptions,
  type EmbedSnapshot,
  type FreePlayerOptions,
  type MediaDescriptionSnapshot,
  type MediaSnapshot,
  type PlayerAddressOptions,
  type PlayerDataOptions,
  type PlayerDataSnapshot,
  type Players,
} from './players/players.ts'
export { cartsOf, playerKey } from './carts/carts.ts'
export { downloadProfilesOf, shareActionsOf, type CartList } from './carts/cart-lists.ts'
export { placesOf } from './carts/cart-items.ts'
export { lightTablesOf, type LightTables, type LightTableSnapshot } from './carts/light-tables.ts'
export { followedOf } from './carts/followed-query.ts'
export type {
  CartChanges,
  CartDraft,
  CartListSnapshot,
  CartPlayerSnapshot,
  CartPlayerParams,
  Carts,
  CartSnapshot,
} from './carts/cart-snapshots.ts'
export { shareAuthorization } from './shares/share-authorization.ts'
export { sharesOf } from './shares/shares.ts'
export type {
  CartSharesSnapshot,
  ShareDraft,
  Shares,
  VisitedShare,
  VisitSnapshot,
} from './shares/share-snapshots.ts'
export { downloadsOf } from './downloads/downloads.ts'
export type {
  DownloadRequest,
  Downloads,
  DownloadSnapshot,
  SearchDownload,
  SkippedItem,
} from './downloads/download.ts'
export type { TextStorage } from './store/text-storage.ts'
export { importsOf, type Imports } from './imports/imports.ts'
export { itemStatus, type ItemSearch } from './imports/import-job-record.ts'
export {
  importItemsOf,
  type ImportItems,
  type ImportItemSnapshot,
  type ImportItemState,
} from './imports/import-items.ts'
export type { ImportJobListSnapshot, ImportListDefinition } from './imports/import-lists.ts'
export type { PendingItemsSnapshot } from './imports/pending-items.ts'
export {
  importCommandsOf,
  type ImportCommands,
  type ImportCommandsSnapshot,
} from './imports/import-commands.ts'
export { importWordsOf, type ImportWords } from './imports/import-words.ts'
export { importWorkflowsOf, type ImportWorkflow, type ImportWorkflows } from './imports/import-workflows.ts'
export type { ImportJobSnapshot, RunningCommand, Validation } from './imports/import-snapshots.ts'
export {
  isUnderWay,
  type FailedUpload,
  type UploadFile,
  type UploadQueueSnapshot,
} from './imports/upload-file.ts'
export { createLogger, type Logger, type LoggerOptions } from './logs/logger.ts'
export {
  notificationsOf,
  type Notifications,
  type NotificationsSnapshot,
} from './notifications/notifications.ts'
export {
  analyticsOf,
  topNames,
  type Analytics,
  type AssetEventCount,
  type AssetEventOptions,
  type BroadcastCount,
  type BroadcastOptions,
  type CountsSnapshot,
  type EventParams,
  type TopEntry,
  type TopName,
  type TopOptions,
} from './analytics/analytics.ts'
export {
  reverseSearchOf,
  type NamedBlob,
  type PictureSearchOptions,
  type ReverseSearch,
  type ReverseSearchFeature,
  type ReverseSearchPermissions,
  type SimilarAsset,
} from './reverse-search/reverse-search.ts'
export { commentsOf, type CommentDraft, type Comments } from './comments/comments.ts'
export { sharedCommentsOf, type SharedComments } from './comments/shared-comments.ts'
export { sharedUploadsOf, type SharedUploads } from './shares/shared-uploads.ts'
export { visitorsOf, type KnownVisitor, type Visitors } from './shares/visitors.ts'
export { commentsKey, type CommentsSnapshot, type ShownComment } from './comments/shown-comments.ts'
export {
  reviewsOf,
  type DecidedReviews,
  type ReviewOptions,
  type Reviews,
  type TodoCounts,
} from './reviews/reviews.ts'
export {
  tracksOf,
  type MediaTrack,
  type TrackChange,
  type TrackOptions,
  type Tracks,
} from './tracks/tracks.ts'
export { marksOf } from './marks/marks.ts'
export type { MarkFailure, MarkOutcome, MarksSnapshot, MarkStore } from './marks/mark-store.ts'
export { duplicatesOf, type DuplicatePage, type Duplicates } from './duplicates/duplicates.ts'
export { trashOf, type Trash, type TrashPage } from './trash/trash.ts'
export {
  versionsOf,
  type AssetFieldEdit,
  type AssetVersion,
  type VersionOptions,
  type Versions,
} from './versions/versions.ts'
export { clipsOf, type Clip, type Clips } from './clips/clips.ts'
export { postersOf, type Posters } from './posters/posters.ts'
export { livePhotosOf, type LivePhotos } from './live-photos/live-photos.ts'
export { pagesOf, type Pages, type WorkingCopySnapshot } from './pages/pages.ts'
export type { AssignOptions, PageEditor, PageValues, WidgetPlace, WidgetValues } from './pages/page-editor.ts'
export { pageTree, type PageListSnapshot, type PageNode } from './pages/page-list.ts'
export {
  comparePages,
  type PageChange,
  type ValueDifference,
  type WidgetChange,
} from './pages/page-changes.ts'
export type { PageSchedules, PageSchedulesSnapshot } from './pages/page-schedules.ts'
export { conflictsOf, type PageConflict } from './pages/page-conflicts.ts'
export type { PartField } from './pages/page-state.ts'
export type { Page, PageSnapshot, Part, Widget } from './pages/page-view.ts'
export type { Named, PageFile, PageRecord, Props, WidgetRecord } from './pages/page-record.ts'
export { createAssetItem, createPageItem, type PageItem, type PageItemOptions } from './pages/page-item.ts'
export { liveOf, type Live } from './live/live.ts'
// What an application needs of the contract, so that this package is enough for it.
export {
  ApiError,
  assetActions,
  assetNatures,
  assetStatuses,
  calls,
  deriveColours,
  errorTable,
  formatQuery,
  operators,
  parseQuery,
  importItemStatuses,
  importJobStatuses,
  logLevels,
  isApiError,
  isMarkField,
  markLabels,
  markPicks,
  maxAssetsOfUses,
  maxDuplicates,
  maxCommentLength,
  maxReviewed,
  maxReviewers,
  maxReviewText,
  mentionPattern,
  maxMarked,
  maxRating,
  maxSynonymWords,
  describeTrackName,
  clipProblem,
  clipSources,
  maxClipMs,
  minClipMs,
  cropRatio,
  embedPictures,
  maxPictureSidePx,
  pictureFormats,
  readingOf,
  renditionNames,
  allShareActions,
  maxCartHits,
  lightTableLimits,
  shareActions,
  uploadLimits,
  shownOfficePages,
  shownTextBytes,
  trackExtension,
  trackKinds,
  usualQuality,
} from '@cartouche/contract/wire'
export type * from '@cartouche/contract/wire'
