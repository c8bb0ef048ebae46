import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { generateSecret, generateURI } from 'otplib'
import type { Context } from '../../access/context.ts'
import { requirePerson } from '../../access/decide.ts'
import { organisationOf } from '../branding/read-branding.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { selectAccount } from '../session/credentials.sql.ts'
import { markEnrolled, requireEnrolling } from './enrolling.ts'
import { deleteTotpOf, lockFactors, upsertUnconfirmedTotp } from './factors.sql.ts'
import { getFactors, requireAnother } from './get-factors.ts'
import { noteFactor } from './note-factor.ts'
import { proveCode, proveFirstCode, totpOwner } from './prove-factor.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { seal } from './seal.ts'

/**
 * Begins to set up codes of an authenticator application; whoever begins again gets another secret. Nothing
 * is asked for at the sign-in before `confirmTotp` has proved a code.
 * @throws sign_in_needed, challenge_gone, proof_needed; action_not_possible where they are set up already
 */
export async function startTotp(
  context: Context,
  { challenge }: CallInput<Calls['startTotp']>,
): Promise<CallAnswer<Calls['startTotp']>> {
  const { database } = context
  const userId = await requireEnrolling(context, challenge)
  const account = await selectAccount(database, { kind: 'user', id: userId })
  const secret = generateSecret()
  const sealed = seal(await context.sessionCaches.factorKey(database), totpOwner(userId), secret)
  if (!account || !(await upsertUnconfirmedTotp(database, userId, sealed)))
    throw new ApiError('action_not_possible', { action: 'totp', status: 'set up' })
  const address = generateURI({ issuer: await organisationOf(context), label: account.login, secret })
  const { toString: drawQrCode } = await import('qrcode')
  const picture = await drawQrCode(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, address, picture: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}` }
}

/**
 * Sets the codes up by the first of them, and gives the recovery codes.
 * @throws sign_in_needed, challenge_gone, proof_needed, second_factor_not_set, second_factor_failed,
 * too_many_guesses
 */
export async function confirmTotp(
  context: Context,
  { challenge, code }: CallInput<Calls['confirmTotp']>,
): Promise<{ recoveryCodes: string[] }> {
  const userId = await requireEnrolling(context, challenge)
  await proveFirstCode(context, userId, code)
  const recoveryCodes = await withTransaction(context.database, async (database) => {
    await noteFactor({ ...context, database }, userId, 'totpAdded')
    return createRecoveryCodes(database, userId)
  })
  await markEnrolled(context, challenge)
  return { recoveryCodes }
}

/**
 * Takes the codes away for whoever proves one.
 * @throws second_factor_last, second_factor_not_set, second_factor_failed, too_many_guesses
 */
export async function deleteTotp(
  context: Context,
  { code }: CallInput<Calls['deleteTotp']>,
): Promise<CallAnswer<Calls['deleteTotp']>> {
  const { id } = requirePerson(context.identity)
  await requireAnother(context, id, 'totp')
  await proveCode(context, id, code)
  await withTransaction(context.database, async (transaction) => {
    await lockFactors(transaction, id)
    await requireAnother({ ...context, database: transaction }, id, 'totp')
    await deleteTotpOf(transaction, id)
    await noteFactor({ ...context, database: transaction }, id, 'totpRemoved')
  })
  return getFactors(context)
}

/**
 * Gives ten new recovery codes to whoever proves a code; those before are no longer valid.
 * @throws second_factor_not_set, second_factor_failed, too_many_guesses
 */
export async function renewRecoveryCodes(
  context: Context,
  { code }: CallInput<Calls['renewRecoveryCodes']>,
): Promise<{ recoveryCodes: string[] }> {
  const { id } = requirePerson(context.identity)
  await proveCode(context, id, code)
  return {
    recoveryCodes: await withTransaction(context.database, async (database) => {
      await noteFactor({ ...context, database }, id, 'recoveryCodesRenewed')
      return createRecoveryCodes(database, id)
    }),
  }
}
