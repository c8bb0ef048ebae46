import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../access/context.ts'
import type { Services } from '../ground/services.ts'
import { setCookie } from './cookies.ts'
import type { Caller } from './identify-caller.ts'

/** What the domain function behind a call works with. */
export function requestContext(
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Context {
  const { identity, facts } = caller
  return {
    ...services,
    identity,
    request: facts,
    requestId: request.id,
    signal,
    locale: localeOf(caller),
    setCookie: (cookie) => setCookie(reply, facts.baseUrl, cookie),
  }
}

/** Aborted when the client leaves before its answer is sent. */
export function leaveSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort()
  })
  return leaving.signal
}

function localeOf({ identity, facts, query: { lang } }: Caller): string {
  const own = identity.kind === 'user' ? identity.locale : undefined
  const accepted = facts.headers['accept-language']
  const asked =
    typeof lang === 'string' && lang !== '' ? lang : (own ?? (typeof accepted === 'string' ? accepted : 'en'))
  return /^[a-z]{2}/i.exec(asked)?.[0].toLowerCase() ?? 'en'
}
