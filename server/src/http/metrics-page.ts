import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { ApiError } from '@cartouche/contract'
import type { Services } from '../ground/services.ts'

const path = '/metrics'

/**
 * `/metrics` where requests are answered: for whoever sends the token of the settings as a bearer, and
 * without one for nobody. It answers by any name, as `/health` does: who scrapes knows each server by its
 * address.
 */
export function registerMetrics(
  server: FastifyInstance,
  { settings, metrics }: Pick<Services, 'settings' | 'metrics'>,
): void {
  const { metricsToken } = settings.monitoring
  server.route({
    method: 'GET',
    url: path,
    config: { byAnyName: true, served: 'metrics' },
    handler: async (request, reply) => {
      if (metricsToken === undefined) throw new ApiError('path_not_found')
      const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
      if (given === undefined || !isSame(given, metricsToken))
        return reply
          .code(401)
          .header('cache-control', 'no-store')
          .header('www-authenticate', 'Bearer realm="metrics"')
          .type('text/plain; charset=utf-8')
          .send('The token of CARTOUCHE_METRICS_TOKEN is needed.\n')
      return sendMetrics(metrics, reply)
    },
  })
}

/**
 * The server of `CARTOUCHE_METRICS_PORT`, which listens on the loopback address alone: whoever is on this
 * machine reads it, but no page in a browser of this machine, which would come by another name.
 */
export function createMetricsServer({ metrics }: Pick<Services, 'metrics'>): FastifyInstance {
  const server = fastify({ forceCloseConnections: true, exposeHeadRoutes: false })
  server.get(path, async (request, reply) => {
    const isOwnName = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '')
    if (!isOwnName || request.headers.origin !== undefined) return reply.code(421).send()
    return sendMetrics(metrics, reply)
  })
  return server
}

async function sendMetrics(metrics: Services['metrics'], reply: FastifyReply): Promise<FastifyReply> {
  const { contentType, text } = await metrics.expose()
  return reply.header('cache-control', 'no-store').type(contentType).send(text)
}

/** In the same time whatever is wrong with it. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}
