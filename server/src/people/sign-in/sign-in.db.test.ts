import { ApiError, encodeError } from '@cartouche/contract'
import { sql } from 'kysely'
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import type { Services } from '../../ground/services.ts'
import { errorOf } from '../../testing/refusal.ts'
import { patchProfile } from './patch-profile.ts'
import { selectBlockSeconds } from '../session/guesses.sql.ts'
import { setDisabled } from '../session/set-password.ts'
import { signIn } from './sign-in.ts'
import { createAccountLibrary, testPassword, type AccountLibrary } from '../session/test-accounts.ts'
import { openTestBrowser } from '../session/test-browser.ts'

let library: AccountLibrary
let services: Services
const password = testPassword

beforeAll(async () => {
  library = await createAccountLibrary({
    applicationKey: 'Portal-Key',
    applicationSecret: 'a secret of the portal',
  })
  services = library.services
  await createAccount(services, { kind: 'user', login: 'Zoé', password, name: 'Zoé', roleId: 4 })
})
beforeEach(async () => {
  await services.database.deleteFrom('guess').execute()
})
afterAll(() => library.close())

const trySignIn = async (input: Parameters<typeof signIn>[1], address?: string) =>
  signIn(await openTestBrowser(services, address).ask(), input)
const fail = (times: number, login = 'admin', address?: string) =>
  Array.from({ length: times }).reduce<Promise<unknown>>(
    (before) => before.then(() => errorOf(trySignIn({ login, password: 'wrong' }, address))),
    Promise.resolve(),
  )

/** So that the next failure blocks for longer than any test takes. */
const addFailures = (subject: string, failures: number) =>
  sql`update guess set failures = failures + ${failures} where subject = ${subject}`.execute(
    services.database,
  )
const blockSeconds = async (): Promise<number | null | undefined> =>
  (
    await sql<{ seconds: number | null }>`
  select extract(epoch from blocked_until - last_failed_at)::int seconds from guess where subject = 'user/admin'
`.execute(services.database)
  ).rows[0]?.seconds

test('P7.09 a user signs in with login and password, and is known by the access token', async () => {
  const tokens = await trySignIn({ login: 'admin', password, exp: 600 })
  expect(tokens.tokenType).toBe('Bearer')
  expect(tokens.exp - tokens.iat).toBe(600)
  const { identity } = await openTestBrowser(services).ask({ bearer: tokens.accessToken })
  expect(identity).toMatchObject({
    kind: 'user',
    login: 'admin',
    role: { name: 'administrator' },
    session: { cookie: false },
  })
})

test('tokens have 256 bits and are kept as hashes alone', async () => {
  const tokens = await trySignIn({ login: 'admin', password })
  expect(Buffer.from(tokens.accessToken, 'base64url')).toHaveLength(32)
  const kept = JSON.stringify(await services.database.selectFrom('session').selectAll().execute())
  expect(kept).not.toContain(tokens.accessToken)
  expect(kept).not.toContain(tokens.refreshToken)
})

test.for(['ZOÉ', ' zoé ', 'Zoe\u0301'])('a login is the same however it is typed: %s', async (login) => {
  const tokens = await trySignIn({ login, password })
  expect((await openTestBrowser(services).ask({ bearer: tokens.accessToken })).identity).toMatchObject({
    name: 'Zoé',
  })
})

test('a wrong password, an unknown login, a disabled account and a login of another kind are one answer', async () => {
  const id = await createAccount(services, { kind: 'user', login: 'gone', password, name: 'Gone', roleId: 4 })
  await setDisabled(services.database, { kind: 'user', id }, true)
  const errors = await Promise.all(
    [
      trySignIn({ login: 'admin', password: 'wrong' }),
      trySignIn({ login: 'nobody', password }),
      trySignIn({ login: 'gone', password }),
      trySignIn({ login: 'portal-key', password: 'a secret of the portal' }),
      trySignIn({ login: 'ad\0min', password }),
      trySignIn({ login: 'admin' }),
    ].map(errorOf),
  )
  expect(new Set(errors.map((error) => JSON.stringify(encodeError(error))))).toEqual(
    new Set([JSON.stringify(encodeError(new ApiError('sign_in_failed')))]),
  )
  const counted = await services.database
    .selectFrom('guess')
    .select(['subject', 'failures'])
    .where('subject', 'like', 'user/%')
    .execute()
  expect(Object.fromEntries(counted.map(({ subject, failures }) => [subject, failures]))).toEqual({
    'user/admin': 2,
    'user/nobody': 1,
    'user/gone': 1,
    'user/portal-key': 1,
    'user/ad\uFFFDmin': 1,
  })
})

test('P4.23 P1.04 an application signs in with its name, key and secret', async () => {
  const tokens = await trySignIn({
    application: 'portal',
    login: 'portal-key',
    password: 'a secret of the portal',
  })
  expect((await openTestBrowser(services).ask({ bearer: tokens.accessToken })).identity).toMatchObject({
    kind: 'application',
    name: 'portal',
    role: { name: 'portal' },
  })
})

test.for([{ application: 'other' }, { login: 'other' }, { password: 'other' }])(
  'an application with a wrong %o is refused',
  async (wrong) => {
    const given = { application: 'portal', login: 'portal-key', password: 'a secret of the portal' }
    expect((await errorOf(trySignIn({ ...given, ...wrong }))).code).toBe('sign_in_failed')
  },
)

test.for([
  {},
  { password },
  { application: 'portal' },
  { application: 'portal', login: 'portal-key' },
  { application: 'portal', password },
  { login: '' },
])('P8.07 credentials of an application that are not complete are refused as such: %o', async (input) => {
  const error = await errorOf(trySignIn(input))
  expect([error.code, error.message]).toEqual([
    'no_application_credential',
    'No application credential provided',
  ])
})

test('P8.06 a password that must be changed answers 403/2 after the right password alone, and is changed without a session', async () => {
  await createAccount(services, {
    kind: 'user',
    login: 'fresh',
    password,
    name: 'Fresh',
    roleId: 4,
    mustChange: true,
  })
  expect((await errorOf(trySignIn({ login: 'fresh', password: 'wrong' }))).code).toBe('sign_in_failed')
  expect(encodeError(await errorOf(trySignIn({ login: 'fresh', password })))).toMatchObject({
    error: '403/2',
  })
  const change = async (newPassword: string) =>
    patchProfile(await openTestBrowser(services).ask(), { login: 'fresh', password, newPassword })
  expect((await errorOf(change(password))).code).toBe('password_not_new')
  expect(await change('another password')).toEqual({ response: { data: { login: 'fresh' } } })
  expect(await trySignIn({ login: 'fresh', password: 'another password' })).toMatchObject({
    tokenType: 'Bearer',
  })
  expect((await errorOf(trySignIn({ login: 'fresh', password }))).code).toBe('sign_in_failed')
})

test('the fifth failure blocks the account for a second, each further one twice as long, until the right password', async () => {
  await fail(4)
  expect(await blockSeconds()).toBeNull()
  for (const seconds of [1, 2, 4, 8]) {
    await fail(1)
    expect(await blockSeconds()).toBe(seconds)
    await sql`update guess set blocked_until = now() - interval '1 second'`.execute(services.database)
  }
  expect(await trySignIn({ login: 'admin', password })).toBeTruthy()
  expect(
    await services.database.selectFrom('guess').selectAll().where('subject', '=', 'user/admin').execute(),
  ).toEqual([])
})

test('while it is blocked the right password is refused too, with the seconds to wait, and others are not', async () => {
  await fail(5)
  await sql`update guess set blocked_until = now() + interval '99.5 seconds' where subject = 'user/admin'`.execute(
    services.database,
  )
  const { status, code, data } = await errorOf(trySignIn({ login: 'admin', password }))
  expect([status, code]).toEqual([429, 'too_many_guesses'])
  expect(data['seconds']).toBeGreaterThan(60)
  expect(data['seconds']).toBeLessThanOrEqual(100)
  expect(await trySignIn({ login: 'zoé', password })).toBeTruthy()
})

test('a block lasts 15 minutes at most, and an hour without a failure forgets the failures', async () => {
  await fail(1)
  await sql`update guess set failures = 5000 where subject = 'user/admin'`.execute(services.database)
  await fail(1)
  expect(await blockSeconds()).toBe(900)
  await sql`update guess set last_failed_at = now() + interval '1 hour', blocked_until = now() + interval '61 minutes'`.execute(
    services.database,
  )
  expect(await selectBlockSeconds(services.database, ['user/admin']), 'the clock was set back').toBe(0)
  await sql`update guess set last_failed_at = now() - interval '61 minutes', blocked_until = now() - interval '46 minutes'`.execute(
    services.database,
  )
  await fail(1)
  expect(
    await services.database
      .selectFrom('guess')
      .select(['failures', 'blocked_until'])
      .where('subject', '=', 'user/admin')
      .executeTakeFirst(),
  ).toEqual({ failures: 1, blocked_until: null })
})

test('guesses at many logins from one network are blocked there, and nowhere else', async () => {
  for (let n = 0; n < 9; n++) await fail(1, `login${n}`, `2001:db8:1:2::${n}`)
  await addFailures('address/2001:db8:1:2::/64', 20)
  await fail(1, 'login10', '2001:db8:1:2::10')
  expect((await errorOf(trySignIn({ login: 'admin', password }, '2001:db8:1:2:ffff::1'))).code).toBe(
    'too_many_guesses',
  )
  expect(await trySignIn({ login: 'admin', password }, '2001:db8:1:3::1')).toBeTruthy()
})

test('knowing one password does not clear the count of the network', async () => {
  await fail(3, 'someone')
  await trySignIn({ login: 'admin', password })
  expect(
    await services.database
      .selectFrom('guess')
      .select('failures')
      .where('subject', '=', 'address/127.0.0.1')
      .executeTakeFirst(),
  ).toEqual({ failures: 3 })
})

test('of many guesses at once no more are tried than one after another', async () => {
  await fail(1, 'zoé')
  await addFailures('user/zoé', 9)
  const codes = await Promise.all(
    Array.from(
      { length: 60 },
      async () => (await errorOf(trySignIn({ login: 'zoé', password: 'wrong' }))).code,
    ),
  )
  const tried = codes.filter((code) => code === 'sign_in_failed').length
  expect(tried).toBeGreaterThanOrEqual(1)
  expect(tried).toBeLessThanOrEqual(Math.max(1, Math.floor(availableParallelism() / 2)))
})

test('cookie mode puts the tokens into cookies that scripts cannot read, the CSRF token into one that they can', async () => {
  const browser = openTestBrowser(services)
  const tokens = await signIn(await browser.ask(), { login: 'admin', password, cookieauth: true })
  const cookies = browser
    .sessionCookies()
    .map(({ name, value, httpOnly, path }) => ({ name, value, httpOnly, path }))
  expect(cookies).toEqual([
    { name: 'cartouche_session', value: tokens.accessToken, httpOnly: true, path: undefined },
    { name: 'cartouche_csrf', value: tokens.csrfToken, httpOnly: false, path: undefined },
    { name: 'cartouche_refresh', value: tokens.refreshToken, httpOnly: true, path: '/api/rest/token' },
    { name: 'cartouche_refresh', value: tokens.refreshToken, httpOnly: true, path: '/rest/token' },
  ])
  expect(browser.sessionCookies().map(({ maxAgeSeconds }) => Math.round(maxAgeSeconds / 86_400))).toEqual([
    14, 14, 14, 14,
  ])
  expect((await browser.ask()).identity).toMatchObject({
    login: 'admin',
    session: { cookie: true, csrfToken: tokens.csrfToken },
  })
})

test('bearer mode sets no cookie', async () => {
  const browser = openTestBrowser(services)
  await signIn(await browser.ask(), { login: 'admin', password, cookieauth: false })
  expect(browser.cookies.size).toBe(0)
})

test('signing in again in one browser ends the session before', async () => {
  const browser = openTestBrowser(services)
  const before = await signIn(await browser.ask(), { login: 'admin', password, cookieauth: true })
  await signIn(await browser.ask(), { login: 'zoé', password, cookieauth: true })
  expect((await browser.ask({ bearer: before.accessToken })).identity).toEqual({
    kind: 'anonymous',
    sessionGone: true,
  })
  expect((await browser.ask()).identity).toMatchObject({ login: 'zoé' })
})

test('sessions whose time is over are removed by later sign-ins', async () => {
  await trySignIn({ login: 'admin', password })
  await sql`update session set refresh_expires_at = now() - interval '1 second', expires_at = now() - interval '1 second'`.execute(
    services.database,
  )
  await trySignIn({ login: 'admin', password })
  expect(await services.database.selectFrom('session').select('family').execute()).toHaveLength(1)
})
