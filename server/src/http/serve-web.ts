import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ApiError } from '@cartouche/contract'
import type { FastifyInstance } from 'fastify'

const yearSeconds = 31_536_000

/** Serves the built web application; every address that is no call and no file is one of its pages. */
export async function serveWeb(server: FastifyInstance, webFolder: string | undefined): Promise<void> {
  const built = webFolder !== undefined && existsSync(join(webFolder, 'index.html'))
  if (built) {
    await server.register(fastifyStatic, {
      root: webFolder, cacheControl: false,
      // Built files carry their hash in the name; the page that names them does not.
      setHeaders: (response, path) => void response.header('cache-control', path.includes('/assets/') ? `public, max-age=${yearSeconds}, immutable` : 'no-cache'),
    })
  }
  server.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|rest|json|wedia|packaged|assets)(\/|$)/.test(request.url) && (request.headers.accept ?? '').includes('text/html')
    if (built && isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    throw new ApiError('path_not_found')
  })
}
