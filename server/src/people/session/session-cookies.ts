import type { SessionTokens } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'

/** Holds the access token; no script can read it. */
export const sessionCookie = 'cartouche_session'
/** Holds the refresh token; sent to the call that renews a session and nowhere else. */
export const refreshCookie = 'cartouche_refresh'
/** Holds the CSRF token; a page's script reads it and sends it with every change. */
export const csrfCookie = 'cartouche_csrf'

/** Says that this browser has proved a password that must be changed. @source decision 0112 */
export const passwordCookie = 'cartouche_password'

const renewalPaths = ['/api/rest/token', '/rest/token']

/**
 * Puts a session into the browser's cookies. All live as long as it can be renewed: an access token that is
 * sent after its time is what distinguishes a session that has ended from none.
 */
export function setSessionCookies(context: Context, tokens: SessionTokens, maxAgeSeconds: number): void {
  context.setCookie({ name: sessionCookie, value: tokens.accessToken, httpOnly: true, maxAgeSeconds })
  context.setCookie({ name: csrfCookie, value: tokens.csrfToken, httpOnly: false, maxAgeSeconds })
  for (const path of renewalPaths)
    context.setCookie({
      name: refreshCookie,
      value: tokens.refreshToken,
      httpOnly: true,
      maxAgeSeconds,
      path,
    })
}

/** Takes the session out of the browser's cookies. */
export function clearSessionCookies(context: Context): void {
  const gone = { value: '', maxAgeSeconds: 0 }
  context.setCookie({ ...gone, name: sessionCookie, httpOnly: true })
  context.setCookie({ ...gone, name: csrfCookie, httpOnly: false })
  for (const path of renewalPaths) context.setCookie({ ...gone, name: refreshCookie, httpOnly: true, path })
}

/** Keeps in the browser that it has proved a password that must be changed: `challenge` stands for it. */
export function setPasswordCookie(context: Context, challenge: string, maxAgeSeconds: number): void {
  context.setCookie({ name: passwordCookie, value: challenge, httpOnly: true, maxAgeSeconds })
}

/** Takes that out of the browser's cookies. */
export function clearPasswordCookie(context: Context): void {
  context.setCookie({ name: passwordCookie, value: '', httpOnly: true, maxAgeSeconds: 0 })
}
