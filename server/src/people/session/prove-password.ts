import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { foldLogin, selectCredential, type AccountKey, type Credential } from './credentials.sql.ts'
import { findDevice } from './find-device.ts'
import { tryPassword } from './try-password.ts'

/** What someone says they are. `name`: that of the application, where one signs in. */
export interface Claim {
  readonly kind: AccountKey['kind']
  readonly login: string
  readonly password: string
  readonly name?: string | undefined
}

const nobody = { kind: 'nobody', id: null, name: '' } as const

/**
 * Gives the credential that a login and password belong to. Wrong, unknown and disabled are one answer, in
 * equal time.
 * @throws sign_in_failed, too_many_guesses
 */
export async function provePassword(
  context: Pick<Context, 'database' | 'request' | 'sessionCaches'>,
  claim: Claim,
): Promise<Credential> {
  const login = foldLogin(claim.login)
  const found = await selectCredential(context.database, claim.kind, { login })
  const usable =
    found && !found.disabled && (claim.name === undefined || foldLogin(found.name) === foldLogin(claim.name))
      ? found
      : undefined
  const device = found && (await findDevice(context, { kind: claim.kind, id: found.id }))
  const guess = { subject: `${claim.kind}/${login}`, address: context.request.address, device }
  const right = await tryPassword(
    context.database,
    guess,
    claim.password,
    usable?.password_hash ?? null,
    usable?.previous_hash,
  )
  if (!usable || !right) {
    // What was typed is not told: people type passwords in place of logins.
    await recordAudit(context, context.database, {
      kind: 'session.refused',
      actor: nobody,
      ...(found ? { target: { resource: claim.kind, id: found.id, name: found.name } } : {}),
    })
    throw new ApiError('sign_in_failed')
  }
  return usable
}
