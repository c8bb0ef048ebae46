import { calls } from '@cartouche/contract'
import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Services } from '../../ground/services.ts'
import { patchProfile } from '../sign-in/patch-profile.ts'
import { setDisabled, setPassword } from '../session/set-password.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { createAccountLibrary, testPassword, type AccountLibrary } from '../session/test-accounts.ts'
import { openTestBrowser, type TestBrowser } from '../session/test-browser.ts'
import { codeOf, errorOf } from '../../testing/refusal.ts'
import { getFactors } from './get-factors.ts'
import { signInWithFactor } from './sign-in-with-factor.ts'
import { confirmTotp, deleteTotp, renewRecoveryCodes, startTotp } from './totp.ts'

let library: AccountLibrary
let services: Services
const password = testPassword

beforeAll(async () => {
  library = await createAccountLibrary()
  services = library.services
  vi.useFakeTimers({ toFake: ['Date'] })
})
beforeEach(async () => {
  await services.database.deleteFrom('guess').execute()
})
afterAll(async () => {
  vi.useRealTimers()
  await library.close()
})

/** Each code is good once: tests go on to the next one. */
const nextCode = async (secret: string): Promise<string> => {
  vi.setSystemTime(Date.now() + 30_000)
  return generate({ secret })
}
interface Person {
  readonly id: number
  readonly login: string
  readonly browser: TestBrowser
  readonly bearer: string
}
const createPerson = async (): Promise<Person> => {
  const { id, login } = await library.addAccount()
  const browser = openTestBrowser(services)
  return { id, login, browser, bearer: (await signIn(await browser.ask(), { login, password })).accessToken }
}
const enrol = async ({ browser, bearer }: Person) => {
  const { secret } = await startTotp(await browser.ask({ bearer }), {})
  const { recoveryCodes } = await confirmTotp(await browser.ask({ bearer }), { code: await nextCode(secret) })
  return { secret, recoveryCodes }
}
const challengeOf = async ({ browser, login }: Person, code = 'second_factor_needed'): Promise<string> => {
  const error = await errorOf(signIn(await browser.ask(), { login, password }))
  expect(error.code).toBe(code)
  return String(error.data['challenge'])
}
const finish = async ({ browser }: Person, challenge: string, code?: string) =>
  signInWithFactor(await browser.ask(), { challenge, code })

test('codes are set up by the first of them, with a QR code and ten recovery codes', async () => {
  const person = await createPerson()
  const answer = await startTotp(await person.browser.ask({ bearer: person.bearer }), {})
  expect(calls.startTotp.answers.parse(answer)).toEqual(answer)
  expect(answer.address).toContain(`otpauth://totp/Cartouche:${person.login}?secret=${answer.secret}`)
  expect(Buffer.from(answer.picture.split(',')[1] ?? '', 'base64').toString()).toMatch(/^<svg/)
  expect(
    await codeOf(confirmTotp(await person.browser.ask({ bearer: person.bearer }), { code: '000000' })),
  ).toBe('second_factor_failed')
  expect((await signIn(await person.browser.ask(), { login: person.login, password })).tokenType).toBe(
    'Bearer',
  )
  const { recoveryCodes } = await confirmTotp(await person.browser.ask({ bearer: person.bearer }), {
    code: await nextCode(answer.secret),
  })
  expect(new Set(recoveryCodes).size).toBe(10)
  expect((await getFactors(await person.browser.ask({ bearer: person.bearer }))).response.data).toEqual({
    totp: true,
    recoveryCodesLeft: 10,
    passkeys: [],
    required: false,
  })
  expect(await codeOf(startTotp(await person.browser.ask({ bearer: person.bearer }), {}))).toBe(
    'action_not_possible',
  )
})

test('the secret is sealed and recovery codes are hashed at rest', async () => {
  const person = await createPerson()
  const { secret, recoveryCodes } = await enrol(person)
  const { rows } = await sql<{
    kept: string
  }>`select (select json_agg(t)::text from totp t) || (select json_agg(r)::text from recovery_code r) || (select string_agg(encode(secret, 'escape'), '') from totp) kept`.execute(
    services.database,
  )
  expect(rows[0]?.kept).not.toContain(secret)
  expect(rows[0]?.kept).not.toContain(recoveryCodes[0])
  expect(rows[0]?.kept).not.toContain(recoveryCodes[0]?.replaceAll('-', ''))
})

test('a sign-in asks for a code after the right password alone, and opens one session', async () => {
  const person = await createPerson()
  const { secret } = await enrol(person)
  expect(await codeOf(signIn(await person.browser.ask(), { login: person.login, password: 'wrong' }))).toBe(
    'sign_in_failed',
  )
  const error = await errorOf(
    signIn(await person.browser.ask(), { login: person.login, password, cookieauth: true }),
  )
  expect([error.status, error.data['methods']]).toEqual([401, 'totp,recovery'])
  expect(person.browser.cookies.size).toBe(0)
  const challenge = String(error.data['challenge'])
  expect(await codeOf(finish(person, challenge))).toBe('second_factor_failed')
  const code = await nextCode(secret)
  const { accessToken: bearer } = await finish(person, challenge, ` ${code.slice(0, 3)} ${code.slice(3)}`)
  expect((await person.browser.ask({ bearer })).identity).toMatchObject({ login: person.login })
  expect(await codeOf(finish(person, challenge, await nextCode(secret)))).toBe('challenge_gone')
})

test('a code is good once, also for two that use it at the same moment', async () => {
  const person = await createPerson()
  const { secret } = await enrol(person)
  const code = await nextCode(secret)
  const challenges = [
    await challengeOf(person),
    await challengeOf(person),
    await challengeOf(person),
    await challengeOf(person),
  ]
  const tries = await Promise.allSettled(challenges.map((challenge) => finish(person, challenge, code)))
  expect(tries.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
  ])
  expect(await codeOf(finish(person, await challengeOf(person), code))).toBe('second_factor_failed')
})

test('a clock that is off by an interval is forgiven, by two is not', async () => {
  const person = await createPerson()
  const { secret } = await enrol(person)
  vi.setSystemTime(Date.now() + 300_000)
  const codeAt = (seconds: number) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + seconds })
  expect(await codeOf(finish(person, await challengeOf(person), await codeAt(-60)))).toBe(
    'second_factor_failed',
  )
  expect(await codeOf(finish(person, await challengeOf(person), await codeAt(90)))).toBe(
    'second_factor_failed',
  )
  expect(await finish(person, await challengeOf(person), await codeAt(-30))).toBeTruthy()
  expect(await finish(person, await challengeOf(person), await codeAt(30))).toBeTruthy()
})

test('a recovery code lets in once, however it is typed; new ones take the place of the old', async () => {
  const person = await createPerson()
  const {
    secret,
    recoveryCodes: [first = '', second = ''],
  } = await enrol(person)
  expect(
    await finish(person, await challengeOf(person), first.toUpperCase().replaceAll('-', ' ')),
  ).toBeTruthy()
  expect(await codeOf(finish(person, await challengeOf(person), first))).toBe('second_factor_failed')
  expect(
    (await getFactors(await person.browser.ask({ bearer: person.bearer }))).response.data.recoveryCodesLeft,
  ).toBe(9)
  const { recoveryCodes } = await renewRecoveryCodes(await person.browser.ask({ bearer: person.bearer }), {
    code: await nextCode(secret),
  })
  expect(await codeOf(finish(person, await challengeOf(person), second))).toBe('second_factor_failed')
  expect(await finish(person, await challengeOf(person), recoveryCodes[9])).toBeTruthy()
})

test('codes of somebody else and guesses are refused, and guessing is limited across challenges', async () => {
  const [person, other] = [await createPerson(), await createPerson()]
  const { secret } = await enrol(person)
  const {
    recoveryCodes: [foreign = ''],
  } = await enrol(other)
  expect(await codeOf(finish(person, await challengeOf(person), foreign))).toBe('second_factor_failed')
  for (const code of ['111111', '22', 'nonsense', '999999'])
    expect(await codeOf(finish(person, await challengeOf(person), code))).toBe('second_factor_failed')
  await sql`update guess set blocked_until = now() + interval '1 minute' where subject = ${`factor/${person.id}`}`.execute(
    services.database,
  )
  expect(await codeOf(finish(person, await challengeOf(person), await nextCode(secret)))).toBe(
    'too_many_guesses',
  )
})

test('codes are taken away by whoever proves one, and the sign-in is plain again', async () => {
  const person = await createPerson()
  const { secret } = await enrol(person)
  const ask = () => person.browser.ask({ bearer: person.bearer })
  expect(await codeOf(deleteTotp(await ask(), { code: '123' }))).toBe('second_factor_failed')
  expect((await deleteTotp(await ask(), { code: await nextCode(secret) })).response.data).toMatchObject({
    totp: false,
    recoveryCodesLeft: 0,
  })
  expect(await codeOf(deleteTotp(await ask(), { code: '123' }))).toBe('second_factor_not_set')
  expect(await signIn(await person.browser.ask(), { login: person.login, password })).toBeTruthy()
})

test('P6.08 where nobody gets in without a second factor, the password leads to setting one up and no further', async () => {
  const person = await createPerson()
  const strict: Person = {
    ...person,
    browser: openTestBrowser({ ...services, settings: { ...services.settings, mfaOnly: true } }),
  }
  const challenge = await challengeOf(strict, 'second_factor_enrolment_needed')
  const ask = () => strict.browser.ask()
  expect(await codeOf(finish(strict, challenge))).toBe('challenge_gone')
  const { secret } = await startTotp(await ask(), { challenge })
  const { recoveryCodes } = await confirmTotp(await ask(), { challenge, code: await nextCode(secret) })
  expect(recoveryCodes).toHaveLength(10)
  expect(await codeOf(startTotp(await ask(), { challenge }))).toBe('challenge_gone')
  const { accessToken: bearer } = await finish(strict, challenge)
  expect(await codeOf(finish(strict, challenge))).toBe('challenge_gone')
  expect(
    await codeOf(deleteTotp(await strict.browser.ask({ bearer }), { code: await nextCode(secret) })),
  ).toBe('second_factor_last')
  expect(await challengeOf(strict)).toBeTruthy()
})

test('a challenge ends with its time, with another password, and with the account', async () => {
  const person = await createPerson()
  const { secret } = await enrol(person)
  const late = await challengeOf(person)
  await sql`update challenge set expires_at = now() - interval '1 second'`.execute(services.database)
  expect(await codeOf(finish(person, late, await nextCode(secret)))).toBe('challenge_gone')
  const old = await challengeOf(person)
  await setPassword(services.database, { kind: 'user', id: person.id }, password)
  expect(await codeOf(finish(person, old, await nextCode(secret)))).toBe('challenge_gone')
  const disabled = await challengeOf(person)
  await setDisabled(services.database, { kind: 'user', id: person.id }, true)
  expect(await codeOf(finish(person, disabled, await nextCode(secret)))).toBe('sign_in_failed')
})

test('whoever knows the password of somebody with a second factor does not change it while signed out', async () => {
  const person = await createPerson()
  const { secret } = await enrol(person)
  const stranger = openTestBrowser(services)
  const change = { login: person.login, password, newPassword: 'another password' }
  expect(await codeOf(patchProfile(await stranger.ask(), change))).toBe('second_factor_needed')
  expect(await codeOf(patchProfile(await stranger.ask(), { ...change, code: '000000' }))).toBe(
    'second_factor_failed',
  )
  // The administrator asked for another password: the second factor is asked for all the same.
  await services.database
    .updateTable('credential')
    .set({ must_change: true })
    .where('id', '=', person.id)
    .execute()
  const asked = await errorOf(patchProfile(await stranger.ask(), change))
  expect(asked).toMatchObject({ code: 'second_factor_needed', data: { methods: 'totp,recovery' } })
  // What it gave to ask for the factor with opens no session past the change.
  expect(
    await codeOf(
      signInWithFactor(await stranger.ask(), {
        challenge: String(asked.data['challenge']),
        code: await nextCode(secret),
      }),
    ),
  ).toBe('password_change_needed')
  const {
    response: { data },
  } = await patchProfile(await stranger.ask(), { ...change, code: await nextCode(secret) })
  expect(data).toEqual({ login: person.login, challenge: expect.any(String) })
  expect((await signInWithFactor(await stranger.ask(), { challenge: data.challenge ?? '' })).tokenType).toBe(
    'Bearer',
  )
})
