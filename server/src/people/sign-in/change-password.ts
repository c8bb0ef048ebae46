import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { SignedIn } from '../../access/identity.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { proveCode } from '../factors/prove-factor.ts'
import { provePasskey } from '../factors/prove-passkey.ts'
import { askForFactor, listMethods } from '../factors/require-factor.ts'
import { deleteChallenge, insertChallenge, selectChallenge } from '../session/challenges.sql.ts'
import { foldLogin, selectCredential, type Credential } from '../session/credentials.sql.ts'
import { limitHashing } from '../session/limit-hashing.ts'
import { matchesHash } from '../session/password-hash.ts'
import { requireGoodPassword } from '../session/password-rules.ts'
import { provePassword } from '../session/prove-password.ts'
import { requireProof } from '../session/require-proof.ts'
import { clearPasswordCookie, passwordCookie } from '../session/session-cookies.ts'
import { setPassword } from '../session/set-password.ts'
import { notifyPerson } from '../session/notify-person.ts'

type Input = CallInput<Calls['patchProfile']>

/** How long who changed a password by a second factor has to sign in without another code. */
const signInSeconds = 300

/**
 * Changes the own password: by the present one, or where only one is given (`login` and `password`, as
 * existing clients send it) by a proof that is not ten minutes old.
 * @throws invalid_parameter, sign_in_failed, too_many_guesses, proof_needed, password_too_weak,
 * password_is_login, password_not_new, password_too_common
 * @source decision 0112
 */
export async function changeOwnPassword(
  context: Context,
  self: SignedIn,
  { login, password, newPassword }: Input,
): Promise<void> {
  if (login !== undefined && foldLogin(login) !== foldLogin(self.login))
    throw missing('login', 'it is not the login of whoever is signed in')
  if (!password) throw missing('password', 'the present password is needed')
  if (newPassword) {
    await provePassword(context, { login: self.login, password })
    requireGoodPassword(newPassword, { login: self.login, present: password })
  } else {
    await requireProof(context)
    await requireNewPassword(password, await selectCredential(context.database, 'user', { id: self.id }))
  }
  await change(context, self, newPassword || password, self.session.key)
}

/**
 * Changes a password without a session, as there is none to be had before: for whoever proves the present
 * one, or has proved it in this browser by the sign-in that asked for the change. Whoever has a second factor
 * proves that too.
 * @returns the login; `challenge` signs in who has proved a second factor.
 * @throws what `changeOwnPassword` throws; sign_in_needed, second_factor_needed, second_factor_failed,
 * challenge_gone, passkey_refused
 * @source decision 0112
 */
export async function changePasswordSignedOut(
  context: Context,
  input: Input,
): Promise<{ login: string; challenge?: string }> {
  const { database } = context
  const { login, password, newPassword } = input
  if (!login) throw new ApiError('sign_in_needed')
  if (!password) throw missing('password', 'the present password is needed')
  const account = newPassword
    ? await provePassword(context, { login, password })
    : await accountOfSignIn(context, login)
  const hasFactor = await proveFactor(context, account.id, input)
  if (newPassword) requireGoodPassword(newPassword, { login, present: password })
  else await requireNewPassword(password, account)
  await change(context, account, newPassword || password)
  if (!newPassword) clearPasswordCookie(context)
  const answer = { login: foldLogin(login) }
  if (!hasFactor) return answer
  // A code is good once: nobody should wait for the next one to sign in.
  return {
    ...answer,
    challenge: await insertChallenge(
      database,
      { kind: 'enrolment', user_id: account.id, data: { proven: true } },
      signInSeconds,
    ),
  }
}

/**
 * The account whose password this browser proved when the sign-in asked for another one.
 * @throws invalid_parameter
 */
async function accountOfSignIn({ database, request }: Context, login: string): Promise<Credential> {
  const asked = await selectChallenge(database, request.cookies[passwordCookie] ?? '', 'password')
  const account = asked?.user_id ? await selectCredential(database, 'user', { id: asked.user_id }) : undefined
  if (account && account.login === foldLogin(login) && !account.disabled) return account
  throw missing('newPassword', 'the new password is needed')
}

/**
 * Whoever has a second factor is not locked out by whoever knows the password alone.
 * @returns whether there is one
 */
async function proveFactor(context: Context, userId: number, { code, passkey }: Input): Promise<boolean> {
  const methods = await listMethods(context, userId)
  if (methods.length === 0) return false
  if (code) await proveCode(context, userId, code)
  else if (passkey) {
    const asked = await deleteChallenge(context.database, passkey.challenge, 'passkey')
    if (asked?.user_id !== userId) throw new ApiError('challenge_gone')
    await provePasskey(context, passkey.response, { asked, isAlone: false })
  } else await askForFactor(context, userId, methods)
  return true
}

/** The rules for a password of which the present one is known by its hash alone. */
async function requireNewPassword(password: string, account: Credential | undefined): Promise<void> {
  requireGoodPassword(password, { login: account?.login ?? '' })
  if (await limitHashing(() => matchesHash(password, account?.password_hash ?? null)))
    throw new ApiError('password_not_new')
}

async function change(
  context: Context,
  { id, name }: { readonly id: number; readonly name: string },
  password: string,
  keepSession?: string,
): Promise<void> {
  const person = { kind: 'user', id, name } as const
  await withTransaction(context.database, async (database) => {
    await setPassword(database, person, password, { keepSession })
    await recordAudit(context, database, {
      kind: 'user.passwordChanged',
      actor: person,
      target: { resource: 'user', id, name },
    })
    await notifyPerson({ ...context, database }, id, 'passwordChanged')
  })
}

function missing(parameter: string, reason: string): ApiError {
  return new ApiError('invalid_parameter', { parameter, reason })
}
