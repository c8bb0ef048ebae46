import { calls, type ApiError } from '@cartouche/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../ground/services.ts'
import { updateCredential } from '../session/credentials.sql.ts'
import { setDisabled } from '../session/set-password.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { createAccountLibrary, testPassword, type AccountLibrary } from '../session/test-accounts.ts'
import { openTestBrowser, type TestBrowser } from '../session/test-browser.ts'
import { codeOf, errorOf } from '../../testing/refusal.ts'
import { getFactors } from './get-factors.ts'
import { createPasskey, deletePasskey, getPasskeyCreation, updatePasskey } from './passkeys.ts'
import { signInWithFactor } from './sign-in-with-factor.ts'
import { getPasskeyRequest, signInWithPasskey } from './sign-in-with-passkey.ts'
import { createTestAuthenticator, type TestAuthenticator } from './test-authenticator.ts'

let library: AccountLibrary
let services: Services
const password = testPassword
const baseUrl = 'http://cartouche.test'

beforeAll(async () => {
  library = await createAccountLibrary()
  services = library.services
})
afterAll(() => library.close())

interface Person {
  readonly id: number
  readonly login: string
  readonly browser: TestBrowser
  readonly bearer: string
  readonly authenticator: TestAuthenticator
}
const createPerson = async (): Promise<Person> => {
  const { id, login } = await library.addAccount()
  const browser = openTestBrowser(services)
  return {
    id,
    login,
    browser,
    bearer: (await signIn(await browser.ask(), { login, password })).accessToken,
    authenticator: createTestAuthenticator(baseUrl),
  }
}
const register = async (
  { browser, bearer, authenticator }: Person,
  doing?: Parameters<TestAuthenticator['create']>[1],
) => {
  const { registration, options } = await getPasskeyCreation(await browser.ask({ bearer }), {})
  return createPasskey(await browser.ask({ bearer }), {
    registration,
    response: authenticator.create(options, doing),
    name: 'Laptop',
  })
}
const enter = async (
  { browser, authenticator }: Pick<Person, 'browser' | 'authenticator'>,
  doing?: Parameters<TestAuthenticator['answer']>[1],
  factor?: string,
) => {
  const { challenge, options } = await getPasskeyRequest(await browser.ask(), { challenge: factor })
  return signInWithPasskey(await browser.ask(), {
    challenge,
    response: authenticator.answer(options, doing),
    cookieauth: true,
  })
}
const challengeOf = async ({ browser, login }: Person): Promise<ApiError> =>
  errorOf(signIn(await browser.ask(), { login, password }))

test('a passkey is registered, named, used without a password, and removed', async () => {
  const person = await createPerson()
  const answer = await register(person)
  expect(calls.createPasskey.answers.parse(answer)).toEqual(answer)
  expect(answer.response.data).toMatchObject({
    id: person.authenticator.id,
    name: 'Laptop',
    isSynced: false,
    isUsable: true,
    usedAt: null,
  })
  const ask = () => person.browser.ask({ bearer: person.bearer })
  expect(
    (await updatePasskey(await ask(), { id: person.authenticator.id, name: 'Desk' })).response.data.name,
  ).toBe('Desk')
  await enter(person)
  expect((await person.browser.ask()).identity).toMatchObject({
    login: person.login,
    session: { cookie: true },
  })
  expect((await getFactors(await ask())).response.data.passkeys).toMatchObject([
    { name: 'Desk', usedAt: expect.any(String) },
  ])
  expect((await deletePasskey(await ask(), { id: person.authenticator.id })).response.data.passkeys).toEqual(
    [],
  )
  expect(await codeOf(enter(person))).toBe('passkey_refused')
  expect(await codeOf(deletePasskey(await ask(), { id: person.authenticator.id }))).toBe('passkey_not_found')
})

test('a passkey is a second factor: the password alone opens nothing', async () => {
  const person = await createPerson()
  await register(person)
  const error = await challengeOf(person)
  expect([error.code, error.data['methods']]).toEqual(['second_factor_needed', 'passkey'])
  const factor = String(error.data['challenge'])
  const { options } = await getPasskeyRequest(await person.browser.ask(), { challenge: factor })
  expect(options).toMatchObject({
    allowCredentials: [{ id: person.authenticator.id }],
    userVerification: 'preferred',
  })
  // A security key without a PIN is enough beside a password, and not alone.
  expect(await enter(person, { verified: false }, factor)).toMatchObject({ tokenType: 'Bearer' })
  expect(await codeOf(enter(person, { verified: false }))).toBe('passkey_refused')
  expect(await codeOf(enter(person, {}, factor))).toBe('challenge_gone')
})

test('another site, another host, a copy and an answer of before are refused', async () => {
  const person = await createPerson()
  expect(await codeOf(register(person, { origin: 'https://evil.example' }))).toBe('passkey_refused')
  expect(await codeOf(register(person, { host: 'evil.example' }))).toBe('passkey_refused')
  await register(person, { counter: 1 })
  expect(await codeOf(enter(person, { origin: 'https://evil.example', counter: 2 }))).toBe('passkey_refused')
  expect(await codeOf(enter(person, { host: 'evil.example', counter: 2 }))).toBe('passkey_refused')
  expect(await enter(person, { counter: 5 })).toBeTruthy()
  expect(await codeOf(enter(person, { counter: 5 }))).toBe('passkey_refused')
  const { challenge, options } = await getPasskeyRequest(await person.browser.ask(), {})
  const response = person.authenticator.answer(options, { counter: 9 })
  expect(await signInWithPasskey(await person.browser.ask(), { challenge, response })).toBeTruthy()
  expect(await codeOf(signInWithPasskey(await person.browser.ask(), { challenge, response }))).toBe(
    'challenge_gone',
  )
  const next = await getPasskeyRequest(await person.browser.ask(), {})
  expect(
    await codeOf(signInWithPasskey(await person.browser.ask(), { challenge: next.challenge, response })),
  ).toBe('passkey_refused')
})

test('nonsense in place of a passkey is refused, and reveals nothing', async () => {
  const { browser } = await createPerson()
  for (const response of [
    {},
    { id: 'x' },
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
    { id: 7 },
  ]) {
    const { challenge } = await getPasskeyRequest(await browser.ask(), {})
    expect(await codeOf(signInWithPasskey(await browser.ask(), { challenge, response }))).toBe(
      'passkey_refused',
    )
  }
})

test('a passkey of somebody else is no second factor of mine, and none of mine to change', async () => {
  const [person, other] = [await createPerson(), await createPerson()]
  await register(person)
  await register(other)
  const factor = String((await challengeOf(person)).data['challenge'])
  expect(await codeOf(enter({ ...person, authenticator: other.authenticator }, {}, factor))).toBe(
    'passkey_refused',
  )
  const ask = () => person.browser.ask({ bearer: person.bearer })
  expect(await codeOf(updatePasskey(await ask(), { id: other.authenticator.id, name: 'Mine now' }))).toBe(
    'passkey_not_found',
  )
  expect(await codeOf(deletePasskey(await ask(), { id: other.authenticator.id }))).toBe('passkey_not_found')
  expect(await codeOf(register({ ...person, authenticator: other.authenticator }))).toBe('passkey_refused')
})

test('an account that is disabled, or has to change its password, is not entered by a passkey', async () => {
  const person = await createPerson()
  await register(person)
  const key = { kind: 'user' as const, id: person.id }
  await updateCredential(services.database, key, { mustChange: true })
  expect(await codeOf(enter(person))).toBe('password_change_needed')
  await updateCredential(services.database, key, { mustChange: false })
  await setDisabled(services.database, key, true)
  expect(await codeOf(enter(person))).toBe('sign_in_failed')
})

test('P6.08 where nobody gets in without a second factor, a passkey can be the first one, and the last one stays', async () => {
  const person = await createPerson()
  const browser = openTestBrowser({ ...services, settings: { ...services.settings, mfaOnly: true } })
  const error = await errorOf(signIn(await browser.ask(), { login: person.login, password }))
  expect(error.code).toBe('second_factor_enrolment_needed')
  const challenge = String(error.data['challenge'])
  const { registration, options } = await getPasskeyCreation(await browser.ask(), { challenge })
  const made = await createPasskey(await browser.ask(), {
    challenge,
    registration,
    response: person.authenticator.create(options),
    name: '',
  })
  expect(made.response.data.name).toBe('Passkey')
  const { accessToken: bearer } = await signInWithFactor(await browser.ask(), { challenge })
  expect(await codeOf(deletePasskey(await browser.ask({ bearer }), { id: person.authenticator.id }))).toBe(
    'second_factor_last',
  )
})
