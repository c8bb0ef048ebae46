import { ApiError, type CallInput, type Calls, type SessionTokens } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireFactor } from '../factors/require-factor.ts'
import { insertChallenge } from '../session/challenges.sql.ts'
import { openSession } from '../session/open-session.ts'
import { provePassword, proveSecret } from '../session/prove-password.ts'
import { setPasswordCookie } from '../session/session-cookies.ts'

/** How long a person has to choose another password. */
const passwordSeconds = 600

/**
 * Signs a user in by login and password, or an application by its name, key and secret. In cookie mode the
 * browser keeps the tokens too, in place of those of the session before.
 * @throws no_application_credential, sign_in_failed, too_many_guesses; password_change_needed,
 * second_factor_needed, second_factor_enrolment_needed after the right password alone
 * @source portal §4 Session, §8; wire facts "Session"
 */
export async function signIn(context: Context, input: CallInput<Calls['signIn']>): Promise<SessionTokens> {
  if (input.application || !input.login) return signInApplication(context, input)
  const credential = await provePassword(context, { login: input.login, password: input.password ?? '' })
  if (credential.must_change) await askForPassword(context, credential.id, input)
  await requireFactor(context, credential.id)
  return openSession(context, { kind: 'user', id: credential.id }, 'password', input)
}

/**
 * Credentials of an application come whole or not at all.
 * @throws no_application_credential, sign_in_failed, too_many_guesses
 * @source portal §4: without login and password, the application's; §8
 */
async function signInApplication(
  context: Context,
  input: CallInput<Calls['signIn']>,
): Promise<SessionTokens> {
  const { application, login, password } = input
  if (!application || !login || !password) throw new ApiError('no_application_credential')
  const key = await proveSecret(context, { login, password, name: application })
  context.applicationCalls.noteKey(key.id)
  return openSession(context, { kind: 'application', id: key.application_id }, 'application', {
    ...input,
    keyId: key.id,
  })
}

/**
 * Existing clients send the login and the new password then, and nothing else: the browser keeps that it has
 * proved the present one.
 * @throws password_change_needed
 * @source decision 0112
 */
async function askForPassword(
  context: Context,
  userId: number,
  { cookieauth, sessionauth }: CallInput<Calls['signIn']>,
): Promise<never> {
  if (cookieauth || sessionauth) {
    const challenge = await insertChallenge(
      context.database,
      { kind: 'password', user_id: userId, data: {} },
      passwordSeconds,
    )
    setPasswordCookie(context, challenge, passwordSeconds)
  }
  throw new ApiError('password_change_needed')
}
