import { ApiError, shareActions, type CallInput, type Calls, type Share, type ShareAction } from '@cartouche/contract'
import { randomBytes, randomInt } from 'node:crypto'
import type { Context } from '../access/context.ts'
import { refusal } from '../access/decide.ts'
import { hashPassword } from '../session/password-hash.ts'
import { requireGoodPassword } from '../session/password-rules.ts'
import { requireSharing } from './require-sharing.ts'
import { insertShare } from './shares.sql.ts'
import { toShare } from './to-share.ts'

const dayMs = 86_400_000
/** @source issue: 30 days unless said otherwise */
const defaultDays = 30
/** @source decision 0020: nobody remembers a link for longer */
const daysAtMost = 366

/**
 * Makes a link to a cart for visitors without an account. Unless said otherwise they may look and take files and archives, as far as the sharer may.
 * A password that the server makes is in this answer and never again.
 * @throws cart_not_found, password_too_weak, invalid_parameter, sign_in_needed, access_denied
 */
export async function shareCart(context: Context, input: CallInput<Calls['shareCart']>): Promise<Share> {
  const { identity, database } = context
  const cartName = await requireSharing(context, input.id)
  if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
  const expiresAt = parseExpiry(input.expires)
  const password = choosePassword(input)
  const share = await insertShare(database, {
    id: createShareId(), cartId: input.id, sharer: identity, name: input.name?.trim() || cartName, description: input.description ?? '',
    actions: allowedActions(input.actions), passwordHash: password === undefined ? null : await hashPassword(password),
    withDescriptions: input.withAssetsDescriptions ?? true, expiresAt,
  })
  return { ...toShare(share, context.request.baseUrl), ...(password === undefined ? {} : { password }) }
}

/** 128 bits that nobody can guess. */
function createShareId(): string {
  return randomBytes(16).toString('base64url')
}

/** Each once, in the contract's order. A share that cannot be looked at is none. */
function allowedActions(wanted: readonly ShareAction[] = shareActions): ShareAction[] {
  return shareActions.filter((action) => action === 'view' || wanted.includes(action))
}

function parseExpiry(wanted: string | undefined): Date {
  const now = Date.now()
  const expiresAt = wanted === undefined ? now + defaultDays * dayMs : Date.parse(wanted)
  if (expiresAt <= now) throw new ApiError('invalid_parameter', { parameter: 'expires', reason: 'it lies in the past' })
  if (expiresAt > now + daysAtMost * dayMs) throw new ApiError('invalid_parameter', { parameter: 'expires', reason: 'a link is good for a year at most' })
  return new Date(expiresAt)
}

function choosePassword({ askForPassword, password }: CallInput<Calls['shareCart']>): string | undefined {
  const isGiven = password !== undefined && password !== ''
  if (!(askForPassword ?? isGiven)) return undefined
  if (!isGiven) return createPassword()
  requireGoodPassword(password, '')
  return password
}

/** Three groups of four, without capitals and without what is mistaken for something else when read out: 59 bits, behind a limit of guesses. */
function createPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const createGroup = (): string => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 3 }, createGroup).join('-')
}
