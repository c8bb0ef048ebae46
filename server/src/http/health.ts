import fastify, { type FastifyInstance } from 'fastify'
import type { Services } from '../ground/services.ts'

/**
 * What a balancer asks: `/health` says that the process answers, `/ready` whether requests should come to it
 * (200) or not (503): not while the database does not answer, nor once it was told to stop.
 * @source decision 0193
 */
export function registerHealth(server: FastifyInstance, { readiness }: Pick<Services, 'readiness'>): void {
  const method = ['GET', 'HEAD']
  const config = { byAnyName: true }
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

/** The HTTP server of a worker: it answers nothing else. Not yet listening. */
export function createHealthServer(services: Pick<Services, 'readiness'>): FastifyInstance {
  const server = fastify({ forceCloseConnections: true })
  registerHealth(server, services)
  return server
}
