import { ApiError, type CallInput, type Calls, type SessionTokens } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { deleteChallenge, selectChallenge } from '../session/challenges.sql.ts'
import { selectCredential } from '../session/credentials.sql.ts'
import { openSession } from '../session/open-session.ts'
import { proveCode } from './prove-factor.ts'

/**
 * Finishes a sign-in whose first factor was proved: by a code of the person, or without one after an
 * enrolment. Each challenge opens one session.
 * @throws challenge_gone, second_factor_failed, too_many_guesses, password_change_needed
 */
export async function signInWithFactor(
  context: Context,
  { challenge, code, ...options }: CallInput<Calls['signInWithFactor']>,
): Promise<SessionTokens> {
  const { database } = context
  const enrolled = await selectChallenge(database, challenge, 'enrolment')
  if (enrolled?.data['proven'] === true) return finish(context, challenge, 'enrolment', options)
  const found = await selectChallenge(database, challenge, 'factor')
  if (!found?.user_id) throw new ApiError('challenge_gone')
  if (code === undefined) throw new ApiError('second_factor_failed')
  await proveCode(context, found.user_id, code)
  return finish(context, challenge, 'factor', options)
}

/** @throws password_change_needed */
export async function refuseOldPassword(
  { database }: Pick<Context, 'database'>,
  userId: number,
): Promise<void> {
  if ((await selectCredential(database, 'user', { id: userId }))?.must_change)
    throw new ApiError('password_change_needed')
}

async function finish(
  context: Context,
  token: string,
  kind: 'factor' | 'enrolment',
  options: Omit<CallInput<Calls['signInWithFactor']>, 'challenge' | 'code'>,
): Promise<SessionTokens> {
  const taken = await deleteChallenge(context.database, token, kind)
  if (!taken?.user_id) throw new ApiError('challenge_gone')
  await refuseOldPassword(context, taken.user_id)
  return openSession(context, { kind: 'user', id: taken.user_id }, 'factor', options)
}
