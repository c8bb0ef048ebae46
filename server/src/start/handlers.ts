import type { CallName } from '@cartouche/contract'
import { analyticsRoutes } from '../features/analytics/analytics.routes.ts'
import { accountRoutes } from '../people/accounts/accounts.routes.ts'
import { applicationRoutes } from '../people/applications/applications.routes.ts'
import { auditRoutes } from '../access/audit/audit.routes.ts'
import { brandingRoutes } from '../people/branding/branding.routes.ts'
import { cartRoutes } from '../features/carts/carts.routes.ts'
import { downloadRoutes } from '../features/downloads/downloads.routes.ts'
import { embedRoutes } from '../features/embeds/embeds.routes.ts'
import { entityRoutes } from '../model/entities/entities.routes.ts'
import { factorRoutes } from '../people/factors/factors.routes.ts'
import type { Routes } from '../access/handler.ts'
import { liveRoutes } from '../people/live/live.routes.ts'
import { mailRoutes } from '../people/notifications/mail.routes.ts'
import { markRoutes } from '../features/marks/marks.routes.ts'
import { logRoutes } from '../features/logs/logs.routes.ts'
import { importRoutes } from '../features/imports/imports.routes.ts'
import { mergeRoutes } from '../model/entities/merges/merges.routes.ts'
import { trashRoutes } from '../model/entities/trash/trash.routes.ts'
import { notificationRoutes } from '../people/notifications/notifications.routes.ts'
import { clipRoutes } from '../features/clips/clips.routes.ts'
import { pictureRoutes } from '../features/pictures/pictures.routes.ts'
import { synonymRoutes } from '../features/synonyms/synonyms.routes.ts'
import { trackRoutes } from '../features/tracks/tracks.routes.ts'
import { assetUseRoutes } from '../features/asset-uses/asset-uses.routes.ts'
import { duplicateRoutes } from '../features/duplicates/duplicates.routes.ts'
import { reviewRoutes } from '../features/reviews/reviews.routes.ts'
import { commentRoutes } from '../features/comments/comments.routes.ts'
import { versionRoutes } from '../features/versions/versions.routes.ts'
import { reverseSearchRoutes } from '../features/reverse-search/reverse-search.routes.ts'
import { roleRoutes } from '../people/roles/roles.routes.ts'
import { pageRoutes } from '../features/pages/pages.routes.ts'
import { pageLinkRoutes } from '../features/page-links/page-links.routes.ts'
import { publishedPageRoutes } from '../features/published-pages/published-pages.routes.ts'
import { phraseRoutes } from '../features/phrases/phrases.routes.ts'
import { variationRoutes } from '../model/variations/variations.routes.ts'
import { preferenceRoutes } from '../people/preferences/preferences.routes.ts'
import { savedSearchRoutes } from '../features/saved-searches/saved-searches.routes.ts'
import { schemaRoutes } from '../model/schemas/schemas.routes.ts'
import { sessionRoutes } from '../people/sign-in/sign-in.routes.ts'
import { storageRoutes } from '../features/storage/storage.routes.ts'
import { maintenanceRoutes } from '../features/maintenance/maintenance.routes.ts'
import { systemRoutes } from '../features/system/system.routes.ts'
import { shareRoutes } from '../features/shares/shares.routes.ts'
import { singleSignOnRoutes } from '../people/single-sign-on/single-sign-on.routes.ts'
import { treeRoutes } from '../model/entities/trees/trees.routes.ts'

/** The domain function behind every call of the contract; one that is missing does not compile. */
export const handlers: Routes<CallName> = {
  ...sessionRoutes,
  ...factorRoutes,
  ...singleSignOnRoutes,
  ...schemaRoutes,
  ...entityRoutes,
  ...cartRoutes,
  ...downloadRoutes,
  ...shareRoutes,
  ...embedRoutes,
  ...variationRoutes,
  ...importRoutes,
  ...mailRoutes,
  ...treeRoutes,
  ...mergeRoutes,
  ...trashRoutes,
  ...preferenceRoutes,
  ...savedSearchRoutes,
  ...liveRoutes,
  ...markRoutes,
  ...notificationRoutes,
  ...logRoutes,
  ...analyticsRoutes,
  ...reverseSearchRoutes,
  ...trackRoutes,
  ...assetUseRoutes,
  ...duplicateRoutes,
  ...versionRoutes,
  ...commentRoutes,
  ...reviewRoutes,
  ...pageRoutes,
  ...publishedPageRoutes,
  ...pageLinkRoutes,
  ...phraseRoutes,
  ...roleRoutes,
  ...accountRoutes,
  ...applicationRoutes,
  ...auditRoutes,
  ...storageRoutes,
  ...systemRoutes,
  ...maintenanceRoutes,
  ...pictureRoutes,
  ...clipRoutes,
  ...synonymRoutes,
  ...brandingRoutes,
}
