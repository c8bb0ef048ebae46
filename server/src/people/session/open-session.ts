import { randomUUID } from 'node:crypto'
import { ApiError, type SessionTokens, type SignInMethod } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { accountOf } from './account.ts'
import { deleteOldChallenges } from './challenges.sql.ts'
import { selectAccount, type AccountKey } from './credentials.sql.ts'
import { giveTokens } from './give-tokens.ts'
import { deleteOldGuesses } from './guesses.sql.ts'
import { rememberDevice } from './find-device.ts'
import { noteOpened } from './note-use.ts'
import { deleteEndedUses } from './session-list.sql.ts'
import { sessionCookie, setSessionCookies } from './session-cookies.ts'
import { deleteEndedSessions, deleteFamilyOf } from './session.sql.ts'
import { createToken, hashToken } from './tokens.ts'

const defaultLifetimeSeconds = 3600

/** How a session is opened. `exp`: lifetime of its access token, seconds. */
export interface SessionOptions {
  readonly exp?: number | undefined
  readonly cookieauth?: boolean | undefined
  readonly sessionauth?: boolean | undefined
  /** Key of the application that opens it. */
  readonly keyId?: number
  /** false: what opened it may be long ago, as a session at a provider is. Default: true. */
  readonly isProven?: boolean
}

/**
 * Opens a session for whoever has proved who they are. In cookie mode the browser keeps the tokens too, in
 * place of those of the session before.
 * @throws sign_in_failed where the account is gone or disabled since
 */
export async function openSession(
  context: Context,
  account: AccountKey,
  method: SignInMethod,
  { exp, cookieauth, sessionauth, keyId, isProven = true }: SessionOptions,
): Promise<SessionTokens> {
  const { database } = context
  const row = await selectAccount(database, account)
  if (!row) throw new ApiError('sign_in_failed')
  const cookie = Boolean(cookieauth || sessionauth)
  const family = randomUUID()
  const { tokens, renewableSeconds } = await giveTokens(database, {
    account,
    keyId: keyId ?? null,
    family,
    csrfToken: createToken(),
    cookie,
    lifetimeSeconds: exp ?? defaultLifetimeSeconds,
  })
  const { kind, id, name } = accountOf(row)
  await recordAudit(context, database, {
    kind: 'session.opened',
    actor: { kind, id, name },
    target: { resource: kind, id, name },
    after: { method },
  })
  await noteOpened(database, family, context.request, { method, isProven })
  if (cookie) await replaceCookies(context, tokens, renewableSeconds)
  if (cookie && kind === 'user') await rememberDevice(context, account)
  await Promise.all([
    deleteEndedSessions(database),
    deleteOldGuesses(database),
    deleteEndedUses(database),
    deleteOldChallenges(database),
  ])
  return tokens
}

async function replaceCookies(
  context: Context,
  tokens: SessionTokens,
  renewableSeconds: number,
): Promise<void> {
  const before = context.request.cookies[sessionCookie]
  if (before) await deleteFamilyOf(context.database, hashToken(before))
  setSessionCookies(context, tokens, renewableSeconds)
}
