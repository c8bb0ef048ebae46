import { ApiError, type CallAnswer, type CallInput, type Calls, type SessionTokens } from '@cartouche/contract'
import { generateAuthenticationOptions, verifyAuthenticationResponse, type AuthenticationResponseJSON, type AuthenticatorTransport } from '@simplewebauthn/server'
import type { Context } from '../access/context.ts'
import { deleteChallenge, insertChallenge, selectChallenge, type Challenge } from '../session/challenges.sql.ts'
import { selectCredential } from '../session/credentials.sql.ts'
import { openSession } from '../session/open-session.ts'
import { markPasskeyUsed, selectPasskey, selectPasskeysOf, type StoredPasskey } from './factors.sql.ts'

const requestSeconds = 300

/**
 * What a browser needs to ask for a passkey: any of this site where nobody has said who they are, else one of that person.
 * @throws challenge_gone
 */
export async function getPasskeyRequest(context: Context, { challenge: factor }: CallInput<Calls['getPasskeyRequest']>): Promise<CallAnswer<Calls['getPasskeyRequest']>> {
  const { database, request } = context
  const host = new URL(request.baseUrl).hostname
  const first = factor === undefined ? undefined : await selectChallenge(database, factor, 'factor')
  if (factor !== undefined && !first?.user_id) throw new ApiError('challenge_gone')
  const own = first?.user_id ? (await selectPasskeysOf(database, first.user_id)).filter((passkey) => passkey.host === host) : undefined
  const options = await generateAuthenticationOptions({
    rpID: host, userVerification: own ? 'preferred' : 'required',
    ...(own ? { allowCredentials: own.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })) } : {}),
  })
  const data = { challenge: options.challenge, ...(factor === undefined ? {} : { factor }) }
  return { challenge: await insertChallenge(database, { kind: 'passkey', user_id: first?.user_id ?? null, data }, requestSeconds), options: { ...options } }
}

/**
 * Signs in by a passkey: alone, where it has verified the person (finger, face, PIN), or as the second factor of a sign-in under way.
 * @throws challenge_gone, passkey_refused, password_change_needed, sign_in_failed
 */
export async function signInWithPasskey(context: Context, { challenge, response, ...wish }: CallInput<Calls['signInWithPasskey']>): Promise<SessionTokens> {
  const { database } = context
  const asked = await deleteChallenge(database, challenge, 'passkey')
  if (!asked) throw new ApiError('challenge_gone')
  const passkey = await selectPasskey(database, typeof response['id'] === 'string' ? response['id'] : '')
  if (!passkey || (asked.user_id !== null && asked.user_id !== passkey.user_id)) throw new ApiError('passkey_refused')
  const counter = await verify(context, response, asked, passkey)
  if (!await markPasskeyUsed(database, passkey.id, counter)) throw new ApiError('passkey_refused')
  const { factor } = asked.data
  if (typeof factor === 'string') {
    if (!await deleteChallenge(database, factor, 'factor')) throw new ApiError('challenge_gone')
  } else if ((await selectCredential(database, 'user', { id: passkey.user_id }))?.must_change) throw new ApiError('password_change_needed')
  return openSession(context, { kind: 'user', id: passkey.user_id }, 'passkey', wish)
}

async function verify({ request, log }: Context, response: Readonly<Record<string, unknown>>, { data }: Challenge, passkey: StoredPasskey): Promise<number> {
  const { origin, hostname } = new URL(request.baseUrl)
  if (passkey.host !== hostname) throw new ApiError('passkey_refused')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library reads every member and throws where one is missing or wrong.
      response: response as unknown as AuthenticationResponseJSON, expectedChallenge: String(data['challenge']), expectedOrigin: origin, expectedRPID: hostname,
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter, transports: passkey.transports as AuthenticatorTransport[] },
      // Alone it stands for two factors: what one has, and what one knows or is.
      requireUserVerification: typeof data['factor'] !== 'string',
    })
    if (!verified) throw new Error('the signature is wrong')
    return authenticationInfo.newCounter
  } catch (error) {
    log.warn({ user: passkey.user_id, reason: error instanceof Error ? error.message : String(error) }, 'a passkey was refused')
    throw new ApiError('passkey_refused')
  }
}
