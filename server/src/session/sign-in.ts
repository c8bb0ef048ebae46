import { randomUUID } from 'node:crypto'
import { ApiError, type CallInput, type Calls, type SessionTokens } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { deleteOldGuesses } from './guesses.sql.ts'
import { giveTokens } from './give-tokens.ts'
import { provePassword, type Claim } from './prove-password.ts'
import { sessionCookie, setSessionCookies } from './session-cookies.ts'
import { deleteEndedSessions, deleteFamilyOf } from './session.sql.ts'
import { createToken, hashToken } from './tokens.ts'

const defaultLifetimeSeconds = 3600

/**
 * Signs a user in by login and password, or an application by its name, key and secret. In cookie mode the browser keeps the
 * tokens too, in place of those of the session before.
 * @throws no_application_credential, sign_in_failed, too_many_guesses; password_change_needed after the right password alone
 * @source portal §4 Session, §8; wire facts "Session"
 */
export async function signIn(context: Context, input: CallInput<Calls['signIn']>): Promise<SessionTokens> {
  const claim = claimOf(input)
  const credential = await provePassword(context, claim)
  if (credential.must_change) throw new ApiError('password_change_needed')
  const cookie = Boolean(input.cookieauth || input.sessionauth)
  const { tokens, renewableSeconds } = await giveTokens(context.database, {
    account: { kind: claim.kind, id: credential.id }, family: randomUUID(), csrfToken: createToken(), cookie, lifetimeSeconds: input.exp ?? defaultLifetimeSeconds,
  })
  if (cookie) await replaceCookies(context, tokens, renewableSeconds)
  await Promise.all([deleteEndedSessions(context.database), deleteOldGuesses(context.database)])
  return tokens
}

/** Credentials of an application come whole or not at all. @source portal §4: without login and password, the application's; §8 */
function claimOf({ application, login, password }: CallInput<Calls['signIn']>): Claim {
  if (!application && login) return { kind: 'user', login, password: password ?? '' }
  if (!application || !login || !password) throw new ApiError('no_application_credential')
  return { kind: 'application', login, password, name: application }
}

async function replaceCookies(context: Context, tokens: SessionTokens, renewableSeconds: number): Promise<void> {
  const before = context.request.cookies[sessionCookie]
  if (before) await deleteFamilyOf(context.database, hashToken(before))
  setSessionCookies(context, tokens, renewableSeconds)
}
