import { ApiError } from '@cartouche/contract'
import { verify } from 'otplib'
import type { Context } from '../../access/context.ts'
import { findDevice } from '../session/find-device.ts'
import { limitGuesses } from '../session/limit-guesses.ts'
import { selectTotp, takeRecoveryCode, takeTotpStep, type StoredTotp } from './factors.sql.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { unseal } from './seal.ts'

/** A clock may be off by an interval, either way. */
const toleranceSeconds = 30

/** Whose secret it is, for its seal. */
export const totpOwner = (userId: number): string => `totp ${userId}`

/**
 * Proves a code of a user: six digits of the authenticator application, or a recovery code. Each is good
 * once, guesses are limited.
 * @throws second_factor_not_set, second_factor_failed, too_many_guesses
 */
export async function proveCode(
  context: Pick<Context, 'database' | 'request' | 'sessionCaches'>,
  userId: number,
  code: string,
): Promise<void> {
  const { database, request } = context
  const totp = await selectTotp(database, userId)
  if (!totp?.confirmed_at) throw new ApiError('second_factor_not_set')
  const digits = digitsOf(code)
  const device = await findDevice(context, { kind: 'user', id: userId })
  const attempt = (): Promise<boolean> =>
    digits
      ? takeTotpCode(context, userId, totp, digits)
      : takeRecoveryCode(database, userId, hashRecoveryCode(code))
  if (
    !(await limitGuesses(
      database,
      { subject: `factor/${userId}`, address: request.address, device },
      attempt,
    ))
  )
    throw new ApiError('second_factor_failed')
}

/**
 * Proves the first code of codes that are being set up, which sets them up.
 * @throws second_factor_not_set, second_factor_failed, too_many_guesses
 */
export async function proveFirstCode(
  context: Pick<Context, 'database' | 'request' | 'sessionCaches'>,
  userId: number,
  code: string,
): Promise<void> {
  const { database, request } = context
  const totp = await selectTotp(database, userId)
  if (!totp || totp.confirmed_at) throw new ApiError('second_factor_not_set')
  const device = await findDevice(context, { kind: 'user', id: userId })
  const attempt = (): Promise<boolean> => takeTotpCode(context, userId, totp, digitsOf(code) ?? '')
  if (
    !(await limitGuesses(
      database,
      { subject: `factor/${userId}`, address: request.address, device },
      attempt,
    ))
  )
    throw new ApiError('second_factor_failed')
}

function digitsOf(code: string): string | undefined {
  const digits = code.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

async function takeTotpCode(
  { database, sessionCaches }: Pick<Context, 'database' | 'sessionCaches'>,
  userId: number,
  totp: StoredTotp,
  token: string,
): Promise<boolean> {
  if (token === '') return false
  const secret = unseal(await sessionCaches.factorKey(database), totpOwner(userId), totp.secret)
  const result = await verify({
    secret,
    token,
    epochTolerance: toleranceSeconds,
    ...(totp.last_step > 0 ? { afterTimeStep: totp.last_step } : {}),
  })
  return result.valid && 'timeStep' in result && takeTotpStep(database, userId, result.timeStep)
}
