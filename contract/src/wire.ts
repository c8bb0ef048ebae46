import type * as wireCalls from './generated/wire-calls.ts'

/**
 * The contract as a client carries it: names, methods, paths, error codes and the query language, without the
 * schema library. The types are those of the whole contract.
 */
export type * from './index.ts'
export * as calls from './generated/wire-calls.ts'
export type Calls = typeof wireCalls
export type {
  WireAnswer as CallAnswer,
  WireCall as Call,
  WireParameters as CallParameters,
} from './wire-call.ts'
export { ApiError, decodeError, encodeError, fillMessage, isApiError } from './errors/api-error.ts'
export { errorTable } from './errors/error-table.ts'
export { assetActions, assetNatures, assetStatuses } from './entities/asset-workflow.ts'
export { maxCommentLength, mentionPattern } from './comments/comment-limits.ts'
export { deriveColours } from './administration/derive-colours.ts'
export { defaultPageSize, maxPageSize } from './entities/page-size.ts'
export { importItemStatuses } from './massimport/import-item-statuses.ts'
export { importJobStatuses } from './massimport/import-job-statuses.ts'
export { logLevels } from './logs/log-levels.ts'
export { embedPictures } from './embeds/embed-pictures.ts'
export { clipProblem, clipSources, maxClipMs, minClipMs } from './clips/clip-range.ts'
export { defaultPlayers } from './media/default-players.ts'
export { describeTrackName, trackExtension } from './media/describe-track-name.ts'
export { maxTrackBytes, maxTracks, trackKinds } from './media/track-kinds.ts'
export { readingOf, shownOfficePages, shownTextBytes } from './media/reading-of.ts'
export { renditionNames } from './media/rendition-names.ts'
export { cropRatio } from './pictures/crop-ratio.ts'
export { maxPictureSidePx, pictureFormats, usualQuality } from './pictures/picture-limits.ts'
export { isMarkField, markLabels, markPicks, maxMarked, maxRating } from './marks/mark-values.ts'
export { formatQuery } from './query/format-query.ts'
export { inclusiveOperators, longForms, operatorOf, operators } from './query/operators.ts'
export { parseQuery } from './query/parse-query.ts'
export { and, everything, fieldsOf, nothing, or } from './query/query-ast.ts'
export { partPath, partSteps } from './pages/part-path.ts'
export { parseResourcePath } from './resource-path.ts'
export { maxReviewed, maxReviewers, maxReviewText } from './reviews/review-limits.ts'
export { maxSearchedPictureBytes } from './reverse-search/searched-picture.ts'
export { maxAssetsOfUses } from './asset-uses/most-assets.ts'
export { maxDuplicates } from './duplicates/duplicate-limits.ts'
export { maxSynonymWords } from './search/synonym-limits.ts'
export { allShareActions, shareActions, sharedPictures } from './shares/share-actions.ts'
export { maxCartHits } from './carts/cart-limits.ts'
export { lightTableLimits } from './carts/light-table-limits.ts'
export { uploadLimits } from './shares/upload-limits.ts'
export { programType } from './shares/program-type.ts'
