import { calls } from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { nounError } from '../failure.ts'
import { sessionErrors } from './session-errors.ts'

/**
 * Signs in again as whoever signed in before: a program (`mode: 'bearer'`) kept the refresh token of its last
 * session, which is good once. A browser keeps its session by cookie: there `session.connect()` is enough.
 * @throws session_unrecognized without a token; session_gone for one that is over
 * @source portal §8
 */
export async function rememberMe({ session, call }: Client, refreshToken?: string | null): Promise<void> {
  if (!refreshToken) throw nounError(sessionErrors, 'session_unrecognized')
  await session.signIn(() => call(calls.refreshSession, { token: refreshToken }))
}
