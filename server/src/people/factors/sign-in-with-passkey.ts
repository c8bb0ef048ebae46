import {
  ApiError,
  type CallAnswer,
  type CallInput,
  type Calls,
  type SessionTokens,
} from '@cartouche/contract'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Context } from '../../access/context.ts'
import { deleteChallenge, insertChallenge, selectChallenge } from '../session/challenges.sql.ts'
import { openSession } from '../session/open-session.ts'
import { selectPasskeysOf } from './factors.sql.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { provePasskey } from './prove-passkey.ts'
import { refuseOldPassword } from './sign-in-with-factor.ts'

const requestSeconds = 300

/**
 * What a browser needs to ask for a passkey: any of this site where nobody has said who they are, else one of
 * that person.
 * @throws challenge_gone
 */
export async function getPasskeyRequest(
  context: Context,
  { challenge: factor }: CallInput<Calls['getPasskeyRequest']>,
): Promise<CallAnswer<Calls['getPasskeyRequest']>> {
  const { database, request } = context
  const host = new URL(request.baseUrl).hostname
  const first = factor === undefined ? undefined : await selectChallenge(database, factor, 'factor')
  if (factor !== undefined && !first?.user_id) throw new ApiError('challenge_gone')
  const own = first?.user_id
    ? (await selectPasskeysOf(database, first.user_id)).filter((passkey) => passkey.host === host)
    : undefined
  const { generateAuthenticationOptions } = await loadWebauthn()
  const options = await generateAuthenticationOptions({
    rpID: host,
    userVerification: own ? 'preferred' : 'required',
    ...(own
      ? {
          allowCredentials: own.map(({ id, transports }) => ({
            id,
            transports: transports as AuthenticatorTransport[],
          })),
        }
      : {}),
  })
  const data = { challenge: options.challenge, ...(factor === undefined ? {} : { factor }) }
  return {
    challenge: await insertChallenge(
      database,
      { kind: 'passkey', user_id: first?.user_id ?? null, data },
      requestSeconds,
    ),
    options: { ...options },
  }
}

/**
 * Signs in by a passkey: alone, where it has verified the person (finger, face, PIN), or as the second factor
 * of a sign-in under way.
 * @throws challenge_gone, passkey_refused, password_change_needed, sign_in_failed
 */
export async function signInWithPasskey(
  context: Context,
  { challenge, response, ...options }: CallInput<Calls['signInWithPasskey']>,
): Promise<SessionTokens> {
  const { database } = context
  const asked = await deleteChallenge(database, challenge, 'passkey')
  if (!asked) throw new ApiError('challenge_gone')
  // Beside a password it is the second factor; alone it stands for both.
  const { factor } = asked.data
  const userId = await provePasskey(context, response, { asked, isAlone: typeof factor !== 'string' })
  if (typeof factor === 'string' && !(await deleteChallenge(database, factor, 'factor')))
    throw new ApiError('challenge_gone')
  await refuseOldPassword(context, userId)
  return openSession(context, { kind: 'user', id: userId }, 'passkey', options)
}
