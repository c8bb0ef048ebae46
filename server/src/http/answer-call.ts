import type { Call, CallName } from '@cartouche/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../access/context.ts'
import { refuseSlow, whileReading } from '../ground/database/create-pool.ts'
import type { Services } from '../ground/services.ts'
import type { SpanOptions } from '../ground/tracing/tracing.ts'
import { runAs } from '../ground/work.ts'
import { checkAccess, permittedCalls } from './check-access.ts'
import { countCall } from './count-call.ts'
import { createCrowdLimit, type CrowdRank } from './limit-crowds.ts'
import { requireCsrfProof } from './csrf-proof.ts'
import { claimsSession } from './claims-session.ts'
import type { Address } from './find-call.ts'
import { createIdentifyCaller, type Caller } from './identify-caller.ts'
import { readInput } from './read-input.ts'
import { receiveBody } from './receive-body.ts'
import { leaveSignal, requestContext } from './request-context.ts'
import { sendAnswer } from './send-answer.ts'

/** Any domain function, as it is called once the contract has parsed the input. */
export type AnyHandler = (context: Context, input: never) => Promise<unknown>
export type Handlers = Readonly<Record<CallName, AnyHandler>>

/** Answers one request to an address of the contract. */
export type AnswerCall = (
  address: Address,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

/**
 * The only way from HTTP to a domain function, so that no route goes without its checks. The order counts: of
 * the body nothing is read before it is known who asks, and that there is a call at this address which they
 * may make; of its files none is kept before the CSRF proof was seen. Strangers wait for their turn, or are
 * refused before anything is begun.
 * @param delayMs how late this process is for everything
 * @source decisions 0130, 0134, 0193 and 0223
 */
export function createAnswerCall(
  services: Services,
  handlers: Handlers,
  delayMs: () => number = () => 0,
): AnswerCall {
  const inTurn = createCrowdLimit({ log: services.log, delayMs })
  const identifyCaller = createIdentifyCaller(services)
  const answer: AnswerCall = async (address, request, reply) => {
    const signal = leaveSignal(reply)
    const called = { name: address.calls[0]?.name ?? 'unknown' }
    request.callName = called.name
    const identifyNow = async (): Promise<Caller> => {
      // What is remembered counts every change that was answered before this request came, by any server.
      await services.changes?.catchUp()
      return identifyCaller(address, request)
    }
    const isClaimed = claimsSession(request)
    const caller = isClaimed ? await identifyNow() : await inTurn(rankOf(address), signal, identifyNow)
    return countCall(services, caller.identity, called, async () => {
      const permitted = permittedCalls(caller.identity, address)
      const { name, call, body, beside } = await receiveBody(
        services,
        caller,
        address,
        permitted,
        request,
        signal,
      )
      called.name = request.callName = name
      requireCsrfProof(services.settings, caller, call, request, body)
      checkAccess(caller.identity, call)
      const input = { ...readInput(call, { path: address.path, body, query: caller.query }), ...beside }
      const context = requestContext(services, caller, request, reply, signal)
      const handler = handlers[name] as (context: Context, input: unknown) => Promise<unknown>
      const handle = async (): Promise<unknown> =>
        isReading(call)
          ? whileReading(() => handler(context, input)).catch(refuseSlow)
          : handler(context, input)
      // A request that only claimed a session has not waited yet.
      const rank = isClaimed ? rankOf(address) : 'begun'
      const answered = isForCrowds(caller, call) ? await inTurn(rank, signal, handle) : await handle()
      return sendAnswer(services, caller.identity, call, answered, request, reply)
    })
  }
  return (address, request, reply) =>
    runAs({ requestId: request.id }, () =>
      services.tracing.span(spanOf(request), async (span) => {
        try {
          return await answer(address, request, reply)
        } finally {
          span.rename(request.callName || request.method)
          span.set({ 'cartouche.call': request.callName })
        }
      }),
    )
}

/** Opening a share is arriving; whatever follows, and the application's own first reads, is inside. */
function rankOf({ calls }: Address): CrowdRank {
  return calls.some(({ name }) => name === 'viewShare') ? 'arriving' : 'inside'
}

/**
 * Whether a call waits in turn: those of nobody who is signed in. Bytes, which take as long as their reader
 * or their sender, and passwords have limits of their own.
 */
function isForCrowds({ identity }: Caller, call: Call): boolean {
  const isStranger = identity.kind !== 'user' && identity.kind !== 'application'
  return isStranger && call.answers.type !== 'literal' && !call.upload && !call.startsSession
}

function spanOf({ id, method, headers }: FastifyRequest): SpanOptions {
  const { traceparent } = headers
  return {
    name: method,
    kind: 'server',
    attributes: { 'http.request.method': method, 'cartouche.request.id': id },
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  }
}

/**
 * Whether a call reads lists and entities, by whatever method. What answers bytes may read for as long as
 * they are sent.
 */
function isReading(call: Call): boolean {
  return call.readOnly === true || ((call.as ?? call.method) === 'GET' && call.answers.type !== 'literal')
}
