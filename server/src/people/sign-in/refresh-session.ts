import { ApiError, type CallInput, type Calls, type SessionTokens } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { giveTokens } from '../session/give-tokens.ts'
import {
  clearSessionCookies,
  refreshCookie,
  sessionCookie,
  setSessionCookies,
} from '../session/session-cookies.ts'
import { deleteFamily, lockRenewable, markReplaced } from '../session/session.sql.ts'
import { hashToken } from '../session/tokens.ts'

/**
 * What came of a renewal. A failure is a value here, as an error would undo the transaction that ends a
 * stolen session.
 */
type Renewal =
  | { readonly tokens: SessionTokens; readonly renewableSeconds: number }
  | 'session_gone'
  | 'password_change_needed'

/**
 * Renews a session: a new pair of tokens for a refresh token, from the input or from the browser's cookie.
 * The token that was used is good for a minute more, so that two tabs that renew at once both go on; used
 * after that it was stolen, and the whole session ends.
 * @throws sign_in_needed without any token; session_gone; password_change_needed
 * @source portal §4 Session, §7; RFC 9700 §4.14 (rotation)
 */
export async function refreshSession(
  context: Context,
  input: CallInput<Calls['refreshSession']>,
): Promise<SessionTokens> {
  const { cookies } = context.request
  const token = input.token || cookies[refreshCookie]
  if (!token) throw new ApiError(cookies[sessionCookie] ? 'session_gone' : 'sign_in_needed')
  const inCookies = !input.token || Boolean(input.cookieauth || input.sessionauth)
  const renewal = await renew(context, hashToken(token), inCookies)
  if (renewal === 'session_gone' && inCookies) clearSessionCookies(context)
  if (typeof renewal === 'string') throw new ApiError(renewal)
  if (inCookies) setSessionCookies(context, renewal.tokens, renewal.renewableSeconds)
  return renewal.tokens
}

async function renew({ database }: Context, refreshHash: string, cookie: boolean): Promise<Renewal> {
  return withTransaction(database, async (transaction) => {
    const found = await lockRenewable(transaction, refreshHash)
    if (!found) return 'session_gone'
    if (found.is_reused) {
      await deleteFamily(transaction, found.family)
      return 'session_gone'
    }
    if (found.must_change) return 'password_change_needed'
    await markReplaced(transaction, refreshHash)
    return giveTokens(transaction, {
      account: { kind: found.kind, id: found.id },
      keyId: found.key_id,
      family: found.family,
      csrfToken: found.csrf_token,
      cookie,
      lifetimeSeconds: found.lifetime_seconds,
      createdAt: found.created_at,
    })
  })
}
