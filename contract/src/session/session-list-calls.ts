import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id } from '../parameters.ts'

/** How somebody signed in. */
export const SignInMethod = z.enum(['password', 'factor', 'passkey', 'oidc', 'saml', 'application'])
export type SignInMethod = z.output<typeof SignInMethod>

/**
 * A session as its owner sees it. `device`: what the client called itself; `network`: the address, shortened.
 * `own`: the one of this request.
 */
export const ListedSession = z.object({
  id: z.uuid(),
  device: z.string(),
  network: z.string(),
  method: SignInMethod,
  startedAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  own: z.boolean(),
})
export type ListedSession = z.output<typeof ListedSession>

/** Whose sessions are meant: the own ones, unless an administrator names a user. */
const Whose = z.object({ user: id.optional() })

export const listSessions = defineCall({
  name: 'listSessions',
  method: 'GET',
  path: '/rest/session',
  access: 'signed-in',
  summary: 'The sessions of the signed-in user, the last seen first; of another user, for an administrator',
  source: 'decision 0064',
  input: Whose,
  answers: z.object({ response: z.object({ data: z.array(ListedSession) }) }),
  errors: ['access_denied'],
})

export const endSession = defineCall({
  name: 'endSession',
  method: 'DELETE',
  path: '/rest/session/{id}',
  access: 'signed-in',
  summary: 'End one session on every server at once',
  source: 'decision 0064',
  input: z.object({ id: z.uuid() }),
  answers: z.object({ ended: z.number() }),
  errors: ['session_not_found', 'administrator_only', 'power_exceeded'],
})

export const endSessions = defineCall({
  name: 'endSessions',
  method: 'DELETE',
  path: '/rest/session',
  access: 'signed-in',
  summary: 'Sign out everywhere: end all sessions but this one, or with `all` this one too',
  source: 'decision 0064',
  input: Whose.extend({ all: flag.optional() }),
  answers: z.object({ ended: z.number() }),
  errors: ['access_denied', 'administrator_only', 'power_exceeded'],
})
