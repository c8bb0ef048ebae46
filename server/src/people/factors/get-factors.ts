import { ApiError, type Factors, type Passkey } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requirePerson } from '../../access/decide.ts'
import { countRecoveryCodes, selectPasskeysOf, selectTotp, type StoredPasskey } from './factors.sql.ts'

type Answer = { response: { data: Factors } }

/** The own second factors. @throws sign_in_needed, session_gone, access_denied */
export async function getFactors(context: Context): Promise<Answer> {
  const { database, settings } = context
  const { id } = requirePerson(context.identity)
  const [totp, recoveryCodesLeft, passkeys] = [
    await selectTotp(database, id),
    await countRecoveryCodes(database, id),
    await selectPasskeysOf(database, id),
  ]
  return {
    response: {
      data: {
        totp: Boolean(totp?.confirmed_at),
        recoveryCodesLeft,
        passkeys: passkeys.map((passkey) => toPasskey(context, passkey)),
        required: settings.mfaOnly,
      },
    },
  }
}

/** A passkey as it travels. */
export function toPasskey(
  { request }: Pick<Context, 'request'>,
  { id, name, host, is_synced, created_at, used_at }: StoredPasskey,
): Passkey {
  return {
    id,
    name,
    isSynced: is_synced,
    isUsable: host === new URL(request.baseUrl).hostname,
    createdAt: created_at.toISOString(),
    usedAt: used_at?.toISOString() ?? null,
  }
}

/**
 * Where this server demands a second factor, the last one stays. `without`: what is about to go.
 * @throws second_factor_last
 */
export async function requireAnother(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  userId: number,
  without: 'totp' | { readonly passkey: string },
): Promise<void> {
  if (!settings.mfaOnly) return
  const [totp, passkeys] = [await selectTotp(database, userId), await selectPasskeysOf(database, userId)]
  const left =
    (without !== 'totp' && totp?.confirmed_at ? 1 : 0) +
    passkeys.filter(({ id }) => without === 'totp' || id !== without.passkey).length
  if (left === 0) throw new ApiError('second_factor_last')
}
