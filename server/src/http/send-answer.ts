import { Readable } from 'node:stream'
import type { Call } from '@cartouche/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream, Pending, Redirect } from '../access/handler.ts'
import type { Identity } from '../access/identity.ts'
import { endWithEmbed } from '../features/embeds/end-with-embed.ts'
import { endWithShare } from '../features/shares/end-with-share.ts'
import { answerBytes } from '../ground/bytes/answer-bytes.ts'
import type { ByteSource } from '../ground/bytes/byte-source.ts'
import type { Services } from '../ground/services.ts'
import { writeAnswer } from './write-answer.ts'

/** Sends what a domain function answered: JSON, bytes, events, another address, or that it has to wait. */
export function sendAnswer(
  services: Services,
  identity: Identity,
  call: Call,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  if (isPending(answer)) return reply.code(202).send()
  if (isRedirect(answer))
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(answer.redirectTo, 303)
  if (isBytes(answer)) return sendBytes(endWithLink(services, identity, answer), request, reply)
  if (isEvents(answer)) return sendEvents(answer, request, reply)
  reply
    .code(call.status ?? 200)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
  return request.method === 'HEAD' ? reply.send('') : sendJson(answer, request, reply)
}

/** What a visitor receives ends with the share or the embed. */
function endWithLink(services: Services, identity: Identity, source: ByteSource): ByteSource {
  if (identity.kind === 'visitor') return endWithShare(services, identity.shareId, source)
  return identity.kind === 'embed' ? endWithEmbed(services, identity.embedId, source) : source
}

function sendBytes(source: ByteSource, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = answerBytes(source, { method: request.method, headers: request.headers })
  reply.code(status).headers(headers)
  if (source.vary) addVary(reply, source.vary)
  return body ? reply.send(body) : reply.send()
}

async function sendJson(
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, isGzip } = await writeAnswer(answer, String(request.headers['accept-encoding'] ?? ''))
  if (isGzip) addVary(reply.header('content-encoding', 'gzip'), 'accept-encoding')
  return reply.send(body)
}

/** Whom an answer is for may be said there already. */
function addVary(reply: FastifyReply, header: string): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], header].flat().join(', '))
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
