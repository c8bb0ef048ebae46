import { ApiError } from '@cartouche/contract'
import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server'
import type { Context } from '../../access/context.ts'
import type { Challenge } from '../session/challenges.sql.ts'
import { markPasskeyUsed, selectPasskey, type StoredPasskey } from './factors.sql.ts'
import { loadWebauthn } from './load-webauthn.ts'

/** What an authenticator answered to a challenge. */
export type PasskeyAnswer = Readonly<Record<string, unknown>>

/**
 * The challenge that was answered. `isAlone`: nothing else proves who it is, so the passkey must have
 * verified the person.
 */
interface AskedPasskey {
  readonly asked: Challenge
  readonly isAlone: boolean
}

/**
 * Proves by a passkey who somebody is; its use is noted.
 * @returns the id of the user
 * @throws passkey_refused, also for a passkey of another user than the challenge asked
 */
export async function provePasskey(
  context: Context,
  response: PasskeyAnswer,
  { asked, isAlone }: AskedPasskey,
): Promise<number> {
  const { database } = context
  const passkey = await selectPasskey(database, typeof response['id'] === 'string' ? response['id'] : '')
  if (!passkey || (asked.user_id !== null && asked.user_id !== passkey.user_id))
    throw new ApiError('passkey_refused')
  const counter = await verify(context, response, { asked, isAlone }, passkey)
  if (!(await markPasskeyUsed(database, passkey.id, counter))) throw new ApiError('passkey_refused')
  return passkey.user_id
}

async function verify(
  { request, log }: Context,
  response: PasskeyAnswer,
  { asked, isAlone }: AskedPasskey,
  passkey: StoredPasskey,
): Promise<number> {
  const { origin, hostname } = new URL(request.baseUrl)
  if (passkey.host !== hostname) throw new ApiError('passkey_refused')
  const { verifyAuthenticationResponse } = await loadWebauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library reads every member and throws where one is missing or wrong.
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: String(asked.data['challenge']),
      expectedOrigin: origin,
      expectedRPID: hostname,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
      // Alone it stands for two factors: what one has, and what one knows or is.
      requireUserVerification: isAlone,
    })
    if (!verified) throw new Error('the signature is wrong')
    return authenticationInfo.newCounter
  } catch (error) {
    log.warn(
      { user: passkey.user_id, reason: error instanceof Error ? error.message : String(error) },
      'a passkey was refused',
    )
    throw new ApiError('passkey_refused')
  }
}
