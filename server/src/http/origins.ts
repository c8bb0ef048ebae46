import { ApiError } from '@cartouche/contract'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of other sites may send what comes to this route. */
    fromOtherSites?: boolean
    /** Answered by whatever name it is asked: a balancer knows servers by their addresses. */
    byAnyName?: boolean
  }
}

const allowedHeaders =
  'authorization, content-type, if-match, if-none-match, if-range, range, x-csrf-token, x-context, x-http-method-override'
const exposedHeaders = 'content-disposition, content-length, content-range, etag, retry-after'

/**
 * Serves other origins only where they are listed: a write from another is refused, a read gets no permission
 * to be read by its scripts.
 * @source decision 0134
 */
export function guardOrigins(server: FastifyInstance, origins: readonly string[]): void {
  const listed = new Set(origins)
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    reply.header('vary', 'origin')
    if (listed.has(origin)) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': exposedHeaders,
      })
      if (request.method === 'OPTIONS')
        return reply
          .code(204)
          .headers({
            'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
            'access-control-allow-headers': allowedHeaders,
            'access-control-max-age': '600',
          })
          .send()
      return
    }
    const isOwn = URL.parse(origin)?.host === request.host
    const { fromOtherSites = false } = request.routeOptions.config
    if (!isOwn && !fromOtherSites && request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError('origin_refused')
  })
}
