import { Readable } from 'node:stream'
import {
  parseResourcePath,
  resourceOfDotted,
  type Call,
  type CallName,
  type Method,
} from '@cartouche/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseSlow, whileReading } from '../ground/database/create-pool.ts'
import { createAnswerCache, type AnswerCache } from '../ground/cache.ts'
import type { Context, RequestFacts } from '../access/context.ts'
import type { Services } from '../ground/services.ts'
import { refusal, requireAction } from '../access/decide.ts'
import { anonymous, type Identity } from '../access/identity.ts'
import { answerBytes } from '../ground/bytes/answer-bytes.ts'
import type { ByteSource } from '../ground/bytes/byte-source.ts'
import { checkCsrf, type CsrfProof } from '../people/session/csrf.ts'
import { identify } from '../people/session/identify.ts'
import { sessionCookie } from '../people/session/session-cookies.ts'
import { endWithShare } from '../features/shares/end-with-share.ts'
import { identifyVisitor } from '../features/shares/identify-visitor.ts'
import type { EventStream, Pending, ReceivedFile, Redirect, UploadPart } from '../access/handler.ts'
import { setCookie } from './cookies.ts'
import { callFor, type Address, type NamedCall } from './find-call.ts'
import { readBody, readMultipart, uploadParts, type Fields, type FormFile } from './read-body.ts'
import { presentParameters, readInput, type RawInput } from './read-input.ts'
import { requestFacts } from './request-facts.ts'
import { storeFile } from './store-file.ts'
import { writeAnswer } from './write-answer.ts'

/** Any domain function, as the adapter calls it once the contract has parsed the input. */
export type AnyHandler = (context: Context, input: never) => Promise<unknown>
export type Handlers = Readonly<Record<CallName, AnyHandler>>

/** What every call needs: the services, the domain functions, and who is known to have asked before. */
export interface Answering {
  readonly services: Services
  readonly handlers: Handlers
  readonly identities: AnswerCache<Identity>
}

/** @source decision 0005 */
export function createAnswering(services: Services, handlers: Handlers): Answering {
  return {
    services,
    handlers,
    identities: createAnswerCache<Identity>(services.changes, {
      max: 5000,
      maxAgeMs: 5000,
      cacheable: ({ kind }) => kind !== 'anonymous',
    }),
  }
}

/** Calls that start or renew a session: they cannot carry its CSRF token yet. */
const beforeSession: ReadonlySet<string> = new Set([
  'signIn',
  'signInWithFactor',
  'signInWithPasskey',
  'getPasskeyRequest',
  'refreshSession',
  'takeSamlAnswer',
])

/** Largest bodies, in bytes, of calls that name no limit of their own. */
const maxBodyBytes = { stranger: 64 * 1024, known: 1024 * 1024 }

/**
 * Answers one call: who asks, may they, what did they send, the domain function, the answer. The only way
 * from HTTP to a domain function, so that no route goes without its check. Of the body nothing is read before
 * it is known who asks, and that there is a call at this address which they may make.
 * @source decision 0130
 */
export async function answerCall(
  { services, handlers, identities }: Answering,
  address: Address,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const facts = requestFacts(services.settings, request)
  const query = presentParameters(request.query as Record<string, unknown>)
  const identity = await identityOf(services, identities, facts, address, query)
  const permitted = permittedCalls(identity, address)
  const parsed = request.isMultipart() ? undefined : await readBody(request, largestBody(identity, permitted))
  const { call, name } = callFor(address.calls, request.method as Method, wantedMethod(request, parsed))
  const proofOf = (body: unknown): CsrfProof => ({
    request: facts,
    origins: services.settings.origins,
    token: tokenOf(facts, body, query),
  })
  const files = new Map<string, ReceivedFile>()
  const takeFile = async (part: FormFile, fields: Fields): Promise<void> => {
    // Before a byte is kept: fields come before files.
    checkCsrf(identity, proofOf(fields))
    checkFileAccess(identity, call, address.path)
    files.set(part.name, await storeFile(services, part, leaveSignal(reply), query['simu']))
  }
  const isForm = request.isMultipart() && call.upload !== true
  const body = isForm
    ? await readMultipart(
        request,
        largestBody(identity, [{ call, name }]),
        call.takesFiles ? takeFile : undefined,
      )
    : parsed
  const raw = { path: address.path, body, query }
  const proof = proofOf(body)
  // An upload's body is not read yet: its token may still come as the first of its parts.
  const checksParts = call.upload === true && proof.token === undefined
  if (request.method !== 'GET' && request.method !== 'HEAD' && !beforeSession.has(name) && !checksParts)
    checkCsrf(identity, proof)
  checkAccess(identity, call)
  const input = readInput(call, raw)
  const context = contextOf(services, identity, facts, request, reply, query)
  const handler = handlers[name] as (context: Context, input: unknown) => Promise<unknown>
  const parts = (): AsyncIterable<UploadPart> =>
    checksParts ? checkedParts(identity, proof, uploadParts(request)) : uploadParts(request)
  const given = call.upload ? { ...input, parts: parts() } : files.size > 0 ? { ...input, files } : input
  const answer = await (isReading(call)
    ? whileReading(() => handler(context, given)).catch(refuseSlow)
    : handler(context, given))
  // What visitors do changes nothing that access rests on: five hundred who open a share must not make the
  // server forget all it knows.
  if (request.method !== 'GET' && request.method !== 'HEAD' && !call.access.startsWith('share/'))
    services.changes?.note()
  if (isPending(answer)) return reply.code(202).send()
  if (isRedirect(answer))
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(answer.redirectTo, 303)
  if (isBytes(answer))
    return sendBytes(
      identity.kind === 'visitor' ? endWithShare(services, identity.shareId, answer) : answer,
      request,
      reply,
    )
  if (isEvents(answer)) return sendEvents(answer, request, reply)
  reply
    .code(call.status ?? 200)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
  return request.method === 'HEAD' ? reply.send('') : sendJson(answer, request, reply)
}

/**
 * Whether a call reads lists and entities, by whatever method. What answers bytes may read for as long as
 * they are sent.
 */
function isReading(call: Call): boolean {
  return (call.as ?? call.method) === 'GET' && call.answers.type !== 'literal'
}

async function identityOf(
  services: Services,
  identities: AnswerCache<Identity>,
  facts: RequestFacts,
  { calls, path }: Address,
  query: RawInput['query'],
): Promise<Identity> {
  if (calls.some(({ call }) => call.access.startsWith('share/')))
    return identifyVisitor(services, facts, { shareId: typeof path['id'] === 'string' ? path['id'] : '' })
  const ticket = query['ticket']
  if (typeof ticket === 'string' && ticket !== '')
    return identities(JSON.stringify(['ticket', ticket]), () => identifyVisitor(services, facts, { ticket }))
  if (calls.every(({ name }) => beforeSession.has(name))) return anonymous
  return identities(JSON.stringify(['session', facts.authorization, facts.cookies[sessionCookie]]), () =>
    identify(services, facts),
  )
}

/**
 * The calls of an address that this identity may make at all.
 * @throws what the first of them is refused with, where there are none
 */
function permittedCalls(identity: Identity, { calls }: Address): readonly NamedCall[] {
  const refusals: unknown[] = []
  const permitted = calls.filter(({ call }) => {
    try {
      checkAccess(identity, call)
      return true
    } catch (error) {
      refusals.push(error)
      return false
    }
  })
  if (permitted.length === 0) throw refusals[0]
  return permitted
}

function largestBody(identity: Identity, permitted: readonly NamedCall[]): number {
  const usual =
    identity.kind === 'user' || identity.kind === 'application' ? maxBodyBytes.known : maxBodyBytes.stranger
  return Math.max(...permitted.map(({ call }) => call.maxBodyBytes ?? usual))
}

const itemPreviews: ReadonlySet<string> = new Set(['getCartItemVariation', 'getCartItemPlayer'])

/**
 * The coarse decision: may this identity take the action at all? Rows are decided by the domain function's
 * scope.
 * @throws sign_in_needed, session_gone, access_denied
 */
function checkAccess(identity: Identity, call: Call): void {
  if (call.access === 'public' || call.access.startsWith('share/')) return
  if (call.access === 'signed-in') {
    if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
    return
  }
  const [resource = '', action = ''] = call.access.split('/')
  // The resource of a generic call comes from its path; the domain function asks the kernel once it knows it.
  if (resource === 'entity') {
    if (identity.kind === 'anonymous') throw refusal(identity)
    return
  }
  // Visitors reach the shared cart by the calls of shares, which tell them less of it; its pictures by the
  // addresses that clients know.
  if (identity.kind === 'visitor' && resource === 'cart' && !itemPreviews.has(call.name))
    throw refusal(identity)
  requireAction(identity, resource, action)
}

/**
 * Who sends a file to a generic call may take its action on some entity of the resource that the path names.
 */
function checkFileAccess(identity: Identity, call: Call, { path, dotted }: Address['path']): void {
  checkAccess(identity, call)
  const named = typeof path === 'string' ? parseResourcePath(path) : undefined
  const resource =
    typeof dotted === 'string'
      ? resourceOfDotted(dotted)
      : named && 'resource' in named
        ? named.resource
        : named && 'resources' in named
          ? named.resources[0]
          : undefined
  requireAction(identity, resource ?? '', call.access.split('/')[1] ?? '')
}

function tokenOf(facts: RequestFacts, body: unknown, query: Record<string, unknown>): string | undefined {
  const header = facts.headers['x-csrf-token']
  if (typeof header === 'string') return header
  const field =
    (typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['_csrf'] : undefined) ??
    query['_csrf']
  return typeof field === 'string' ? field : undefined
}

/** The parts of an upload, whose field `_csrf` comes first where a cookie session has no other proof. */
async function* checkedParts(
  identity: Identity,
  proof: CsrfProof,
  parts: AsyncIterable<UploadPart>,
): AsyncGenerator<UploadPart> {
  let token: string | undefined
  for await (const part of parts) {
    if (part.kind === 'field' && part.name === '_csrf') token = part.value
    else {
      try {
        checkCsrf(identity, { ...proof, token })
      } catch (error) {
        if (part.kind === 'file') part.stream.resume()
        throw error
      }
      yield part
    }
  }
}

function contextOf(
  services: Services,
  identity: Identity,
  facts: RequestFacts,
  request: FastifyRequest,
  reply: FastifyReply,
  query: Record<string, unknown>,
): Context {
  return {
    ...services,
    identity,
    request: facts,
    requestId: request.id,
    signal: leaveSignal(reply),
    locale: localeOf(identity, facts, query['lang']),
    setCookie: (cookie) => setCookie(reply, facts.baseUrl, cookie),
  }
}

/** Aborted when the client leaves before its answer is sent. */
function leaveSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort()
  })
  return leaving.signal
}

function localeOf(identity: Identity, facts: RequestFacts, lang: unknown): string {
  const own = identity.kind === 'user' ? identity.locale : undefined
  const accepted = facts.headers['accept-language']
  const wish =
    typeof lang === 'string' && lang !== '' ? lang : (own ?? (typeof accepted === 'string' ? accepted : 'en'))
  return /^[a-z]{2}/i.exec(wish)?.[0].toLowerCase() ?? 'en'
}

function sendBytes(source: ByteSource, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = answerBytes(source, { method: request.method, headers: request.headers })
  reply.code(status).headers(headers)
  return body ? reply.send(body) : reply.send()
}

async function sendJson(
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, isGzip } = await writeAnswer(answer, String(request.headers['accept-encoding'] ?? ''))
  // Whom an answer is for may be said there already.
  if (isGzip)
    reply
      .header('content-encoding', 'gzip')
      .header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '))
  return reply.send(body)
}

/** A proxy must neither keep nor gather them. */
function sendEvents({ events }: EventStream, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
  if (request.method !== 'HEAD') return reply.send(events)
  events.destroy()
  return reply.send('')
}

function isPending(answer: unknown): answer is Pending {
  return typeof answer === 'object' && answer !== null && 'pending' in answer
}

function isRedirect(answer: unknown): answer is Redirect {
  return typeof answer === 'object' && answer !== null && 'redirectTo' in answer
}

function isEvents(answer: unknown): answer is EventStream {
  return (
    typeof answer === 'object' && answer !== null && 'events' in answer && answer.events instanceof Readable
  )
}

function isBytes(answer: unknown): answer is ByteSource {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'sizeBytes' in answer &&
    'open' in answer &&
    typeof answer.open === 'function'
  )
}

/**
 * The method that a request stands for.
 * @source calls: X-HTTP-Method-Override, or the parameter `_method` of the address or of a form
 */
function wantedMethod(request: FastifyRequest, body: unknown): Method {
  const field =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['_method'] : undefined
  const override =
    request.headers['x-http-method-override'] ??
    (request.query as Record<string, unknown>)['_method'] ??
    field
  const wanted =
    request.method === 'POST' && typeof override === 'string' ? override.toUpperCase() : request.method
  return (
    (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((method) => method === wanted) ?? 'POST'
  )
}
