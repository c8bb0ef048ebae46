import fastify, { type FastifyInstance } from 'fastify'
import type { Services } from '../ground/services.ts'
import { registerMetrics } from './metrics-page.ts'
import { requestIdOf } from './request-id.ts'
import { sendError } from './send-error.ts'
import { watchRequests } from './watch-requests.ts'

/**
 * What a balancer asks: `/health` says that the process answers, `/ready` whether requests should come to it
 * (200) or not (503): not while the database does not answer, nor once it was asked to stop.
 * @source decision 0193
 */
export function registerHealth(server: FastifyInstance, { readiness }: Pick<Services, 'readiness'>): void {
  const method = ['GET', 'HEAD']
  const config = { byAnyName: true, served: 'health' }
  server.route({
    method,
    url: '/health',
    config,
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  })
  server.route({
    method,
    url: '/ready',
    config,
    handler: async (request, reply) => {
      const isReady = await readiness.isReady()
      readiness.note(request.socket.remoteAddress ?? '', isReady)
      const status = isReady ? 'ready' : readiness.isStopping() ? 'stopping' : 'unavailable'
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status })
    },
  })
}

/** The HTTP server of a worker: it answers this and `/metrics`, and nothing else. Not yet listening. */
export function createHealthServer(
  services: Pick<Services, 'readiness' | 'metrics' | 'settings' | 'log'>,
): FastifyInstance {
  const server = fastify({ forceCloseConnections: true, exposeHeadRoutes: false, genReqId: requestIdOf })
  watchRequests(server, services)
  registerHealth(server, services)
  server.setErrorHandler((error, request, reply) => sendError(services.log, error, request, reply))
  registerMetrics(server, services)
  return server
}
