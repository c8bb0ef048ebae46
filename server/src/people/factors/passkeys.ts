import { ApiError, type CallAnswer, type CallInput, type Calls, type Passkey } from '@cartouche/contract'
import type {
  AuthenticatorTransport,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import type { Context } from '../../access/context.ts'
import { requirePerson } from '../../access/decide.ts'
import { organisationOf } from '../branding/read-branding.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { deleteChallenge, insertChallenge } from '../session/challenges.sql.ts'
import { selectAccount } from '../session/credentials.sql.ts'
import { requireProof } from '../session/require-proof.ts'
import { markEnrolled, requireEnrolling } from './enrolling.ts'
import {
  deletePasskeyOf,
  insertPasskey,
  lockFactors,
  renamePasskey,
  selectPasskeysOf,
} from './factors.sql.ts'
import { getFactors, requireAnother, toPasskey } from './get-factors.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { noteFactor } from './note-factor.ts'

const registrationSeconds = 300

/**
 * What a browser needs to make a passkey: one that can be found without a login, and asks for a finger, a
 * face or a PIN where there is one.
 * @throws sign_in_needed, challenge_gone, proof_needed
 */
export async function getPasskeyCreation(
  context: Context,
  { challenge }: CallInput<Calls['getPasskeyCreation']>,
): Promise<CallAnswer<Calls['getPasskeyCreation']>> {
  const { database, request } = context
  const userId = await requireEnrolling(context, challenge)
  const [account, known] = [
    await selectAccount(database, { kind: 'user', id: userId }),
    await selectPasskeysOf(database, userId),
  ]
  const name = account?.props['name']
  const { generateRegistrationOptions } = await loadWebauthn()
  const options = await generateRegistrationOptions({
    rpName: await organisationOf(context),
    rpID: new URL(request.baseUrl).hostname,
    userName: account?.login ?? '',
    userDisplayName: typeof name === 'string' ? name : '',
    userID: new TextEncoder().encode(`user/${userId}`),
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const registration = await insertChallenge(
    database,
    { kind: 'registration', user_id: userId, data: { challenge: options.challenge } },
    registrationSeconds,
  )
  return { registration, options: { ...options } }
}

/**
 * Adds the passkey that a browser made.
 * @throws sign_in_needed, challenge_gone, proof_needed, passkey_refused
 */
export async function createPasskey(
  context: Context,
  { challenge, registration, response, name }: CallInput<Calls['createPasskey']>,
): Promise<{ response: { data: Passkey } }> {
  const { database, request } = context
  const userId = await requireEnrolling(context, challenge)
  const asked = await deleteChallenge(database, registration, 'registration')
  if (asked?.user_id !== userId) throw new ApiError('challenge_gone')
  const { credential, credentialBackedUp } = await verify(context, response, String(asked.data['challenge']))
  const passkey = {
    id: credential.id,
    user_id: userId,
    name: name || defaultName(context.locale),
    host: new URL(request.baseUrl).hostname,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).slice(0, 10),
    is_synced: credentialBackedUp,
  }
  const added = await withTransaction(database, async (transaction) => {
    const inserted = await insertPasskey(transaction, passkey)
    if (!inserted) throw new ApiError('passkey_refused')
    await noteFactor({ ...context, database: transaction }, userId, 'passkeyAdded', inserted.name)
    return inserted
  })
  await markEnrolled(context, challenge)
  return { response: { data: toPasskey(context, added) } }
}

/** Names an own passkey. @throws passkey_not_found, proof_needed */
export async function updatePasskey(
  context: Context,
  { id, name }: CallInput<Calls['updatePasskey']>,
): Promise<{ response: { data: Passkey } }> {
  const self = requirePerson(context.identity)
  await requireProof(context)
  return withTransaction(context.database, async (database) => {
    const renamed = await renamePasskey(database, self.id, id, name)
    if (!renamed) throw new ApiError('passkey_not_found')
    await noteFactor({ ...context, database }, self.id, 'passkeyRenamed', name)
    return { response: { data: toPasskey(context, renamed) } }
  })
}

/** Takes an own passkey away. @throws passkey_not_found, second_factor_last, proof_needed */
export async function deletePasskey(
  context: Context,
  { id }: CallInput<Calls['deletePasskey']>,
): Promise<CallAnswer<Calls['deletePasskey']>> {
  const self = requirePerson(context.identity)
  await requireProof(context)
  await withTransaction(context.database, async (transaction) => {
    await lockFactors(transaction, self.id)
    await requireAnother({ ...context, database: transaction }, self.id, { passkey: id })
    if (!(await deletePasskeyOf(transaction, self.id, id))) throw new ApiError('passkey_not_found')
    await noteFactor({ ...context, database: transaction }, self.id, 'passkeyRemoved')
  })
  return getFactors(context)
}

async function verify(
  { request, log }: Context,
  response: Readonly<Record<string, unknown>>,
  expectedChallenge: string,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> {
  const { origin, hostname } = new URL(request.baseUrl)
  const { verifyRegistrationResponse } = await loadWebauthn()
  // The library reads every member and throws where one is missing or wrong.
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: false,
  }).catch((error: Error): VerifiedRegistrationResponse => {
    log.warn({ reason: error.message }, 'a passkey could not be added')
    return { verified: false }
  })
  if (!verified.verified) throw new ApiError('passkey_refused')
  return verified.registrationInfo
}

function defaultName(locale: string): string {
  return locale.startsWith('fr') ? 'Clé d’accès' : 'Passkey'
}
