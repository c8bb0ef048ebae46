import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { ApiError, type Method } from '@cartouche/contract'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Services } from '../access/context.ts'
import { answerCall, createAnswering, wantedMethod, type Handlers } from './answer-call.ts'
import { apiDocuments } from './api-documents.ts'
import { callFor, fixedPaths, genericCall } from './find-call.ts'
import { guardOrigins } from './origins.ts'
import { collectFields, maxBodyBytes } from './read-body.ts'
import { sendError } from './send-error.ts'
import { serveWeb } from './serve-web.ts'
import { compressFromBytes } from './write-answer.ts'

const prefixes = ['/api', ''] as const

/** The HTTP server: every call of the contract, the documents of the interface, and the web application. Not yet listening. */
export async function createServer(services: Services, handlers: Handlers, webFolder: string | undefined): Promise<FastifyInstance> {
  const server = fastify({
    bodyLimit: maxBodyBytes, genReqId: () => randomUUID(), exposeHeadRoutes: false, trustProxy: 'loopback',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 5000 }, forceCloseConnections: true,
  })
  server.setErrorHandler((error, request, reply) => sendError(services.log, error, request, reply))
  await server.register(cookie)
  // The fastest level: it takes about half as long, and a list of carts gets a tenth larger.
  await server.register(compress, { global: true, threshold: compressFromBytes, encodings: ['br', 'gzip'], zlibOptions: { level: 1 } })
  await server.register(helmet, { contentSecurityPolicy: { directives: contentPolicy }, crossOriginEmbedderPolicy: false, frameguard: { action: 'sameorigin' }, strictTransportSecurity: false })
  await server.register(multipart, { limits: { fileSize: services.settings.uploadMaxBytes + 1, files: 10_000, parts: 20_000, fields: 10_000, fieldSize: maxBodyBytes }, throwFileSizeLimit: false })
  takeForms(server)
  guardOrigins(server, services.settings.origins)
  registerCalls(server, services, handlers)
  for (const prefix of prefixes) apiDocuments(server, prefix)
  await serveWeb(server, services, webFolder)
  return server
}

/** The web application's own policy; answers of bytes carry theirs. */
const contentPolicy = {
  defaultSrc: ["'self'"], scriptSrc: ["'self'"], styleSrc: ["'self'", "'unsafe-inline'"], imgSrc: ["'self'", 'data:', 'blob:'], mediaSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'", 'data:'], connectSrc: ["'self'"], frameSrc: ["'self'"], frameAncestors: ["'self'"], objectSrc: ["'none'"], baseUri: ["'self'"], upgradeInsecureRequests: null,
}

function takeForms(server: FastifyInstance): void {
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const fields = collectFields()
    for (const [name, value] of new URLSearchParams(body as string)) fields.add(name, value)
    done(null, fields.all())
  })
  // Existing clients announce JSON on calls without a body.
  const json = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void json(request, body as string, done)
  })
}

function registerCalls(server: FastifyInstance, services: Services, handlers: Handlers): void {
  const answering = createAnswering(services, handlers)
  const method = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
  for (const [path, candidates] of fixedPaths()) {
    const compressed = candidates.some(({ call }) => call.answers.type === 'literal') ? { compress: false as const } : {}
    for (const prefix of prefixes) {
      server.route({
        method, url: `${prefix}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, ...compressed,
        handler: (request, reply) => answerCall(answering, { ...callFor(candidates, methodOf(request), wantedMethod(request)), path: request.params as Record<string, unknown> }, request, reply),
      })
    }
  }
  for (const prefix of prefixes) {
    server.route({
      method, url: `${prefix}/rest/*`,
      handler: (request, reply) => answerCall(answering, genericCall((request.params as Record<string, string>)['*'] ?? '', methodOf(request), wantedMethod(request)), request, reply),
    })
    for (const room of ['wedia', 'json', 'packaged']) server.all(`${prefix}/${room}/*`, () => { throw new ApiError('path_not_found') })
  }
}

function methodOf(request: FastifyRequest): Method {
  return request.method as Method
}
