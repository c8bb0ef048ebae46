import type { FastifyInstance } from 'fastify'
import type { Services } from '../ground/services.ts'
import { readBranding } from '../people/branding/read-branding.ts'

/** Where another app sends the files that it shares: the service worker takes them. */
const shareTarget = '/import/shared'

/** What a device may share. @source contract: what an import takes is decided by the file, not by its name */
const sharedTypes = ['image/*', 'video/*', 'audio/*', 'application/pdf', 'text/plain']

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/**
 * Serves what a browser needs to install the application, under the name and icon of the organisation.
 * @source W3C Web Application Manifest; W3C Web Share Target
 */
export function serveManifest(
  server: FastifyInstance,
  services: Pick<Services, 'database' | 'settings'>,
): void {
  server.get('/manifest.webmanifest', async (_request, reply) => {
    const { appName, favicon } = await readBranding(services, '')
    const own = favicon === '' ? [] : [{ src: favicon, sizes: 'any' }]
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send({
        id: '/',
        name: appName,
        short_name: appName,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: '#ffffff',
        icons: [...own, ...icons],
        share_target: {
          action: shareTarget,
          method: 'POST',
          enctype: 'multipart/form-data',
          params: { files: [{ name: 'files', accept: sharedTypes }] },
        },
      })
  })
  // Only where there is no service worker, as after the browser's data was deleted: the page says that
  // nothing came.
  server.post(shareTarget, async (_request, reply) => reply.redirect('/import?shared=1', 303))
}
