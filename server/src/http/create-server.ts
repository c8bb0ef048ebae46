import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { ApiError } from '@cartouche/contract'
import fastify, { type FastifyInstance } from 'fastify'
import type { Services } from '../ground/services.ts'
import type { Settings } from '../ground/settings/settings.ts'
import { createAnswerCall, type Handlers } from './answer-call.ts'
import { apiDocuments } from './api-documents.ts'
import { compressAnswers } from './compress-answers.ts'
import { callsFor, fixedPaths, genericAddress, type Address } from './find-call.ts'
import { guardConnections } from './guard-connections.ts'
import { guardMemory, loopDelayMs } from './guard-memory.ts'
import { registerHealth } from './health.ts'
import { guardOrigins } from './origins.ts'
import { registerMetrics } from './metrics-page.ts'
import { requestIdOf } from './request-id.ts'
import { sendError } from './send-error.ts'
import { servedAddress } from './served-address.ts'
import { serveWeb } from './serve-web.ts'
import { watchRequests } from './watch-requests.ts'

const prefixes = ['/api', ''] as const

/**
 * The HTTP server: every call of the contract, the documents of the interface, and the web application. Not
 * yet listening.
 */
export async function createServer(
  services: Services,
  handlers: Handlers,
  webFolder: string | undefined,
): Promise<FastifyInstance> {
  const server = fastify({
    genReqId: requestIdOf,
    exposeHeadRoutes: false,
    trustProxy: services.settings.proxies.length > 0 && services.settings.proxies,
    http: { headersTimeout: headersWithinMs, connectionsCheckingInterval: headersWithinMs / 4 },
    // Existing clients write the back-office's addresses so, and not all of them take `..` away.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/api\/\.\.(?=\/bov3\/)/, ''),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 5000 },
    forceCloseConnections: true,
  })
  server.setErrorHandler((error, request, reply) => sendError(services.log, error, request, reply))
  watchRequests(server, services)
  await guardMemory(server)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await server.register(cookie)
  await compressAnswers(server)
  await server.register(helmet, {
    contentSecurityPolicy: { directives: contentPolicy },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'sameorigin' },
    strictTransportSecurity: false,
  })
  refuseOtherAddresses(server, services.settings)
  await server.register(multipart, {
    limits: { fileSize: services.settings.uploadMaxBytes + 1, ...uploadLimits },
    throwFileSizeLimit: false,
  })
  leaveBodies(server)
  guardConnections(server, services.settings)
  guardOrigins(server, services.settings.origins)
  // Whoever asks again while this server stops makes a connection to another one.
  server.addHook('onSend', async (_request, reply) => {
    if (services.readiness.isStopping()) reply.header('connection', 'close')
  })
  registerHealth(server, services)
  registerMetrics(server, services)
  registerCalls(server, services, handlers)
  apiDocuments(server, prefixes)
  await serveWeb(server, services, webFolder)
  return server
}

/** The head of a request, from the first byte of its connection. */
const headersWithinMs = 20_000

/**
 * Every address of the product's own says so first; what is served over https is asked for over https alone
 * from then on.
 */
function refuseOtherAddresses(server: FastifyInstance, settings: Settings): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.byAnyName) return
    if (servedAddress(settings, request).startsWith('https:'))
      reply.header('strict-transport-security', 'max-age=31536000')
  })
}

/** The web application's own policy; answers of bytes carry theirs. */
const contentPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  frameSrc: ["'self'"],
  frameAncestors: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  upgradeInsecureRequests: null,
}

/** Of an upload's body beside the size of its files. */
const uploadLimits = { files: 10_000, fields: 1000, parts: 11_000, fieldSize: 1024 * 1024 }

/**
 * Nothing is parsed before the caller is identified: `answerCall` reads bodies. Multipart forms keep their
 * own parser.
 */
function leaveBodies(server: FastifyInstance): void {
  server.removeContentTypeParser(['application/json', 'text/plain'])
  server.addContentTypeParser('*', (_request, _body, done) => done(null))
}

/** The name of the parameter that a path ends with. */
function lastParameter(path: string): string | undefined {
  return /\{(\w+)\}$/.exec(path)?.[1]
}

/** A path as the router knows it; `rest` is the parameter that takes all that follows. */
function routeOf(path: string, rest: string | undefined): string {
  const open = rest === undefined ? path : path.replace(/\{\w+\}$/, '*')
  return open.replaceAll(/\{(\w+)\}/g, ':$1')
}

function registerCalls(server: FastifyInstance, services: Services, handlers: Handlers): void {
  const answerCall = createAnswerCall(services, handlers, () => loopDelayMs(server))
  const method = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
  for (const [path, candidates] of fixedPaths()) {
    const compressed = candidates.some(({ call }) => call.answers.type === 'literal')
      ? { compress: false as const }
      : {}
    const rest = candidates.some(({ call }) => call.takesRest === true) ? lastParameter(path) : undefined
    for (const prefix of prefixes) {
      server.route({
        method,
        url: `${prefix}${routeOf(path, rest)}`,
        ...compressed,
        config: { fromOtherSites: candidates.some(({ call }) => call.fromOtherSites) },
        handler: (request, reply) => {
          const { '*': remaining, ...named } = request.params as Address['path']
          const parts = rest === undefined ? named : { ...named, [rest]: remaining ?? '' }
          return answerCall({ calls: callsFor(candidates, parts['id']), path: parts }, request, reply)
        },
      })
    }
  }
  for (const prefix of prefixes) {
    server.route({
      method,
      url: `${prefix}/rest/*`,
      handler: (request, reply) =>
        answerCall(genericAddress((request.params as Record<string, string>)['*'] ?? ''), request, reply),
    })
    for (const room of ['wedia', 'json', 'packaged', 'bov3'])
      server.all(`${prefix}/${room}/*`, () => {
        throw new ApiError('path_not_found')
      })
  }
}
