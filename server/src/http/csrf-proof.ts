import type { Call } from '@cartouche/contract'
import type { FastifyRequest } from 'fastify'
import type { UploadPart } from '../access/handler.ts'
import type { Settings } from '../ground/settings/settings.ts'
import { checkCsrf, type CsrfProof } from '../people/session/csrf.ts'
import type { Caller } from './identify-caller.ts'

/**
 * Asks what changes something for its CSRF proof. An upload whose body is not read yet may still bring a
 * token as the first of its parts: `checkedParts` asks for it.
 * @throws csrf_missing
 */
export function requireCsrfProof(
  settings: Settings,
  caller: Caller,
  call: Call,
  { method }: Pick<FastifyRequest, 'method'>,
  body: unknown,
): void {
  if (method === 'GET' || method === 'HEAD' || call.startsSession || call.fromOtherSites) return
  const proof = csrfProof(settings, caller, body)
  if (!call.upload || proof.token !== undefined) checkCsrf(caller.identity, proof)
}

/** What a request brings as its proof, as far as its body is known: the token may be one of its fields. */
export function csrfProof({ origins }: Settings, { facts, query }: Caller, body: unknown): CsrfProof {
  const header = facts.headers['x-csrf-token']
  const field =
    (typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['_csrf'] : undefined) ??
    query['_csrf']
  const token = typeof header === 'string' ? header : typeof field === 'string' ? field : undefined
  return { request: facts, origins, token }
}

/**
 * The parts of an upload, whose field `_csrf` comes first where a cookie session has no other proof.
 * @throws csrf_missing
 */
export async function* checkedParts(
  settings: Settings,
  caller: Caller,
  parts: AsyncIterable<UploadPart>,
): AsyncGenerator<UploadPart> {
  const before = csrfProof(settings, caller, undefined)
  let proof = before
  for await (const part of parts) {
    if (part.kind === 'field' && part.name === '_csrf')
      proof = { ...before, token: before.token ?? part.value }
    else {
      try {
        checkCsrf(caller.identity, proof)
      } catch (error) {
        if (part.kind === 'file') part.stream.resume()
        throw error
      }
      yield part
    }
  }
}
