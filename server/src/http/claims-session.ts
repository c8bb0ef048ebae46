import type { FastifyRequest } from 'fastify'
import { refreshCookie, sessionCookie } from '../people/session/session-cookies.ts'

/**
 * Whether a request says that somebody who is signed in makes it. Nothing is believed by it: what says so and
 * is not is a stranger's as soon as that is known.
 */
export function claimsSession({ cookies, headers }: FastifyRequest): boolean {
  const isSession = (name: string): boolean => name.endsWith(sessionCookie) || name.endsWith(refreshCookie)
  return Object.keys(cookies).some(isSession) || /^Bearer /i.test(headers.authorization ?? '')
}
