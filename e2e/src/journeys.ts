import type { Journey } from './journey.ts'
import { administrationByKeyboardJourney } from './journeys/administration-by-keyboard.ts'
import { administrationJourney } from './journeys/administration.ts'
import { allImportsJourney } from './journeys/all-imports.ts'
import { assetActionsJourney } from './journeys/asset-actions.ts'
import { assetViewJourney } from './journeys/asset-view.ts'
import { badInputJourney } from './journeys/bad-input.ts'
import { bookmarksJourney } from './journeys/bookmarks.ts'
import { browseJourney } from './journeys/browse.ts'
import { commentsAndApprovalJourney } from './journeys/comments-and-approval.ts'
import { connectionJourney } from './journeys/connection.ts'
import { cullingJourney } from './journeys/culling.ts'
import { databaseJourney } from './journeys/database.ts'
import { designJourney } from './journeys/design.ts'
import { documentsJourney } from './journeys/documents.ts'
import { downloadsJourney } from './journeys/downloads.ts'
import { dropJourney } from './journeys/drop.ts'
import { editManyJourney } from './journeys/edit-many.ts'
import { subtitlesJourney } from './journeys/subtitles.ts'
import { duplicatesJourney } from './journeys/duplicates.ts'
import { trashJourney } from './journeys/trash.ts'
import { versionsJourney } from './journeys/versions.ts'
import { compareJourney } from './journeys/compare.ts'
import { cropAndResizeJourney } from './journeys/crop-and-resize.ts'
import { embedsJourney } from './journeys/embeds.ts'
import { pageChangesJourney } from './journeys/page-changes.ts'
import { pageFromEmptyLibraryJourney } from './journeys/page-from-empty-library.ts'
import { pageLinksJourney } from './journeys/page-links.ts'
import { pagesJourney } from './journeys/pages.ts'
import { publishedPagesJourney } from './journeys/published-pages.ts'
import { facetsJourney } from './journeys/facets.ts'
import { failuresJourney } from './journeys/failures.ts'
import { filmsJourney } from './journeys/films.ts'
import { firstShowJourney } from './journeys/first-show.ts'
import { galleryJourney } from './journeys/gallery.ts'
import { freshProofJourney } from './journeys/fresh-proof.ts'
import { identityJourney } from './journeys/identity.ts'
import { importChoicesJourney } from './journeys/import-choices.ts'
import { importResourcesJourney } from './journeys/import-resources.ts'
import { insideImportJourney } from './journeys/inside-import.ts'
import { keywordsJourney } from './journeys/keywords.ts'
import { killJourney } from './journeys/kill.ts'
import { languagesJourney } from './journeys/languages.ts'
import { listViewJourney } from './journeys/list-view.ts'
import { logsJourney } from './journeys/logs.ts'
import { menusJourney } from './journeys/menus.ts'
import { notificationsJourney } from './journeys/notifications.ts'
import { offlineJourney } from './journeys/offline.ts'
import { passwordJourney } from './journeys/password.ts'
import { recordsJourney } from './journeys/records.ts'
import { screenReaderJourney } from './journeys/screen-reader.ts'
import { savedSearchesJourney } from './journeys/saved-searches.ts'
import { phrasesJourney } from './journeys/phrases.ts'
import { providerSignOutJourney } from './journeys/provider-sign-out.ts'
import { samlJourney } from './journeys/saml.ts'
import { schemaAdministrationJourney } from './journeys/schema-administration.ts'
import { sharingJourney } from './journeys/sharing.ts'
import { visitorsJourney } from './journeys/visitors.ts'
import { similarPicturesJourney } from './journeys/similar-pictures.ts'
import { signInJourney } from './journeys/sign-in.ts'
import { touchJourney } from './journeys/touch.ts'
import { lightTableJourney } from './journeys/light-table.ts'
import { twoInACartJourney } from './journeys/two-in-a-cart.ts'
import { viewerJourney } from './journeys/viewer.ts'
import { storageJourney } from './journeys/storage.ts'
import { storageLimitsJourney } from './journeys/storage-limits.ts'
import { systemJourney } from './journeys/system.ts'
import { foundElsewhereJourney } from './journeys/found-elsewhere.ts'
import { applicationsJourney } from './journeys/applications.ts'
import { usageJourney } from './journeys/usage.ts'
import { vocabulariesJourney } from './journeys/vocabularies.ts'
import { standingStillJourney } from './journeys/standing-still.ts'
import { wordsJourney } from './journeys/words.ts'
import { zoomJourney } from './journeys/zoom.ts'

/** All journeys, in the order in which they are played. */
export const journeys: readonly Journey[] = [
  signInJourney,
  passwordJourney,
  freshProofJourney,
  identityJourney,
  providerSignOutJourney,
  samlJourney,
  browseJourney,
  offlineJourney,
  touchJourney,
  wordsJourney,
  dropJourney,
  importChoicesJourney,
  importResourcesJourney,
  allImportsJourney,
  insideImportJourney,
  keywordsJourney,
  firstShowJourney,
  viewerJourney,
  similarPicturesJourney,
  foundElsewhereJourney,
  languagesJourney,
  facetsJourney,
  listViewJourney,
  editManyJourney,
  schemaAdministrationJourney,
  administrationJourney,
  administrationByKeyboardJourney,
  applicationsJourney,
  vocabulariesJourney,
  recordsJourney,
  storageJourney,
  storageLimitsJourney,
  systemJourney,
  usageJourney,
  standingStillJourney,
  designJourney,
  zoomJourney,
  documentsJourney,
  filmsJourney,
  cullingJourney,
  failuresJourney,
  connectionJourney,
  notificationsJourney,
  savedSearchesJourney,
  screenReaderJourney,
  bookmarksJourney,
  assetActionsJourney,
  menusJourney,
  assetViewJourney,
  twoInACartJourney,
  lightTableJourney,
  commentsAndApprovalJourney,
  sharingJourney,
  visitorsJourney,
  embedsJourney,
  cropAndResizeJourney,
  compareJourney,
  subtitlesJourney,
  trashJourney,
  duplicatesJourney,
  versionsJourney,
  publishedPagesJourney,
  pageLinksJourney,
  pagesJourney,
  pageChangesJourney,
  pageFromEmptyLibraryJourney,
  downloadsJourney,
  logsJourney,
  phrasesJourney,
  badInputJourney,
  killJourney,
  databaseJourney,
  galleryJourney,
]
