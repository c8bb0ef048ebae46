import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ApiError } from '@cartouche/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../ground/services.ts'
import { createBrandPage } from './brand-page.ts'
import { serveManifest } from './web-manifest.ts'

const yearSeconds = 31_536_000
const hourSeconds = 3600

/**
 * Whether an address goes up: browsers take that away, so only programs that look for files outside send it.
 */
function climbs(url: string): boolean {
  const path = (url.split('?')[0] ?? '').replaceAll(/%2e/gi, '.').replaceAll(/%2f|%5c|\\/gi, '/')
  return path.split('/').includes('..')
}

/**
 * Built files carry their hash in the name; the icons do not, and browsers ask for one at every change of the
 * address. The service worker is asked for each time: an old one would keep an old application.
 */
function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${yearSeconds}, immutable`
  return path.endsWith('/service-worker.js') ? 'no-cache' : `public, max-age=${hourSeconds}`
}

/** Serves the built web application; every address that is no call and no file is one of its pages. */
export async function serveWeb(
  server: FastifyInstance,
  services: Pick<Services, 'database' | 'settings' | 'log'>,
  webFolder: string | undefined,
): Promise<void> {
  // No file system takes a NUL, and no address of ours has one.
  server.addHook('onRequest', async ({ url }) => {
    if (/^[^?]*%00/.test(url)) throw new ApiError('path_not_found')
    if (climbs(url))
      throw new ApiError('invalid_parameter', { parameter: 'path', reason: 'it leaves the site' })
  })
  const built = webFolder !== undefined && existsSync(join(webFolder, 'index.html'))
  const page = built ? createBrandPage(services, webFolder) : undefined
  const sendPage = async (reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await page?.())
  if (built) {
    for (const address of ['/', '/index.html'])
      server.get(address, async (_request, reply) => sendPage(reply))
    await server.register(fastifyStatic, {
      root: webFolder,
      cacheControl: false,
      index: false,
      setHeaders: (response, path) => void response.header('cache-control', cacheControlOf(path)),
    })
    serveManifest(server, services)
  }
  server.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|rest|json|wedia|packaged|bov3|assets)(\/|$)/.test(request.url) &&
      (request.headers.accept ?? '').includes('text/html')
    if (page && isPage) return sendPage(reply)
    throw new ApiError('path_not_found')
  })
}
