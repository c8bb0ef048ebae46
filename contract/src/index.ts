export {
  bytes,
  defineCall,
  events,
  redirect,
  type BytesAnswer,
  type Call,
  type CallAccess,
  type CallAnswer,
  type CallInput,
  type CallParameters,
  type EventsAnswer,
  type Method,
  type PathKind,
  type RedirectAnswer,
} from './define-call.ts'
export { openApi, type OpenApiDocument } from './open-api.ts'
export { calls, type CallName, type Calls } from './calls.ts'
export { checkAnswer } from './check-answer.ts'
export { ApiError, decodeError, encodeError, isApiError, type ErrorData } from './errors/api-error.ts'
export { ErrorBody } from './errors/error-body.ts'
export { errorTable, type ErrorCode } from './errors/error-table.ts'
export type { ErrorRow } from './errors/error-row.ts'
export { inclusiveOperators, longForms, operatorOf, operators, type Operator } from './query/operators.ts'
export {
  and,
  everything,
  fieldsOf,
  nothing,
  or,
  type Query,
  type QueryJson,
  type QueryValue,
} from './query/query-ast.ts'
export { parseQuery } from './query/parse-query.ts'
export { formatQuery } from './query/format-query.ts'
export { checkJsonShape, parseJson } from './parse-json.ts'
export { maxWidgetsBeside } from './pages/page-calls.ts'
export { pageLinkDays, type PageLink } from './pages/page-link-calls.ts'
export { scheduledActions, type PageSchedule, type ScheduledAction } from './pages/page-schedule-calls.ts'
export { maxPartDepth, partPath, partSteps, type PartResource, type PartStep } from './pages/part-path.ts'
export { aliasNames } from './resource-aliases.ts'
export { parseResourcePath, resourceOfDotted, type ResourcePath } from './resource-path.ts'
export {
  assetActions,
  assetNatures,
  assetStatuses,
  type AssetAction,
  type NatureName,
} from './entities/asset-workflow.ts'
export { statusName, workflowOf, type Workflow } from './entities/workflows.ts'
export {
  usageGroups,
  usageKindOf,
  usageKinds,
  type UsageGroup,
  type UsageKind,
} from './analytics/usage-kinds.ts'
export { type MaintenanceRun, type MaintenanceState } from './administration/maintenance-calls.ts'
export { type Synonym } from './search/synonym-calls.ts'
export { type TrashEntry } from './trash/trash-calls.ts'
export type { AssetUses } from './asset-uses/asset-use-calls.ts'
export { maxAssetsOfUses } from './asset-uses/most-assets.ts'
export type { AssetMerge, DuplicateFamily } from './duplicates/duplicate-calls.ts'
export { maxDuplicates } from './duplicates/duplicate-limits.ts'
export { Comment, CommentPlace, Comments } from './comments/comment-calls.ts'
export { maxCommentLength, maxComments, maxMentions, mentionPattern } from './comments/comment-limits.ts'
export { ReviewDecision, ReviewItem, ReviewRequest, type ReviewState } from './reviews/review-calls.ts'
export { maxReviewed, maxReviewers, maxReviewText } from './reviews/review-limits.ts'
export { maxVersionNote, type FieldEdit, type Version } from './versions/version-calls.ts'
export { maxSynonyms, maxSynonymWords } from './search/synonym-limits.ts'
export { maxSearchedPictureBytes } from './reverse-search/searched-picture.ts'
export { ListedAccount, maxAccountsPage } from './administration/account-calls.ts'
export type { ProviderFailure, ProviderFindings } from './reverse-search/reverse-search-calls.ts'
export { ApplicationKey } from './administration/application-calls.ts'
export { Branding, brandImages, type BrandImage } from './administration/branding-calls.ts'
export { contrastOf, deriveColours, type BrandColours } from './administration/derive-colours.ts'
export { AuditEntry } from './administration/audit-calls.ts'
export { StorageAnswer, type StorageSum } from './administration/storage-calls.ts'
export type { StorageLimit, StorageUse } from './administration/storage-limit.ts'
export {
  AccessExplanation,
  Grantable,
  RoleGrant,
  RoleRecord,
  type ExplainedRule,
} from './administration/role-calls.ts'
export {
  Asset,
  AssetVariations,
  EntityData,
  EntityRights,
  FieldPermissions,
  FileValue,
  LinkedEntity,
  MoreChildren,
} from './entities/entity.ts'
export { AggregatesAnswer, AggregateRequest, MetaConstraint, MetaQuery } from './entities/find-aggregates.ts'
export {
  defaultGroupSize,
  Facets,
  FacetValue,
  FindParameters,
  Group,
  ListAnswer,
} from './entities/find-entities.ts'
export { defaultPageSize, maxPageSize, pageSizeOf } from './entities/page-size.ts'
export { EntityAnswer, EntityParameters } from './entities/entity-calls.ts'
export {
  CudRules,
  DomainResource,
  FieldHeader,
  fieldTypes,
  ProjectionProgress,
  SchemaAnswer,
  SchemasAnswer,
  type FieldType,
} from './schemas/schema-calls.ts'
export { SingleSignOnProvider } from './session/single-sign-on-calls.ts'
export { Factors, Passkey } from './session/factor-calls.ts'
export { Proof } from './session/proof-calls.ts'
export { ListedSession, SignInMethod } from './session/session-list-calls.ts'
export { ProfileAnswer, SessionTokens, Surfer, SurferAnswer } from './session/session-calls.ts'
export {
  Cart,
  CartAnswer,
  cartContents,
  CartItem,
  CartItems,
  cartRights,
  CartWithRecords,
  ItemsInput,
  type CartContent,
  type CartRight,
  type Collaborator,
  type FollowedQuery,
  type FoundQuery,
  type ItemReference,
  type PlacedItem,
} from './carts/cart.ts'
export { maxCartHits } from './carts/cart-limits.ts'
export { LightTableItem, LightTablePlace, PlacedOnTable } from './carts/light-table.ts'
export { lightTableLimits } from './carts/light-table-limits.ts'
export { ArchiveEstimate, type LeftOutCode, ArchiveRequest, cartOrders } from './carts/cart-calls.ts'
export { logLevels, type LogLevel } from './logs/log-levels.ts'
export { LogRecord } from './logs/log-calls.ts'
export { PhraseEntity } from './phrases/analyze-phrase.ts'
export { MarkChange, Marks } from './marks/marks.ts'
export {
  isMarkField,
  markFields,
  markLabels,
  markPicks,
  markScopes,
  maxMarked,
  maxRating,
  type MarkField,
  type MarkLabel,
  type MarkPick,
  type MarkScope,
} from './marks/mark-values.ts'
export { LiveEvent } from './live/live-event.ts'
export { Preference } from './preferences/preference-calls.ts'
export { SavedSearch } from './saved-searches/saved-search.ts'
export { Notification, notificationTypes, type NotificationType } from './notifications/notification-calls.ts'
export { TreeAnswer } from './trees/find-tree.ts'
export { type EntityUse, type EntityUses, type MergeProgress } from './merges/merge-calls.ts'
export { defaultTreeDepth, maxTreeDepth } from './entities/tree-parameters.ts'
export { ArchiveSizes, ArchiveState, DownloadProfile, ProfileRecipe } from './downloads/download-calls.ts'
export { OutboxMail } from './mail/mail-calls.ts'
export { type Recipients } from './shares/recipients.ts'
export {
  allShareActions,
  shareActions,
  sharedPictures,
  type ShareAction,
  type SharedPicture,
  type ShareState,
  type VisitKind,
} from './shares/share-actions.ts'
export { type LinkRequest } from './shares/link-request.ts'
export { Share, SharedCart, ShareVisit } from './shares/share-calls.ts'
export { uploadLimits } from './shares/upload-limits.ts'
export { programType } from './shares/program-type.ts'
export { type SentFile, type ShareUploads } from './shares/share-uploads.ts'
export { embedPictures, type EmbedPicture } from './embeds/embed-pictures.ts'
export { type CreatedEmbed, type Embed, type EmbedUsage, type ListedEmbed } from './embeds/embed-calls.ts'
export {
  maxPicturePresets,
  maxPictureSidePx,
  pictureFormats,
  usualQuality,
  type PictureFormat,
} from './pictures/picture-limits.ts'
export { cropRatio } from './pictures/crop-ratio.ts'
export { type PictureBox, type PictureCrop } from './pictures/picture-options.ts'
export { type FocalPoint, type PicturePreset, type Poster } from './pictures/picture-calls.ts'
export {
  clipProblem,
  clipSources,
  clipToleranceMs,
  maxClipMs,
  minClipMs,
  type ClipProblem,
  type ClipRange,
  type ClipSource,
} from './clips/clip-range.ts'
export { defaultPlayers } from './media/default-players.ts'
export { type LivePhoto, type MediaDescription, type PlayerData } from './media/player-calls.ts'
export { describeTrackName, trackExtension, type NamedTrack } from './media/describe-track-name.ts'
export { toLanguageTag } from './media/language-tag.ts'
export { type Track } from './media/track-calls.ts'
export { maxTrackBytes, maxTracks, trackKinds, type TrackKind } from './media/track-kinds.ts'
export { pictureForms, type Panorama, type PictureForm } from './media/panorama.ts'
export { readingOf, shownOfficePages, shownTextBytes, type Reading } from './media/reading-of.ts'
export { renditionNames, type RenditionName } from './media/rendition-names.ts'
export { importItemStatuses, type ImportItemStatus } from './massimport/import-item-statuses.ts'
export { DuplicateChoice, ImportCommand } from './massimport/import-command-calls.ts'
export { lockSeconds } from './massimport/import-item-actions.ts'
export { ImportItem, ImportProblem, UploadResult } from './massimport/import-item-calls.ts'
export { ImportJob, ImportResource } from './massimport/import-job-calls.ts'
export { importJobStatuses, type ImportJobStatus } from './massimport/import-job-statuses.ts'
export { jsonOr } from './parameters.ts'
