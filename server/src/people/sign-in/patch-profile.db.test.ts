import { calls, type CallInput, type Calls } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { createProfile } from '../accounts/create-profile.ts'
import type { Services } from '../../ground/services.ts'
import { entityRoutes } from '../../model/entities/entities.routes.ts'
import { codeOf } from '../../testing/refusal.ts'
import { patchProfile } from './patch-profile.ts'
import { signIn } from './sign-in.ts'
import { createAccountLibrary, testPassword, type AccountLibrary } from '../session/test-accounts.ts'
import { openTestBrowser, type TestBrowser } from '../session/test-browser.ts'
import { getProfile } from './get-profile.ts'
import { whoami } from '../session/whoami.ts'

let library: AccountLibrary
let services: Services
let browser: TestBrowser
let bearer: string
const password = testPassword

beforeAll(async () => {
  library = await createAccountLibrary({
    applicationKey: 'portal',
    applicationSecret: 'a secret of the portal',
  })
  services = library.services
})
beforeEach(async () => {
  await services.database.deleteFrom('guess').execute()
  await services.database.deleteFrom('credential').where('login', '=', 'zoé').execute()
  await createAccount(services, {
    kind: 'user',
    login: 'zoé',
    password,
    name: 'Zoé',
    email: 'zoe@example.org',
    roleId: 4,
  })
  browser = openTestBrowser(services)
  bearer = (await signIn(await browser.ask(), { login: 'zoé', password })).accessToken
})
afterAll(() => library.close())

const patch = async (input: CallInput<Calls['patchProfile']>, token: string | undefined = bearer) =>
  patchProfile(await browser.ask(token ? { bearer: token } : {}), input)
const signApplicationIn = async () =>
  (
    await signIn(await browser.ask(), {
      application: 'portal',
      login: 'portal',
      password: 'a secret of the portal',
    })
  ).accessToken

test('P7.08 P3.26 P6.01 whoami says who a user is, what the role grants and the languages to write in', async () => {
  const {
    response: { data },
  } = await whoami(await browser.ask({ bearer }))
  expect(data).toMatchObject({
    login: 'zoé',
    name: 'Zoé',
    email: 'zoe@example.org',
    locale: 'en',
    application: null,
    isUser: true,
    isApp: false,
    role: { id: 4, name: 'viewer', watermark: true },
    userdata: { contriblangs: [{ code: 'en' }, { code: 'fr' }] },
  })
  expect(data.grants).toContain('asset/download')
  expect(data.grants).not.toContain('asset/update')
  expect(new Set(data.grants).size).toBe(data.grants.length)
  expect(data).not.toHaveProperty('csrfToken')
})

test('P3.25 P6.01 an application has itself as application, and no languages to write in', async () => {
  const {
    response: { data },
  } = await whoami(await browser.ask({ bearer: await signApplicationIn() }))
  expect(data).toMatchObject({
    application: { name: 'portal' },
    isUser: false,
    isApp: true,
    userdata: { contriblangs: [] },
  })
})

test('in cookie mode whoami answers the CSRF token', async () => {
  const { csrfToken } = await signIn(await browser.ask(), { login: 'zoé', password, cookieauth: true })
  expect((await whoami(await browser.ask())).response.data.csrfToken).toBe(csrfToken)
})

test('whoami and the profile refuse nobody, each in its way', async () => {
  await expect(whoami(await browser.ask())).rejects.toMatchObject({
    code: 'whoami_refused',
    status: 403,
    sub: 1000,
  })
  expect(await codeOf(getProfile(await browser.ask(), {}))).toBe('sign_in_needed')
})

test('P7.07 the profile is the same as whoami', async () => {
  expect(await getProfile(await browser.ask({ bearer }), {})).toEqual({
    resource: 'user',
    ...(await whoami(await browser.ask({ bearer }))),
  })
})

test('P7.05 P9.06 the language is changed by bolang, with a hyphen in place of an underscore', async () => {
  expect((await patch({ json: { bolang: 'fr_FR' } })).response.data.locale).toBe('fr-FR')
  expect((await browser.ask({ bearer })).identity).toMatchObject({ locale: 'fr-FR' })
})

test('the name is changed where people are found too', async () => {
  expect((await patch({ json: { name: ' Zoé Noël ' } })).response.data.name).toBe('Zoé Noël')
  const { id } = await services.database
    .selectFrom('credential')
    .select('id')
    .where('login', '=', 'zoé')
    .executeTakeFirstOrThrow()
  const { keys } = await services.database
    .selectFrom('search')
    .select('keys')
    .where('resource', '=', 'user')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(keys).toMatchObject({ name: 'zoe noel' })
})

test('P5.08 a password in the profile is refused in the words of the specification', async () => {
  await expect(patch({ json: { password: 'another password' } })).rejects.toMatchObject({
    code: 'password_endpoint',
    message: "You can't update password using this endpoint. Please use changePassword.",
  })
})

test('P7.05 a changed password ends all other sessions and no more', async () => {
  const other = (await signIn(await browser.ask(), { login: 'zoé', password })).accessToken
  expect((await patch({ password, newPassword: 'another password' })).response.data.login).toBe('zoé')
  expect((await browser.ask({ bearer })).identity).toMatchObject({ login: 'zoé' })
  expect((await browser.ask({ bearer: other })).identity).toEqual({ kind: 'anonymous', sessionGone: true })
  expect(await codeOf(signIn(await browser.ask(), { login: 'zoé', password }).then(() => {}))).toBe(
    'sign_in_failed',
  )
  expect(await signIn(await browser.ask(), { login: 'zoé', password: 'another password' })).toBeTruthy()
})

test('P7.05 a password is changed with the present one alone, within the limit of guesses', async () => {
  expect(await codeOf(patch({ newPassword: 'another password' }))).toBe('invalid_parameter')
  expect(await codeOf(patch({ password }))).toBe('password_not_new')
  const guess = () => codeOf(patch({ password: 'wrong', newPassword: 'another password' }))
  expect(await guess()).toBe('sign_in_failed')
  await sql`update guess set failures = 12 where subject = 'user/zoé'`.execute(services.database)
  expect(await guess()).toBe('sign_in_failed')
  expect(await codeOf(patch({ password, newPassword: 'another password' }))).toBe('too_many_guesses')
})

test('P7.05 a new password that is too short, the login, the present one or a common one is refused, each in its own words', async () => {
  await expect(patch({ password, newPassword: 'nine char' })).rejects.toMatchObject({
    code: 'password_too_weak',
    data: { length: 10 },
  })
  expect(await codeOf(patch({ password, newPassword: password }))).toBe('password_not_new')
  expect(await codeOf(patch({ password, newPassword: 'Password2026' }))).toBe('password_too_common')
  const login = 'a-login-of-length'
  await createAccount(services, { kind: 'user', login, password, name: login, roleId: 4 })
  expect(await codeOf(patch({ login, password, newPassword: ' A-Login-Of-Length' }, ''))).toBe(
    'password_is_login',
  )
})

test('P7.07 the profile comes with the fields of users and with what may be changed, where asked for', async () => {
  const {
    headers,
    response: { data },
  } = await getProfile(await browser.ask({ bearer }), { headers: true, withFacets: true })
  expect(headers).toMatchObject({ login: { type: 'text' }, role: { type: 'object' } })
  expect(data).toMatchObject({
    login: 'zoé',
    '$faces-name': { editable: true },
    '$faces-login': { editable: false },
    '$faces-role': { editable: false },
  })
  expect(calls.getProfile.answers.parse({ resource: 'user', headers, response: { data } })).toBeTruthy()
})

test('P3.26 e-mail and languages to write in are changed, and an e-mail can be taken away', async () => {
  const {
    response: { data },
  } = await patch({ json: { email: 'zoe@museum.example', contriblangs: ['fr', 'de_CH', 'fr'] } })
  expect(data).toMatchObject({
    email: 'zoe@museum.example',
    userdata: { contriblangs: [{ code: 'fr' }, { code: 'de-CH' }] },
  })
  expect((await patch({ json: { email: '' } })).response.data).not.toHaveProperty('email')
  expect(calls.patchProfile.input.safeParse({ json: { email: 'no address' } }).success).toBe(false)
  expect(
    calls.patchProfile.input.safeParse({ json: '{"contriblangs":[{"code":"fr"}]}' }).data?.json?.contriblangs,
  ).toEqual(['fr'])
})

describe('P7.06 a profile is made', () => {
  const draft = { login: 'made', password: 'a password for now', name: 'Made', role: 4, mustChange: true }
  const asAdmin = async () =>
    browser.ask({ bearer: (await signIn(await browser.ask(), { login: 'admin', password })).accessToken })

  test('by right alone', async () => {
    expect(await codeOf(createProfile(await browser.ask({ bearer }), { json: draft }))).toBe('access_denied')
    expect(await codeOf(createProfile(await browser.ask(), { json: draft }))).toBe('sign_in_needed')
  })
  test('under the rules for passwords, with a role that exists and a login that is free', async () => {
    const make = async (change: object) =>
      codeOf(createProfile(await asAdmin(), { json: { ...draft, ...change } }))
    expect([
      await make({ password: 'short' }),
      await make({ password: 'Password2026' }),
      await make({ login: ' ZOÉ' }),
      await make({ role: 77 }),
    ]).toEqual(['password_too_weak', 'password_too_common', 'invalid_parameter', 'invalid_parameter'])
  })
  test('and asks for a password of their own at the first sign-in', async () => {
    const {
      response: { data },
    } = await createProfile(await asAdmin(), { json: draft })
    expect(data).toMatchObject({ id: expect.any(Number), login: 'made', name: 'Made' })
    expect(await codeOf(signIn(await browser.ask(), { login: 'made', password: draft.password }))).toBe(
      'password_change_needed',
    )
  })
  test('at /rest/data/user too, where a password comes with it', async () => {
    const create = async (json: Record<string, unknown>) =>
      entityRoutes.createEntity(await asAdmin(), { path: 'data/user', json })
    const {
      response: { data },
    } = await create({
      login: 'made-too',
      password: 'a password for now',
      name: 'Made too',
      role: { id: 4 },
      mustChange: false,
    })
    expect(data).toMatchObject({ id: expect.any(Number), name: 'Made too', login: 'made-too' })
    expect(
      await signIn(await browser.ask(), { login: 'made-too', password: 'a password for now' }),
    ).toBeTruthy()
    expect(
      await codeOf(create({ login: 'x', password: 'a password for now', name: '' }).then(() => ({}))),
    ).toBe('invalid_parameter')
  })
})

test('from inside a session nobody changes the password of another account, and the audit names who did it', async () => {
  await createAccount(services, {
    kind: 'user',
    login: 'victim',
    password: 'a password of theirs',
    name: 'Victim',
    roleId: 1,
  })
  const change = { login: 'victim', password: 'a password of theirs', newPassword: 'a password of a thief' }
  expect(await codeOf(patch(change))).toBe('invalid_parameter')
  expect(await codeOf(patch({ login: 'victim', password: 'a password of a thief' }))).toBe(
    'invalid_parameter',
  )
  expect(
    await signIn(await browser.ask(), { login: 'victim', password: 'a password of theirs' }),
  ).toBeTruthy()
  const before = await services.database
    .selectFrom('audit_entry')
    .select('id')
    .where('kind', '=', 'user.passwordChanged')
    .execute()
  expect(
    (await patch({ login: ' ZOÉ ', password, newPassword: 'another password' })).response.data.login,
  ).toBe('zoé')
  const entries = await services.database
    .selectFrom('audit_entry')
    .selectAll()
    .where('kind', '=', 'user.passwordChanged')
    .orderBy('id')
    .execute()
  expect(entries.slice(before.length)).toMatchObject([{ actor_name: 'Zoé', target_name: 'Zoé' }])
})

test('P7.05 login and password alone, as the specification writes it, change it for whoever has just signed in', async () => {
  expect((await patch({ login: 'zoé', password: 'another password' })).response.data.login).toBe('zoé')
  expect(await signIn(await browser.ask(), { login: 'zoé', password: 'another password' })).toBeTruthy()
  await sql`update session_use set proven_at = now() - interval '601 seconds'`.execute(services.database)
  expect(await codeOf(patch({ login: 'zoé', password: 'one more password' }))).toBe('proof_needed')
})

test('P8.04 a client of the specification changes a password that must be changed: refused with 403/2, then login and the new password', async () => {
  const { id } = await services.database
    .selectFrom('credential')
    .select('id')
    .where('login', '=', 'zoé')
    .executeTakeFirstOrThrow()
  await services.database.updateTable('credential').set({ must_change: true }).where('id', '=', id).execute()
  const mine = openTestBrowser(services)
  expect(await codeOf(signIn(await mine.ask(), { login: 'zoé', password, cookieauth: true }))).toBe(
    'password_change_needed',
  )
  const change = { login: 'zoé', password: 'another password' }
  expect(await codeOf(patchProfile(await openTestBrowser(services).ask(), change))).toBe('invalid_parameter')
  expect(await codeOf(patchProfile(await mine.ask(), { ...change, login: 'admin' }))).toBe(
    'invalid_parameter',
  )
  expect((await patchProfile(await mine.ask(), change)).response.data).toEqual({ login: 'zoé' })
  expect(await codeOf(patchProfile(await mine.ask(), { ...change, password: 'one more password' }))).toBe(
    'invalid_parameter',
  )
  expect(
    await signIn(await mine.ask(), { login: 'zoé', password: 'another password', cookieauth: true }),
  ).toBeTruthy()
})

test('nobody changes a profile without a session, and an application none at all', async () => {
  expect(await codeOf(patch({ json: { bolang: 'fr' } }, ''))).toBe('sign_in_needed')
  expect(await codeOf(patch({ password, newPassword: 'another password' }, ''))).toBe('sign_in_needed')
  expect(
    await codeOf(
      patch({ login: 'zoé', password, newPassword: 'another password', json: { bolang: 'fr' } }, ''),
    ),
  ).toBe('sign_in_needed')
  expect(await signIn(await browser.ask(), { login: 'zoé', password })).toBeTruthy()
  expect(await codeOf(patch({ json: { bolang: 'fr' } }, await signApplicationIn()))).toBe('access_denied')
})
