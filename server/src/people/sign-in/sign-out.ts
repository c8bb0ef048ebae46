import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { endProviderSession } from '../single-sign-on/provider-sign-out.ts'
import { clearSessionCookies, sessionCookie } from '../session/session-cookies.ts'
import { deleteFamily, deleteFamilyOf } from '../session/session.sql.ts'
import { hashToken } from '../session/tokens.ts'

/**
 * Ends the session of the request, and that of `token` (its access or its refresh token) where one is given:
 * all of its tokens, in every tab. A session whose time is over is ended too, so that nobody renews it later.
 * `signedOut`: whether there was one. `continueAt`: where the browser goes on to sign out at the provider
 * that it signed in by, where the settings ask for that.
 * @source portal §7 Session
 */
export async function signOut(
  context: Context,
  input: CallInput<Calls['signOut']>,
): Promise<CallAnswer<Calls['signOut']>> {
  const { identity, database, request } = context
  const own =
    identity.kind === 'user' || identity.kind === 'application'
      ? [await deleteFamily(database, identity.session.key)]
      : []
  const tokens = [input.token, request.cookies[sessionCookie]].filter(
    (token) => token !== undefined && token !== '',
  )
  const others = await Promise.all(tokens.map((token) => deleteFamilyOf(database, hashToken(token ?? ''))))
  clearSessionCookies(context)
  const continueAt = await endProviderSession(context)
  return {
    signedOut: [...own, ...others].includes(true),
    ...(continueAt === undefined ? {} : { continueAt }),
  }
}
