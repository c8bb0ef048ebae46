import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import {
  forgetMessage,
  pageCache,
  partsCache,
  personalCaches,
  picturesCache,
  readsCache,
  rooms,
  shareTarget,
} from '../src/offline/names.ts'
import { keepForPerson, keepNothingMore, pictureKey, readKey } from './copies.ts'
import { keepSharedFiles } from './shared-files.ts'

declare const self: ServiceWorkerGlobalScope
/** Addresses of the application's own parts, from the build. */
declare const builtParts: readonly string[]

const daySeconds = 86_400
/** The page is the same for everybody: a slow network need not be waited for. */
const pageTimeoutSeconds = 5

void self.skipWaiting()
clientsClaim()
cleanupOutdatedCaches()
// Their names change with what is in them.
precacheAndRoute(builtParts.map((url) => ({ url, revision: null })))
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: partsCache, plugins: [new ExpirationPlugin({ maxEntries: 60 })] }),
)
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && rooms.has(url.pathname.split('/')[1] ?? ''),
  new NetworkFirst({
    cacheName: pageCache,
    networkTimeoutSeconds: pageTimeoutSeconds,
    plugins: [{ cacheKeyWillBeUsed: async () => '/' }],
  }),
)

const reads = new NetworkFirst({
  cacheName: readsCache,
  plugins: [
    { cacheKeyWillBeUsed: readKey },
    keepForPerson(
      (response) => response.headers.get('content-type')?.startsWith('application/json') ?? false,
    ),
    new ExpirationPlugin({ maxEntries: 1000, maxAgeSeconds: 30 * daySeconds, purgeOnQuotaError: true }),
  ],
})
for (const method of ['GET', 'POST'] as const)
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin &&
      isLookedAt(url) &&
      request.destination === '' &&
      // A question whether the server is there is not answered by a copy.
      request.cache !== 'no-store' &&
      // The password of a share: a visitor keeps nothing.
      !request.headers.has('authorization') &&
      request.headers.get('accept') === 'application/json' &&
      (method === 'GET' || request.headers.get('x-http-method-override') === 'GET'),
    reads,
    method,
  )
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isLookedAt(url) && request.destination === 'image',
  new NetworkFirst({
    cacheName: picturesCache,
    plugins: [
      { cacheKeyWillBeUsed: pictureKey },
      keepForPerson((response) => response.status === 200),
      new ExpirationPlugin({ maxEntries: 2000, maxAgeSeconds: 30 * daySeconds, purgeOnQuotaError: true }),
    ],
  }),
)
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname === shareTarget, keepSharedFiles, 'POST')

self.addEventListener('message', (event) => {
  if (event.data !== forgetMessage) return
  keepNothingMore()
  event.waitUntil(
    Promise.all(personalCaches.map(async (name) => caches.delete(name))).then(() =>
      event.ports[0]?.postMessage(forgetMessage),
    ),
  )
})

/** What is about accounts and their proof, settings and mail stays with the server. */
const notKept = /^\/api\/rest\/(administration|mail|profil|session|signin|token)(\/|$)/

/** What the signed-in person looks at. Visitors of a share send their ticket, and keep nothing. */
function isLookedAt(url: URL): boolean {
  return url.pathname.startsWith('/api/') && !notKept.test(url.pathname) && !url.searchParams.has('ticket')
}
