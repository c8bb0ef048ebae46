import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { foldLogin, selectCredential, selectKeys, type Credential, type KnownKey } from './credentials.sql.ts'
import { findDevice } from './find-device.ts'
import { limitGuesses } from './limit-guesses.ts'
import { limitHashing } from './limit-hashing.ts'
import { matchesHash } from './password-hash.ts'
import { tryPassword } from './try-password.ts'

/** What someone says they are. */
export interface Claim {
  readonly login: string
  readonly password: string
}

/** What is needed to look at a claim. */
type Asking = Pick<Context, 'database' | 'request' | 'sessionCaches'>

const nobody = { kind: 'nobody', id: null, name: '' } as const

/**
 * Gives the credential of the user that a login and password belong to. Wrong, unknown and disabled are one
 * answer, in equal time.
 * @throws sign_in_failed, too_many_guesses
 */
export async function provePassword(context: Asking, claim: Claim): Promise<Credential> {
  const login = foldLogin(claim.login)
  const found = await selectCredential(context.database, 'user', { login })
  const usable = found && !found.disabled ? found : undefined
  const device = found && (await findDevice(context, { kind: 'user', id: found.id }))
  const guess = { subject: `user/${login}`, address: context.request.address, device }
  const right = await tryPassword(context.database, guess, claim.password, usable?.password_hash ?? null)
  if (!usable || !right) return refuse(context, found && { resource: 'user', id: found.id, name: found.name })
  return usable
}

/**
 * Gives the key of an application that a login and a secret belong to. Wrong, unknown, expired and disabled
 * are one answer, in equal time. `name`: that of the application, where it must be it.
 * @throws sign_in_failed, too_many_guesses
 */
export async function proveSecret(
  context: Asking,
  claim: Claim & { readonly name?: string },
): Promise<KnownKey> {
  const login = foldLogin(claim.login)
  const found = await selectKeys(context.database, login)
  const usable = found.filter(
    ({ is_usable, application_name }) =>
      is_usable && (claim.name === undefined || foldLogin(application_name) === foldLogin(claim.name)),
  )
  let right: KnownKey | undefined
  const attempt = async (): Promise<boolean> => {
    right = await keyOf(usable, claim.password)
    return right !== undefined
  }
  const guess = { subject: `application/${login}`, address: context.request.address }
  await limitGuesses(context.database, guess, attempt, limitHashing)
  if (right) return right
  const [first] = found
  return refuse(
    context,
    first && { resource: 'application', id: first.application_id, name: first.application_name },
  )
}

/** The key that a secret is of; without any, it takes as long as with one. */
async function keyOf(keys: readonly KnownKey[], secret: string): Promise<KnownKey | undefined> {
  if (keys.length === 0) await matchesHash(secret, null)
  for (const key of keys) if (await matchesHash(secret, key.secret_hash)) return key
  return undefined
}

/** What was typed is not recorded: people type passwords in place of logins. @throws sign_in_failed */
async function refuse(
  context: Asking,
  target: { readonly resource: string; readonly id: number; readonly name: string } | undefined,
): Promise<never> {
  await recordAudit(context, context.database, {
    kind: 'session.refused',
    actor: nobody,
    ...(target ? { target } : {}),
  })
  throw new ApiError('sign_in_failed')
}
