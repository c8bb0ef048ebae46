import { createVisitLog } from '../access/audit/visit-log.ts'
import { createReadiness } from '../ground/readiness.ts'
import { createMetrics } from '../ground/metrics/metrics.ts'
import { createRecentEvents } from '../ground/recent-events.ts'
import type { Services } from '../ground/services.ts'
import { noTracing } from '../ground/tracing/tracing.ts'
import { createMediaServices } from '../media/renditions/media-services.ts'
import { createSchemaRegistry } from '../model/schemas/schema-registry.ts'
import { createSearchColumns } from '../model/search/columns/columns.ts'
import { createFacetValues } from '../model/search/facet-values.ts'
import { createSynonyms } from '../model/search/synonyms.ts'
import { createSearchTurns } from '../model/search/take-turns.ts'
import { createVariationCache } from '../model/variations/variation-cache.ts'
import { createApplicationCalls } from '../people/applications/call-counter.ts'
import { createSessionCaches } from '../people/session/session-caches.ts'
import type { AccountHooks } from '../model/schemas/model-hooks.ts'
import { createUsage } from './analytics/usage-buffer.ts'
import { selectActive } from './carts/active-shares.sql.ts'
import { createCartCaches } from './carts/cart-caches.ts'
import { selectVisibleCarts } from './carts/carts.sql.ts'
import { createArchiveCaches } from './downloads/archive-caches.ts'
import { createFingerprintIndex } from './reverse-search/fingerprint-index.ts'
import { withPageHooks } from './pages/page-hooks.ts'
import { createClipServices } from './clips/clip-services.ts'
import { createPictureServices } from './pictures/picture-services.ts'
import { withReviewHooks } from './reviews/review-hooks.ts'
import { createPageLinkCache } from './page-links/open-pages.ts'
import { createPageCache } from './published-pages/page-cache.ts'
import { createStorageCache } from './storage/storage-cache.ts'
import { createShareCaches } from './shares/share-caches.ts'

/** What is made here: each room's own, empty. */
type Made =
  | 'readiness'
  | 'mediaWorkers'
  | 'renditionQueue'
  | 'schemaRegistry'
  | 'synonyms'
  | 'facetValues'
  | 'searchColumns'
  | 'searchTurns'
  | 'variationCache'
  | 'sessionCaches'
  | 'cartCaches'
  | 'archiveCaches'
  | 'shareCaches'
  | 'storageCache'
  | 'usage'
  | 'visitLog'
  | 'applicationCalls'
  | 'pageCache'
  | 'pageLinks'
  | 'pictures'
  | 'clips'
  | 'linkTargets'
  | 'fingerprintIndex'
  | 'modelHooks'
  | 'sessions'

/** What is opened before all others, where there is anybody who wants to know of them. */
type Monitoring = 'metrics' | 'tracing' | 'recentEvents'

/**
 * Makes the services of a server, of the import command or of a test's library, from what each of them opens
 * in its own way. What a room caches or shares is made here and nowhere else.
 */
export function createServices(
  given: Omit<Services, Made | Monitoring> &
    Partial<Pick<Services, Monitoring | 'sessions'>> & { readonly modelHooks: AccountHooks },
): Services {
  const { changes } = given
  const opened = {
    ...given,
    sessions: given.sessions ?? given.database,
    metrics: given.metrics ?? createMetrics(),
    tracing: given.tracing ?? noTracing,
    recentEvents: given.recentEvents ?? createRecentEvents(),
  }
  const services = {
    ...opened,
    modelHooks: withReviewHooks(withPageHooks(opened.modelHooks)),
    ...createMediaServices(opened),
    readiness: createReadiness(changes),
    schemaRegistry: createSchemaRegistry(changes),
    synonyms: createSynonyms(changes),
    facetValues: createFacetValues(changes),
    searchColumns: createSearchColumns(changes),
    searchTurns: createSearchTurns(),
    variationCache: createVariationCache(changes),
    sessionCaches: createSessionCaches(),
    cartCaches: createCartCaches(changes),
    archiveCaches: createArchiveCaches(),
    shareCaches: createShareCaches(changes),
    storageCache: createStorageCache(),
    pageCache: createPageCache(changes),
    pageLinks: createPageLinkCache(changes),
    pictures: createPictureServices(opened),
    clips: createClipServices(opened),
    linkTargets: { carts: selectVisibleCarts, shares: selectActive },
    usage: createUsage(opened),
    visitLog: createVisitLog(),
    applicationCalls: createApplicationCalls(opened),
    fingerprintIndex: createFingerprintIndex(),
  }
  watchCaches(services)
  return services
}

function watchCaches({
  metrics,
  variationCache,
  cartCaches,
  archiveCaches,
  pageCache,
  pageLinks,
  sessionCaches,
  shareCaches,
}: Services): void {
  const caches = {
    variations: variationCache,
    cart_lists: cartCaches.lists,
    cart_facts: cartCaches.facts,
    cart_items: cartCaches.items,
    cart_sizes: cartCaches.sizes,
    archive_layouts: archiveCaches.layouts,
    archives: archiveCaches.laidOut,
    archive_files: archiveCaches.files,
    pages: pageCache.answers,
    page_links: pageLinks,
    page_documents: pageCache.documents,
    sessions_noted: sessionCaches.notedAt,
    shares_open: shareCaches.open,
  }
  for (const [name, cache] of Object.entries(caches)) metrics.watchCache(name, cache.use)
}
