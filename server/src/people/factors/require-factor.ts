import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { insertChallenge } from '../session/challenges.sql.ts'
import { selectPasskeysOf, selectTotp } from './factors.sql.ts'

/** How long a person has to find their phone, and to set up a factor. */
const factorSeconds = 300
const enrolmentSeconds = 1800

/**
 * Lets a person on who has proved a password, or whom a provider vouches for, unless a second factor is due.
 * @throws second_factor_needed with a challenge and the methods (`totp`, `recovery`, `passkey`), where the
 * person has set one up; second_factor_enrolment_needed with a challenge, where this server demands one and
 * there is none
 */
export async function requireFactor(
  context: Pick<Context, 'database' | 'settings'>,
  userId: number,
): Promise<void> {
  const methods = await listMethods(context, userId)
  if (methods.length > 0) await askForFactor(context, userId, methods)
  if (!context.settings.mfaOnly) return
  throw new ApiError('second_factor_enrolment_needed', {
    challenge: await insertChallenge(
      context.database,
      { kind: 'enrolment', user_id: userId, data: {} },
      enrolmentSeconds,
    ),
  })
}

/** @throws second_factor_needed with a challenge and the methods */
export async function askForFactor(
  { database }: Pick<Context, 'database'>,
  userId: number,
  methods: readonly string[],
): Promise<never> {
  const challenge = await insertChallenge(
    database,
    { kind: 'factor', user_id: userId, data: {} },
    factorSeconds,
  )
  throw new ApiError('second_factor_needed', { challenge, methods: methods.join(',') })
}

/** How a person can confirm who they are beside the password; empty where they have set nothing up. */
export async function listMethods(
  { database }: Pick<Context, 'database'>,
  userId: number,
): Promise<('totp' | 'recovery' | 'passkey')[]> {
  const [totp, passkeys] = await Promise.all([
    selectTotp(database, userId),
    selectPasskeysOf(database, userId),
  ])
  return [
    ...(totp?.confirmed_at ? ['totp' as const, 'recovery' as const] : []),
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
  ]
}
