import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../ground/services.ts'
import { codeOf } from '../../testing/refusal.ts'
import { updateCredential } from '../session/credentials.sql.ts'
import { refreshSession } from './refresh-session.ts'
import { setDisabled } from '../session/set-password.ts'
import { signIn } from './sign-in.ts'
import { createAccountLibrary, testPassword, type AccountLibrary } from '../session/test-accounts.ts'
import { openTestBrowser, type TestBrowser } from '../session/test-browser.ts'

let library: AccountLibrary
let services: Services
const password = testPassword

beforeAll(async () => {
  library = await createAccountLibrary()
  services = library.services
})
afterAll(() => library.close())

const openSession = async (cookieauth = false) => {
  const { id, login } = await library.addAccount()
  const browser = openTestBrowser(services)
  return {
    id,
    login,
    browser,
    tokens: await signIn(await browser.ask(), { login, password, cookieauth, exp: 900 }),
  }
}
const renew = async (browser: TestBrowser, input: Parameters<typeof refreshSession>[1] = {}) =>
  refreshSession(await browser.ask({ path: '/api/rest/token' }), input)
const identityOf = async (browser: TestBrowser, bearer: string) => (await browser.ask({ bearer })).identity
const letTimePass = (login: string, seconds: number) =>
  sql`
  update session set replaced_at = replaced_at - ${seconds} * interval '1 second', expires_at = expires_at - ${seconds} * interval '1 second',
    refresh_expires_at = refresh_expires_at - ${seconds} * interval '1 second', created_at = created_at - ${seconds} * interval '1 second'
  where entity_id = (select id from credential where login = ${login})
`.execute(services.database)

test('P7.10 a refresh token gives new tokens with the lifetime and the CSRF token of the first', async () => {
  const { browser, tokens, login } = await openSession()
  const renewed = await renew(browser, { token: tokens.refreshToken })
  expect(renewed).toMatchObject({ tokenType: 'Bearer', csrfToken: tokens.csrfToken })
  expect(renewed.exp - renewed.iat).toBe(900)
  expect(renewed.accessToken).not.toBe(tokens.accessToken)
  expect(renewed.refreshToken).not.toBe(tokens.refreshToken)
  expect(await identityOf(browser, renewed.accessToken)).toMatchObject({ login })
  expect(browser.sessionCookies()).toHaveLength(0)
})

test('P7.10 P4.24 a browser renews by its cookie alone, under either address, and keeps its session key', async () => {
  const { browser, login } = await openSession(true)
  const before = (await browser.ask()).identity
  await renew(browser)
  await refreshSession(await browser.ask({ path: '/rest/token' }), { cookieauth: true })
  expect((await browser.ask()).identity).toEqual(before)
  expect((await browser.ask()).identity).toMatchObject({ login })
})

test('P4.20 two tabs that renew at once both go on, and requests under way too', async () => {
  const { browser, tokens, login } = await openSession()
  const [first, second] = await Promise.all([
    renew(browser, { token: tokens.refreshToken }),
    renew(browser, { token: tokens.refreshToken }),
  ])
  for (const token of [first.accessToken, second.accessToken, tokens.accessToken])
    expect(await identityOf(browser, token)).toMatchObject({ login })
  await letTimePass(login, 61)
  for (const token of [first.accessToken, second.accessToken])
    expect(await identityOf(browser, token)).toMatchObject({ login })
  expect(await identityOf(browser, tokens.accessToken)).toEqual({ kind: 'anonymous', sessionGone: true })
  for (const token of [first.refreshToken, second.refreshToken])
    expect(await renew(browser, { token })).toBeTruthy()
})

test('a refresh token that is used again later ends the whole session: one of the two was stolen', async () => {
  const { browser, tokens, login } = await openSession()
  const renewed = await renew(browser, { token: tokens.refreshToken })
  await letTimePass(login, 61)
  expect(await codeOf(renew(browser, { token: tokens.refreshToken }))).toBe('session_gone')
  expect(await identityOf(browser, renewed.accessToken)).toEqual({ kind: 'anonymous', sessionGone: true })
  expect(await codeOf(renew(browser, { token: renewed.refreshToken }))).toBe('session_gone')
})

test('an access token ends at its time, and its session can be renewed for 14 days', async () => {
  const { browser, tokens, login } = await openSession(true)
  await letTimePass(login, 901)
  expect((await browser.ask()).identity).toEqual({ kind: 'anonymous', sessionGone: true })
  await letTimePass(login, 13 * 86_400)
  const renewed = await renew(browser)
  expect(await identityOf(browser, renewed.accessToken)).toMatchObject({ login })
  await letTimePass(login, 14 * 86_400 + 1)
  expect(await codeOf(renew(browser))).toBe('session_gone')
  expect(browser.sessionCookies()).toHaveLength(0)
  expect(tokens.refreshToken).not.toBe(renewed.refreshToken)
})

test('renewing does not lengthen a session beyond 90 days', async () => {
  const { browser, login } = await openSession(true)
  for (let day = 0; day < 80; day += 10) {
    await letTimePass(login, 10 * 86_400)
    await renew(browser)
  }
  expect(browser.sessionCookies().map(({ maxAgeSeconds }) => Math.round(maxAgeSeconds / 86_400))).toEqual([
    10, 10, 10, 10,
  ])
  await letTimePass(login, 10 * 86_400 - 300)
  const last = await renew(browser)
  expect(last.exp - last.iat).toBeLessThanOrEqual(301)
})

test('without any token a sign-in is needed; with an unknown one, or a session cookie alone, the session is gone', async () => {
  expect(await codeOf(renew(openTestBrowser(services)))).toBe('sign_in_needed')
  expect(await codeOf(renew(openTestBrowser(services), { token: '' }))).toBe('sign_in_needed')
  expect(await codeOf(renew(openTestBrowser(services), { token: 'made up' }))).toBe('session_gone')
  const { browser, tokens } = await openSession(true)
  expect(await codeOf(refreshSession(await browser.ask({ path: '/elsewhere' }), {}))).toBe('session_gone')
  expect(await codeOf(renew(browser, { token: tokens.accessToken }))).toBe('session_gone')
})

test('a disabled account renews nothing', async () => {
  const { id, browser, tokens } = await openSession()
  await setDisabled(services.database, { kind: 'user', id }, true)
  expect(await codeOf(renew(browser, { token: tokens.refreshToken }))).toBe('session_gone')
  await setDisabled(services.database, { kind: 'user', id }, false)
  expect(await codeOf(renew(browser, { token: tokens.refreshToken }))).toBe('session_gone')
})

test('P8.06 a password that must be changed meanwhile is reported at the renewal', async () => {
  const { id, browser, tokens } = await openSession()
  await updateCredential(services.database, { kind: 'user', id }, { mustChange: true })
  expect(await codeOf(renew(browser, { token: tokens.refreshToken }))).toBe('password_change_needed')
})
