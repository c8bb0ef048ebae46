import { ApiError, type Call, type CallName, type Method } from '@cartouche/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createMemory, type Memory } from '../access/changes.ts'
import type { Context, CookieWish, RequestFacts, Services } from '../access/context.ts'
import { refusal, requireAction } from '../access/decide.ts'
import { anonymous, type Identity } from '../access/identity.ts'
import { answerBytes } from '../bytes/answer-bytes.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { checkCsrf } from '../session/csrf.ts'
import { identify } from '../session/identify.ts'
import { sessionCookie } from '../session/session-cookies.ts'
import { identifyVisitor } from '../shares/identify-visitor.ts'
import type { Pending, UploadPart } from './handler.ts'
import { readBody, uploadParts } from './read-body.ts'
import { readInput } from './read-input.ts'
import { requestFacts } from './request-facts.ts'

/** Any domain function, as the adapter calls it once the contract has parsed the input. */
export type AnyHandler = (context: Context, input: never) => Promise<unknown>
export type Handlers = Readonly<Record<CallName, AnyHandler>>

interface Asked {
  readonly call: Call
  readonly name: CallName
  readonly path: Readonly<Record<string, unknown>>
}

/** What every call needs: the services, the domain functions, and who is known to have asked before. */
export interface Answering {
  readonly services: Services
  readonly handlers: Handlers
  readonly known: Memory<Identity>
}

/** @source decision 0005 */
export function createAnswering(services: Services, handlers: Handlers): Answering {
  return { services, handlers, known: createMemory<Identity>(services.changes, { max: 5000, holdsForMs: 5000, keep: ({ kind }) => kind !== 'anonymous' }) }
}

/** Calls that start or renew a session: they cannot carry its CSRF token yet. */
const beforeSession: ReadonlySet<string> = new Set(['signIn', 'refreshSession'])

/**
 * Answers one call: who asks, may they, what did they send, the domain function, the answer. The only way from HTTP to a
 * domain function, so that no route goes without its check.
 */
export async function answerCall({ services, handlers, known }: Answering, asked: Asked, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { call } = asked
  const facts = requestFacts(request)
  const body = call.upload ? undefined : await readBody(request)
  const raw = { path: asked.path, body, query: request.query as Record<string, unknown> }
  const identity = await identityOf(services, known, facts, call, raw)
  const csrfToken = csrfOf(facts, body, raw.query)
  // An upload's body is not read yet: its token may still come as the first of its parts.
  const checksParts = call.upload === true && csrfToken === undefined
  if (request.method !== 'GET' && request.method !== 'HEAD' && !beforeSession.has(asked.name) && !checksParts) checkCsrf(identity, csrfToken)
  checkAccess(identity, call, asked.path['path'])
  const input = readInput(call, raw)
  const context = contextOf(services, identity, facts, request, reply, raw.query)
  const handler = handlers[asked.name] as (context: Context, input: unknown) => Promise<unknown>
  const answer = await handler(context, call.upload ? { ...input, parts: checksParts ? checkedParts(identity, uploadParts(request)) : uploadParts(request) } : input)
  if (request.method !== 'GET' && request.method !== 'HEAD') services.changes?.note()
  if (isPending(answer)) return reply.code(202).send()
  if (isBytes(answer)) return sendBytes(answer, request, reply)
  reply.code(call.status ?? 200).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  return reply.send(request.method === 'HEAD' ? '' : JSON.stringify(answer))
}

async function identityOf(services: Services, known: Memory<Identity>, facts: RequestFacts, call: Call, raw: { path: Asked['path']; query: Record<string, unknown> }): Promise<Identity> {
  if (call.access.startsWith('share/')) return identifyVisitor(services, facts, { shareId: typeof raw.path['id'] === 'string' ? raw.path['id'] : '' })
  const ticket = raw.query['ticket']
  if (typeof ticket === 'string' && ticket !== '') return known(`ticket ${ticket}`, () => identifyVisitor(services, facts, { ticket }))
  if (beforeSession.has(call.name)) return anonymous
  return known(`${facts.authorization ?? ''} ${facts.cookies[sessionCookie] ?? ''}`, () => identify(services, facts))
}

/**
 * The coarse decision: may this identity take the action at all? Rows are decided by the domain function's scope.
 * @throws sign_in_needed, session_gone, access_denied
 */
function checkAccess(identity: Identity, call: Call, restPath: unknown): void {
  if (call.access === 'public' || call.access.startsWith('share/')) return
  if (call.access === 'signed-in') {
    if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
    return
  }
  const [resource = '', action = ''] = call.access.split('/')
  // The resource of a generic call comes from its path; the domain function asks the kernel once it knows it.
  if (resource === 'entity') {
    if (identity.kind === 'anonymous') throw refusal(identity)
    if (restPath === undefined) throw new ApiError('path_not_found')
    return
  }
  // Visitors reach the shared cart by the calls of shares, which tell them less of it.
  if (identity.kind === 'visitor' && resource === 'cart') throw refusal(identity)
  requireAction(identity, resource, action)
}

function csrfOf(facts: RequestFacts, body: unknown, query: Record<string, unknown>): string | undefined {
  const header = facts.headers['x-csrf-token'] ?? facts.headers['x-xsrf-token']
  if (typeof header === 'string') return header
  const field = (typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['_csrf'] : undefined) ?? query['_csrf']
  return typeof field === 'string' ? field : undefined
}

/** The parts of an upload, whose field `_csrf` comes first where the session is a cookie's. */
async function* checkedParts(identity: Identity, parts: AsyncIterable<UploadPart>): AsyncGenerator<UploadPart> {
  let presented: string | undefined
  for await (const part of parts) {
    if (part.kind === 'field' && part.name === '_csrf') presented = part.value
    else {
      try {
        checkCsrf(identity, presented)
      } catch (error) {
        if (part.kind === 'file') part.stream.resume()
        throw error
      }
      yield part
    }
  }
}

function contextOf(services: Services, identity: Identity, facts: RequestFacts, request: FastifyRequest, reply: FastifyReply, query: Record<string, unknown>): Context {
  const leaving = new AbortController()
  reply.raw.once('close', () => { if (!reply.raw.writableFinished) leaving.abort() })
  return {
    ...services, identity, request: facts, requestId: request.id, signal: leaving.signal, locale: localeOf(identity, facts, query['lang']),
    setCookie: (wish: CookieWish) => {
      void reply.setCookie(wish.name, wish.value, {
        path: wish.path ?? '/', httpOnly: wish.httpOnly, sameSite: 'lax', secure: facts.baseUrl.startsWith('https:'), maxAge: wish.maxAgeSeconds,
      })
    },
  }
}

function localeOf(identity: Identity, facts: RequestFacts, lang: unknown): string {
  const own = identity.kind === 'user' ? identity.locale : undefined
  const accepted = facts.headers['accept-language']
  const wish = typeof lang === 'string' && lang !== '' ? lang : (own ?? (typeof accepted === 'string' ? accepted : 'en'))
  return /^[a-z]{2}/i.exec(wish)?.[0].toLowerCase() ?? 'en'
}

function sendBytes(source: ByteSource, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = answerBytes(source, { method: request.method, headers: request.headers })
  reply.code(status).headers(headers)
  return body ? reply.send(body) : reply.send()
}

function isPending(answer: unknown): answer is Pending {
  return typeof answer === 'object' && answer !== null && 'pending' in answer
}

function isBytes(answer: unknown): answer is ByteSource {
  return typeof answer === 'object' && answer !== null && 'sizeBytes' in answer && 'open' in answer && typeof answer.open === 'function'
}

/** The method that a request stands for. @source calls: X-HTTP-Method-Override, or the parameter `_method` */
export function wantedMethod(request: FastifyRequest): Method {
  const override = request.headers['x-http-method-override'] ?? (request.query as Record<string, unknown>)['_method']
  const wanted = request.method === 'POST' && typeof override === 'string' ? override.toUpperCase() : request.method
  return (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((method) => method === wanted) ?? 'POST'
}
