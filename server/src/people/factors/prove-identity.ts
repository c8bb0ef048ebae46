import { ApiError, type CallAnswer, type CallInput, type Calls, type Proof } from '@cartouche/contract'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Context } from '../../access/context.ts'
import { requirePerson } from '../../access/decide.ts'
import type { SignedIn } from '../../access/identity.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { deleteChallenge, insertChallenge } from '../session/challenges.sql.ts'
import { provePassword, proveSecret } from '../session/prove-password.ts'
import {
  hasUnknownPassword,
  selectLinkedProviders,
  selectProvenUntil,
  updateProven,
} from '../session/proofs.sql.ts'
import { requireSignedIn } from '../../access/decide.ts'
import { selectPasskeysOf } from './factors.sql.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { proveCode } from './prove-factor.ts'
import { provePasskey } from './prove-passkey.ts'
import { listMethods } from './require-factor.ts'

const requestSeconds = 300

/**
 * Until when the last proof of identity counts, and how to give another.
 * @throws sign_in_needed, session_gone
 */
export async function getProof(context: Context): Promise<Proof> {
  const self = requireSignedIn(context.identity)
  const { database } = context
  const until = await selectProvenUntil(database, self.session.key)
  const provenUntil = until?.toISOString() ?? null
  if (self.kind === 'application') return { provenUntil, methods: ['password'], providers: [] }
  const [factors, linked, isUnknown] = await Promise.all([
    listMethods(context, self.id),
    selectLinkedProviders(database, self.id),
    hasUnknownPassword(database, self.id),
  ])
  const providers = context.settings.singleSignOn.filter(({ id }) => linked.includes(id))
  return {
    provenUntil,
    methods: [...(isUnknown ? [] : ['password' as const]), ...factors],
    // The provider is asked to make sure who it is, in place of answering from a session of its own.
    providers: providers.map(({ id, name }) => ({
      id,
      name,
      url: `/api/rest/auth/start/${id}?${new URLSearchParams({ fresh: 'true' })}`,
    })),
  }
}

/** What a browser needs to ask for an own passkey. @throws sign_in_needed, session_gone, access_denied */
export async function startPasskeyProof(context: Context): Promise<CallAnswer<Calls['startPasskeyProof']>> {
  const { database, request } = context
  const self = requirePerson(context.identity)
  const host = new URL(request.baseUrl).hostname
  const own = (await selectPasskeysOf(database, self.id)).filter((passkey) => passkey.host === host)
  const { generateAuthenticationOptions } = await loadWebauthn()
  const options = await generateAuthenticationOptions({
    rpID: host,
    userVerification: 'preferred',
    allowCredentials: own.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
  })
  const data = { challenge: options.challenge, family: self.session.key }
  return {
    challenge: await insertChallenge(database, { kind: 'proof', user_id: self.id, data }, requestSeconds),
    options: { ...options },
  }
}

/**
 * Takes a proof of the signed-in user: the password (an application's secret), a code, or a passkey's answer.
 * It counts for this session alone.
 * @throws invalid_parameter without any, sign_in_failed, second_factor_failed, second_factor_not_set,
 * challenge_gone, passkey_refused, too_many_guesses
 * @source decision 0111
 */
export async function proveIdentity(
  context: Context,
  input: CallInput<Calls['proveIdentity']>,
): Promise<{ provenUntil: string }> {
  const self = requireSignedIn(context.identity)
  const { database } = context
  const method = await prove(context, self, input)
  await updateProven(database, self.session.key)
  const { kind, id, name } = self
  await recordAudit(context, database, {
    kind: 'session.proven',
    target: { resource: kind, id, name },
    after: { method },
  })
  const until = await selectProvenUntil(database, self.session.key)
  if (!until) throw new ApiError('session_gone')
  return { provenUntil: until.toISOString() }
}

async function prove(
  context: Context,
  self: SignedIn,
  { password, code, challenge, response }: CallInput<Calls['proveIdentity']>,
): Promise<string> {
  if (password !== undefined) {
    const claim = { login: self.login, password }
    await (self.kind === 'user' ? provePassword(context, claim) : proveSecret(context, claim))
    return 'password'
  }
  if (code !== undefined) {
    await proveCode(context, requirePerson(self).id, code)
    return 'factor'
  }
  if (challenge === undefined || response === undefined)
    throw new ApiError('invalid_parameter', {
      parameter: 'password',
      reason: 'a password, a code or the answer of a passkey is needed',
    })
  const asked = await deleteChallenge(context.database, challenge, 'proof')
  // Asked for another session, it proves nothing of this one.
  if (asked?.user_id !== self.id || asked.data['family'] !== self.session.key)
    throw new ApiError('challenge_gone')
  await provePasskey(context, response, { asked, isAlone: false })
  return 'passkey'
}
