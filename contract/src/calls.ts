import * as accounts from './administration/account-calls.ts'
import * as applications from './administration/application-calls.ts'
import * as branding from './administration/branding-calls.ts'
import { findAudit } from './administration/audit-calls.ts'
import { getMaintenance, startBackup, startBackupCheck } from './administration/maintenance-calls.ts'
import * as roles from './administration/role-calls.ts'
import { getSystem } from './administration/system-calls.ts'
import { getStorage, getStorageUse } from './administration/storage-calls.ts'
import * as reverseSearch from './reverse-search/reverse-search-calls.ts'
import * as analytics from './analytics/analytics-calls.ts'
import * as clips from './clips/clip-calls.ts'
import * as carts from './carts/cart-calls.ts'
import * as lightTables from './carts/light-table-calls.ts'
import * as archives from './carts/download-cart.ts'
import * as downloads from './downloads/download-calls.ts'
import * as embeds from './embeds/embed-calls.ts'
import { findAggregates } from './entities/find-aggregates.ts'
import { findEntities, findEntitiesAsPost } from './entities/find-entities.ts'
import * as entities from './entities/entity-calls.ts'
import { setMarks } from './marks/mark-calls.ts'
import { listenLive } from './live/listen-live.ts'
import { getEntityUses, mergeEntity } from './merges/merge-calls.ts'
import * as mail from './mail/mail-calls.ts'
import * as logs from './logs/log-calls.ts'
import * as importCommands from './massimport/import-command-calls.ts'
import * as importItemActions from './massimport/import-item-actions.ts'
import * as importItems from './massimport/import-item-calls.ts'
import * as importJobs from './massimport/import-job-calls.ts'
import * as media from './media/media-calls.ts'
import * as players from './media/player-calls.ts'
import * as documents from './media/document-calls.ts'
import * as tracks from './media/track-calls.ts'
import * as pages from './pages/page-calls.ts'
import * as pageSchedules from './pages/page-schedule-calls.ts'
import * as pageLinks from './pages/page-link-calls.ts'
import * as publishedPages from './pages/published-page-calls.ts'
import * as pictures from './pictures/picture-calls.ts'
import * as preferences from './preferences/preference-calls.ts'
import * as searches from './saved-searches/saved-search-calls.ts'
import * as notifications from './notifications/notification-calls.ts'
import { analyzePhrase } from './phrases/analyze-phrase.ts'
import { getSchema, getUpdateFields, listResources } from './schemas/schema-calls.ts'
import * as factors from './session/factor-calls.ts'
import * as proofs from './session/proof-calls.ts'
import * as sessionList from './session/session-list-calls.ts'
import * as singleSignOn from './session/single-sign-on-calls.ts'
import * as session from './session/session-calls.ts'
import * as synonyms from './search/synonym-calls.ts'
import * as trash from './trash/trash-calls.ts'
import * as duplicates from './duplicates/duplicate-calls.ts'
import { getAssetUses } from './asset-uses/asset-use-calls.ts'
import * as reviews from './reviews/review-calls.ts'
import * as comments from './comments/comment-calls.ts'
import * as sharedComments from './comments/shared-comment-calls.ts'
import * as versions from './versions/version-calls.ts'
import * as linkRequests from './shares/link-request-calls.ts'
import * as shares from './shares/share-calls.ts'
import * as sharedUploads from './shares/share-upload-calls.ts'
import { findTree } from './trees/find-tree.ts'

/** Every call, by name: server routes, the client's functions, OpenAPI and docs derive from this table. */
export const calls = {
  signIn: session.signIn,
  refreshSession: session.refreshSession,
  signOut: session.signOut,
  whoami: session.whoami,
  getProfile: session.getProfile,
  patchProfile: session.patchProfile,
  createProfile: session.createProfile,
  updateOwnLanguage: session.updateOwnLanguage,
  getConfig: session.getConfig,
  getAvailability: session.getAvailability,
  getAuthConfig: singleSignOn.getAuthConfig,
  startSingleSignOn: singleSignOn.startSingleSignOn,
  takeOidcAnswer: singleSignOn.takeOidcAnswer,
  takeSamlAnswer: singleSignOn.takeSamlAnswer,
  finishSingleSignOn: singleSignOn.finishSingleSignOn,
  getSamlMetadata: singleSignOn.getSamlMetadata,
  getProof: proofs.getProof,
  startPasskeyProof: proofs.startPasskeyProof,
  proveIdentity: proofs.proveIdentity,
  signInWithFactor: factors.signInWithFactor,
  getPasskeyRequest: factors.getPasskeyRequest,
  signInWithPasskey: factors.signInWithPasskey,
  getFactors: factors.getFactors,
  startTotp: factors.startTotp,
  confirmTotp: factors.confirmTotp,
  deleteTotp: factors.deleteTotp,
  renewRecoveryCodes: factors.renewRecoveryCodes,
  getPasskeyCreation: factors.getPasskeyCreation,
  createPasskey: factors.createPasskey,
  updatePasskey: factors.updatePasskey,
  deletePasskey: factors.deletePasskey,
  listSessions: sessionList.listSessions,
  endSession: sessionList.endSession,
  endSessions: sessionList.endSessions,

  getWorkingCopy: pages.getWorkingCopy,
  assignWidgets: pages.assignWidgets,
  sortWidgets: pages.sortWidgets,
  deletePageWithVersions: pages.deletePageWithVersions,
  listPageSchedules: pageSchedules.listPageSchedules,
  schedulePage: pageSchedules.schedulePage,
  cancelPageSchedule: pageSchedules.cancelPageSchedule,
  getPublishedPage: publishedPages.getPublishedPage,
  getPageFile: publishedPages.getPageFile,
  getPageFeed: publishedPages.getPageFeed,
  getSitemap: publishedPages.getSitemap,
  createPageLink: pageLinks.createPageLink,
  listPageLinks: pageLinks.listPageLinks,
  revokePageLink: pageLinks.revokePageLink,
  openPageLink: pageLinks.openPageLink,
  enterPageLink: pageLinks.enterPageLink,

  getSchema,
  listResources,
  getUpdateFields,
  findEntities,
  findEntitiesAsPost,
  findAggregates,
  findTree,
  getEntityUses,
  mergeEntity,
  getEntity: entities.getEntity,
  getEntityByUuid: entities.getEntityByUuid,
  createEntity: entities.createEntity,
  patchEntity: entities.patchEntity,
  deleteEntity: entities.deleteEntity,
  takeWorkflowAction: entities.takeWorkflowAction,
  findChildEntities: entities.findChildEntities,
  listWorkflowActions: entities.listWorkflowActions,
  getEntityFile: entities.getEntityFile,
  createEntityAtJson: entities.createEntityAtJson,
  updateEntityAtJson: entities.updateEntityAtJson,
  takeWorkflowActionAtJson: entities.takeWorkflowActionAtJson,
  deleteEntityAtJson: entities.deleteEntityAtJson,

  getCartUserProfile: carts.getCartUserProfile,
  listCarts: carts.listCarts,
  viewCart: carts.viewCart,
  listCartItems: carts.listCartItems,
  createCart: carts.createCart,
  editCart: carts.editCart,
  addCartItems: carts.addCartItems,
  removeCartItems: carts.removeCartItems,
  moveCartItems: carts.moveCartItems,
  getLightTable: lightTables.getLightTable,
  arrangeLightTable: lightTables.arrangeLightTable,
  addCartCollaborators: carts.addCartCollaborators,
  removeCartCollaborators: carts.removeCartCollaborators,
  leaveCart: carts.leaveCart,
  transferCart: carts.transferCart,
  getCartItemVariation: carts.getCartItemVariation,
  getCartItemPlayer: carts.getCartItemPlayer,
  deleteCart: carts.deleteCart,
  listDownloadProfiles: carts.listDownloadProfiles,
  testZipCart: carts.testZipCart,
  zipCart: carts.zipCart,
  headArchive: archives.headArchive,
  downloadArchive: archives.downloadArchive,
  testZipSearch: downloads.testZipSearch,
  zipSearch: downloads.zipSearch,
  sizeZipCart: downloads.sizeZipCart,
  sizeZipSearch: downloads.sizeZipSearch,
  sizeZipShare: downloads.sizeZipShare,
  findDownloadProfiles: downloads.findDownloadProfiles,
  createDownloadProfile: downloads.createDownloadProfile,
  updateDownloadProfile: downloads.updateDownloadProfile,
  deleteDownloadProfile: downloads.deleteDownloadProfile,
  listArchives: downloads.listArchives,
  getArchiveState: downloads.getArchiveState,
  cancelArchive: downloads.cancelArchive,

  findMails: mail.findMails,
  resendMail: mail.resendMail,
  deleteMail: mail.deleteMail,
  listShareActions: shares.listShareActions,
  shareCart: shares.shareCart,
  shareZip: shares.shareZip,
  listShares: shares.listShares,
  findShareVisits: shares.findShareVisits,
  revokeShare: shares.revokeShare,
  renewShare: linkRequests.renewShare,
  dismissLinkRequests: linkRequests.dismissLinkRequests,
  askForLink: linkRequests.askForLink,
  viewShare: shares.viewShare,
  testZipShare: shares.testZipShare,
  prepareShareZip: shares.prepareShareZip,
  zipShare: shares.zipShare,
  downloadSharedItem: shares.downloadSharedItem,
  viewSharedItem: shares.viewSharedItem,

  getVariation: media.getVariation,
  getVariationByPath: media.getVariationByPath,
  listVariations: media.listVariations,
  getPlayer: media.getPlayer,
  getPlayerData: players.getPlayerData,
  getFreePlayer: players.getFreePlayer,
  getPlayerScript: players.getPlayerScript,
  getHlsScript: players.getHlsScript,
  getEmbedCode: players.getEmbedCode,
  describeMedia: players.describeMedia,
  getLivePhoto: players.getLivePhoto,
  getDocumentWords: documents.getDocumentWords,
  listTracks: tracks.listTracks,
  getTrack: tracks.getTrack,
  uploadTrack: tracks.uploadTrack,
  updateTrack: tracks.updateTrack,
  deleteTrack: tracks.deleteTrack,
  getAssetUses,
  listDuplicates: duplicates.listDuplicates,
  findDuplicates: duplicates.findDuplicates,
  dismissDuplicates: duplicates.dismissDuplicates,
  restoreDuplicates: duplicates.restoreDuplicates,
  mergeAssets: duplicates.mergeAssets,
  getAssetMerge: duplicates.getAssetMerge,
  undoMerge: duplicates.undoMerge,
  listVersions: versions.listVersions,
  replaceFile: versions.replaceFile,
  getVersionFile: versions.getVersionFile,
  restoreVersion: versions.restoreVersion,
  deleteVersion: versions.deleteVersion,
  listFieldEdits: versions.listFieldEdits,
  listComments: comments.listComments,
  createComment: comments.createComment,
  updateComment: comments.updateComment,
  deleteComment: comments.deleteComment,
  resolveComment: comments.resolveComment,
  findMentionable: comments.findMentionable,
  introduceVisitor: sharedComments.introduceVisitor,
  listSharedComments: sharedComments.listSharedComments,
  createSharedComment: sharedComments.createSharedComment,
  updateSharedComment: sharedComments.updateSharedComment,
  deleteSharedComment: sharedComments.deleteSharedComment,
  uploadSharedFile: sharedUploads.uploadSharedFile,
  listSharedUploads: sharedUploads.listSharedUploads,
  submitForReview: reviews.submitForReview,
  decideReviews: reviews.decideReviews,
  findReviewers: reviews.findReviewers,
  listReviews: reviews.listReviews,
  getTodoCounts: reviews.getTodoCounts,
  listToReview: reviews.listToReview,
  listOwnReviews: reviews.listOwnReviews,
  listOwnThreads: reviews.listOwnThreads,
  createEmbed: embeds.createEmbed,
  listEmbeds: embeds.listEmbeds,
  revokeEmbed: embeds.revokeEmbed,
  getEmbed: embeds.getEmbed,
  getEmbedFile: embeds.getEmbedFile,
  getEmbedTrack: embeds.getEmbedTrack,
  logEmbedEvent: embeds.logEmbedEvent,
  getOembed: embeds.getOembed,
  getPicture: pictures.getPicture,
  getEmbedPicture: pictures.getEmbedPicture,
  getClip: clips.getClip,
  prepareClip: clips.prepareClip,
  getFocalPoint: pictures.getFocalPoint,
  setFocalPoint: pictures.setFocalPoint,
  getPoster: pictures.getPoster,
  setPoster: pictures.setPoster,
  listPicturePresets: pictures.listPicturePresets,
  createPicturePreset: pictures.createPicturePreset,
  updatePicturePreset: pictures.updatePicturePreset,
  deletePicturePreset: pictures.deletePicturePreset,

  setMarks,

  getPreference: preferences.getPreference,
  setPreference: preferences.setPreference,
  deletePreference: preferences.deletePreference,

  listSavedSearches: searches.listSavedSearches,
  getSavedSearch: searches.getSavedSearch,
  createSavedSearch: searches.createSavedSearch,
  updateSavedSearch: searches.updateSavedSearch,
  deleteSavedSearch: searches.deleteSavedSearch,
  addSavedSearchSubscribers: searches.addSavedSearchSubscribers,
  shareSavedSearch: searches.shareSavedSearch,
  removeSavedSearchSubscribers: searches.removeSavedSearchSubscribers,
  unsubscribeSavedSearch: searches.unsubscribeSavedSearch,
  switchSavedSearchPrivate: searches.switchSavedSearchPrivate,
  transferSavedSearch: searches.transferSavedSearch,

  createImportJob: importJobs.createImportJob,
  findImportJobs: importJobs.findImportJobs,
  findImportJobsAsPost: importJobs.findImportJobsAsPost,
  getImportJob: importJobs.getImportJob,
  deleteImportJob: importJobs.deleteImportJob,
  patchImportJob: importJobs.patchImportJob,
  takeImportJobAction: importJobs.takeImportJobAction,
  uploadImportFiles: importItems.uploadImportFiles,
  findImportItems: importItems.findImportItems,
  findImportItemsAsPost: importItems.findImportItemsAsPost,
  findAllImportItems: importItems.findAllImportItems,
  findAllImportItemsAsPost: importItems.findAllImportItemsAsPost,
  getImportItems: importItems.getImportItems,
  editImportJob: importCommands.editImportJob,
  listImportChanges: importCommands.listImportChanges,
  cancelImportCommands: importCommands.cancelImportCommands,
  undoImportCommands: importCommands.undoImportCommands,
  repeatImportCommands: importCommands.repeatImportCommands,
  patchImportItems: importItemActions.patchImportItems,
  takeImportItemAction: importItemActions.takeImportItemAction,
  listImportItemActions: importItemActions.listImportItemActions,
  lockImportItems: importItemActions.lockImportItems,
  unlockImportItems: importItemActions.unlockImportItems,
  deleteImportItem: importItems.deleteImportItem,

  listenLive,
  getUnreadCount: notifications.getUnreadCount,
  findNotifications: notifications.findNotifications,
  markNotificationsRead: notifications.markNotificationsRead,
  deleteNotification: notifications.deleteNotification,
  createLogs: logs.createLogs,
  findLogs: logs.findLogs,
  logObjectData: analytics.logObjectData,
  logEvent: analytics.logEvent,
  listTopAssets: analytics.listTopAssets,
  listTop: analytics.listTop,
  listAssetEvents: analytics.listAssetEvents,
  listBroadcasts: analytics.listBroadcasts,
  listUnusedAssets: analytics.listUnusedAssets,
  importUsageLog: analytics.importUsageLog,

  getReverseSearchStatus: reverseSearch.getReverseSearchStatus,
  getReverseSearchPermissions: reverseSearch.getReverseSearchPermissions,
  submitReverseSearch: reverseSearch.submitReverseSearch,
  getReverseSearchReport: reverseSearch.getReverseSearchReport,
  getReverseSearchMatches: reverseSearch.getReverseSearchMatches,
  findSimilarAssets: reverseSearch.findSimilarAssets,
  findSimilarToPicture: reverseSearch.findSimilarToPicture,
  analyzePhrase,
  listRoles: roles.listRoles,
  getRole: roles.getRole,
  createRole: roles.createRole,
  updateRole: roles.updateRole,
  deleteRole: roles.deleteRole,
  listGrantables: roles.listGrantables,
  explainAccess: roles.explainAccess,
  findAccounts: accounts.findAccounts,
  getAccount: accounts.getAccount,
  createUser: accounts.createUser,
  createApplication: accounts.createApplication,
  updateAccount: accounts.updateAccount,
  resetPassword: accounts.resetPassword,
  resetFactors: accounts.resetFactors,
  rotateSecret: accounts.rotateSecret,
  deleteAccount: accounts.deleteAccount,
  listApplicationKeys: applications.listApplicationKeys,
  listEndingKeys: applications.listEndingKeys,
  createApplicationKey: applications.createApplicationKey,
  updateApplicationKey: applications.updateApplicationKey,
  rotateApplicationKey: applications.rotateApplicationKey,
  revokeApplicationKey: applications.revokeApplicationKey,
  setApplicationQuota: applications.setApplicationQuota,
  getApplicationUsage: applications.getApplicationUsage,
  findAudit,
  getStorage,
  getStorageUse,
  getSystem,
  getMaintenance,
  startBackup,
  startBackupCheck,
  listTrash: trash.listTrash,
  getTrashPicture: trash.getTrashPicture,
  restoreFromTrash: trash.restoreFromTrash,
  deleteFromTrash: trash.deleteFromTrash,
  listSynonyms: synonyms.listSynonyms,
  createSynonym: synonyms.createSynonym,
  updateSynonym: synonyms.updateSynonym,
  deleteSynonym: synonyms.deleteSynonym,
  getInfos: branding.getInfos,
  getEditorKeys: branding.getEditorKeys,
  getBrandImage: branding.getBrandImage,
  getUnsecuredImage: branding.getUnsecuredImage,
  updateBranding: branding.updateBranding,
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
