import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../ground/services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The call that answers it, once that is known; empty where none does. */
    callName: string
  }
  interface FastifyContextConfig {
    /** What is served here, where it is no call. */
    served?: string
  }
}

/** Calls that answer archives. */
const archives = new Set(['downloadArchive', 'zipShare'])

/** An answer under way: what its connection had sent when it was last looked at. */
interface Answering {
  readonly request: FastifyRequest
  readonly socket: Socket
  countedBytes: number
  sentBytes: number
}

/**
 * Counts what is answered, and by which call: by the time that its connection was done with it, also where
 * the client left. Bytes of an answer are those that its connection sent, heads included, and are counted
 * while they are sent: a download may take hours.
 */
export function watchRequests(
  server: FastifyInstance,
  { metrics, settings, log }: Pick<Services, 'metrics' | 'settings' | 'log'>,
): void {
  const answering = new Set<Answering>()
  const countBytes = (one: Answering): void => {
    const bytes = one.socket.bytesWritten - one.countedBytes
    if (bytes <= 0) return
    one.countedBytes += bytes
    one.sentBytes += bytes
    const call = callOf(one.request)
    metrics.bytesSent(call, bytes)
    if (archives.has(call)) metrics.archiveSent(bytes)
  }
  metrics.beforeScrape(() => answering.forEach(countBytes))
  metrics.watchConnections(
    () =>
      new Promise((resolve) => {
        server.server.getConnections((error, count) => resolve(error ? 0 : count))
      }),
  )
  server.decorateRequest('callName', '')
  server.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const startedMs = performance.now()
    const one = { request, socket, countedBytes: socket.bytesWritten, sentBytes: 0 }
    answering.add(one)
    reply.raw.once('close', () => {
      answering.delete(one)
      countBytes(one)
      const ms = performance.now() - startedMs
      const call = callOf(request)
      const status = statusOf(reply)
      metrics.callAnswered(call, status, isEvents(reply) ? undefined : ms / 1000)
      if (settings.monitoring.accessLog) log.access?.(lineOf(request, reply, call, ms, one.sentBytes))
    })
  })
}

function callOf({ callName, is404, routeOptions }: FastifyRequest): string {
  if (callName !== '') return callName
  return is404 ? 'none' : (routeOptions.config.served ?? 'web')
}

/** By its first digit; `aborted` where the client left before the end, as from a stream of events. */
function statusOf({ raw }: FastifyReply): string {
  return raw.writableFinished ? `${Math.floor(raw.statusCode / 100)}xx` : 'aborted'
}

/** A stream of events is open for as long as somebody looks at a page. */
function isEvents(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/event-stream')
}

/** No address: a path may hold what lets somebody in, as that of a share. */
function lineOf(
  request: FastifyRequest,
  { raw }: FastifyReply,
  call: string,
  ms: number,
  bytes: number,
): object {
  return {
    requestId: request.id,
    method: request.method,
    call,
    status: raw.statusCode,
    ...(!raw.writableFinished && { aborted: true }),
    ms: Math.round(ms * 10) / 10,
    bytes,
    ip: request.ip,
  }
}
