import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../ground/services.ts'
import { codeOf } from '../../testing/refusal.ts'
import { refreshSession } from './refresh-session.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { createAccountLibrary, testPassword, type AccountLibrary } from '../session/test-accounts.ts'
import { openTestBrowser } from '../session/test-browser.ts'

let library: AccountLibrary
let services: Services
const credentials = { login: 'admin', password: testPassword }
const gone = { kind: 'anonymous', sessionGone: true }

beforeAll(async () => {
  library = await createAccountLibrary()
  services = library.services
})
afterAll(() => library.close())

test('P7.11 signing out ends every token since the sign-in, and no other session', async () => {
  const browser = openTestBrowser(services)
  const [mine, other] = await Promise.all([
    signIn(await browser.ask(), credentials),
    signIn(await browser.ask(), credentials),
  ])
  const renewed = await refreshSession(await browser.ask(), { token: mine.refreshToken })
  expect(await signOut(await browser.ask({ bearer: renewed.accessToken }), {})).toEqual({ signedOut: true })
  for (const bearer of [mine.accessToken, renewed.accessToken])
    expect((await browser.ask({ bearer })).identity).toEqual(gone)
  for (const token of [mine.refreshToken, renewed.refreshToken])
    expect(await codeOf(refreshSession(await browser.ask(), { token }))).toBe('session_gone')
  expect((await browser.ask({ bearer: other.accessToken })).identity).toMatchObject({ login: 'admin' })
})

test('P7.11 a cookie session is ended and its cookies are cleared, also after the time of its access token', async () => {
  const browser = openTestBrowser(services)
  const { refreshToken } = await signIn(await browser.ask(), { ...credentials, cookieauth: true })
  await sql`update session set expires_at = now() - interval '1 second'`.execute(services.database)
  const context = await browser.ask()
  expect(context.identity).toEqual(gone)
  expect(await signOut(context, {})).toEqual({ signedOut: true })
  expect(browser.sessionCookies()).toHaveLength(0)
  expect(await codeOf(refreshSession(await browser.ask(), { token: refreshToken }))).toBe('session_gone')
})

test('P7.11 the token in the form is ended too', async () => {
  const browser = openTestBrowser(services)
  const { accessToken, refreshToken } = await signIn(await browser.ask(), credentials)
  expect(await signOut(await browser.ask(), { token: refreshToken, disconnectsurfer: true })).toEqual({
    signedOut: true,
  })
  expect((await browser.ask({ bearer: accessToken })).identity).toEqual(gone)
})

test('P4.18 nobody is signed out of nothing', async () => {
  expect(await signOut(await openTestBrowser(services).ask(), { token: '' })).toEqual({ signedOut: false })
})
