import { calls } from '@cartouche/contract'
import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetFactors, resetPassword, updateAccount } from '../accounts/change-account.ts'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import { patchOne } from '../../model/entities/write-entity.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { patchProfile } from '../sign-in/patch-profile.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { createAccountLibrary, testPassword, type AccountLibrary } from '../session/test-accounts.ts'
import { openTestBrowser } from '../session/test-browser.ts'
import { codeOf } from '../../testing/refusal.ts'
import { createPasskey, deletePasskey, getPasskeyCreation, updatePasskey } from './passkeys.ts'
import { getProof, proveIdentity, startPasskeyProof } from './prove-identity.ts'
import { createTestAuthenticator } from './test-authenticator.ts'
import { confirmTotp, startTotp } from './totp.ts'

let library: AccountLibrary
let services: Services
const password = testPassword
const baseUrl = 'http://cartouche.test'
const administratorId = 11

beforeAll(async () => {
  library = await createAccountLibrary()
  services = library.services
})
afterAll(() => library.close())

interface Person {
  readonly id: number
  readonly login: string
  ask(): Promise<Context>
}
const open = async (id: number, login: string): Promise<Person> => {
  const browser = openTestBrowser(services)
  const { accessToken } = await signIn(await browser.ask(), { login, password })
  return { id, login, ask: () => browser.ask({ bearer: accessToken }) }
}
const createPerson = async (): Promise<Person> => {
  const { id, login } = await library.addAccount()
  await sql`update entity set props = props || ${JSON.stringify({ email: `${login}@example.org` })}::jsonb where resource = 'user' and id = ${id}`.execute(
    services.database,
  )
  return open(id, login)
}
/** What a thief of a session has: all of it, but no proof of a moment ago. */
const age = (): Promise<unknown> =>
  sql`update session_use set proven_at = now() - interval '601 seconds'`.execute(services.database)
const changesOf = async (id: number): Promise<string[]> => {
  const { rows } = await sql<{
    change: string
  }>`select data ->> 'change' change from notification where user_id = ${id} and type = 'security' order by created_at`.execute(
    services.database,
  )
  return rows.map(({ change }) => change)
}
const mailsTo = async (to: string): Promise<string[]> =>
  (
    await services.database
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', to)
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject)
const audited = async (id: number): Promise<string[]> =>
  (
    await services.database
      .selectFrom('audit_entry')
      .select('kind')
      .where('target_id', '=', String(id))
      .where('kind', 'not like', 'session.%')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)
const register = async (person: Person) => {
  const authenticator = createTestAuthenticator(baseUrl)
  const { registration, options } = await getPasskeyCreation(await person.ask(), {})
  await createPasskey(await person.ask(), {
    registration,
    response: authenticator.create(options),
    name: 'Key',
  })
  return authenticator
}

test('a session alone adds, renames and removes no factor, and changes neither e-mail nor password', async () => {
  const person = await createPerson()
  const { registration, options } = await getPasskeyCreation(await person.ask(), {})
  const authenticator = await register(person)
  await age()
  const attempts = [
    async () => startTotp(await person.ask(), {}),
    async () => confirmTotp(await person.ask(), { code: '123456' }),
    async () => getPasskeyCreation(await person.ask(), {}),
    async () =>
      createPasskey(await person.ask(), {
        registration,
        response: createTestAuthenticator(baseUrl).create(options),
        name: '',
      }),
    async () => updatePasskey(await person.ask(), { id: authenticator.id, name: 'Mine' }),
    async () => deletePasskey(await person.ask(), { id: authenticator.id }),
    async () => patchProfile(await person.ask(), { json: { email: 'thief@example.org' } }),
    async () => patchProfile(await person.ask(), { json: { email: '' } }),
    async () =>
      patchProfile(await person.ask(), { login: person.login, password: 'a password of the thief' }),
  ]
  for (const attempt of attempts) expect(await codeOf(attempt())).toBe('proof_needed')
  // What says nothing of how the account is entered goes on.
  expect(
    (await patchProfile(await person.ask(), { json: { bolang: 'fr', name: 'Same' } })).response.data.name,
  ).toBe('Same')
  expect(await audited(person.id)).toEqual(['factor.passkeyAdded', 'user.updated'])
})

test('the password, a code or a passkey proves it, for ten minutes and for that session', async () => {
  const person = await createPerson()
  const { secret } = await startTotp(await person.ask(), {})
  await confirmTotp(await person.ask(), { code: await generate({ secret }) })
  const authenticator = await register(person)
  await age()
  const proof = await getProof(await person.ask())
  expect(calls.getProof.answers.parse(proof)).toEqual({
    provenUntil: null,
    methods: ['password', 'totp', 'recovery', 'passkey'],
    providers: [],
  })
  expect(await codeOf(proveIdentity(await person.ask(), { password: 'not this one' }))).toBe('sign_in_failed')
  expect(await codeOf(proveIdentity(await person.ask(), { code: '000000' }))).toBe('second_factor_failed')
  expect(await codeOf(proveIdentity(await person.ask(), {}))).toBe('invalid_parameter')
  expect(await codeOf(startTotp(await person.ask(), {}))).toBe('proof_needed')
  const { provenUntil } = await proveIdentity(await person.ask(), { password })
  expect(Date.parse(provenUntil) - Date.now()).toBeGreaterThan(500_000)
  expect(await codeOf(startTotp(await person.ask(), {}))).toBe('action_not_possible')
  await age()
  const asked = await startPasskeyProof(await person.ask())
  const other = await open(administratorId, 'admin')
  expect(
    await codeOf(
      proveIdentity(await other.ask(), {
        challenge: asked.challenge,
        response: authenticator.answer(asked.options),
      }),
    ),
  ).toBe('challenge_gone')
  const again = await startPasskeyProof(await person.ask())
  expect(
    await codeOf(
      proveIdentity(await person.ask(), {
        challenge: again.challenge,
        response: createTestAuthenticator(baseUrl).answer(again.options),
      }),
    ),
  ).toBe('passkey_refused')
  const last = await startPasskeyProof(await person.ask())
  await proveIdentity(await person.ask(), {
    challenge: last.challenge,
    response: authenticator.answer(last.options),
  })
  expect(
    (await updatePasskey(await person.ask(), { id: authenticator.id, name: 'Renamed' })).response.data.name,
  ).toBe('Renamed')
})

test('each change is audited, and the person is notified by a notification and by mail, at the address before too', async () => {
  const person = await createPerson()
  const address = `${person.login}@example.org`
  const authenticator = await register(person)
  await updatePasskey(await person.ask(), { id: authenticator.id, name: 'Renamed' })
  await deletePasskey(await person.ask(), { id: authenticator.id })
  await patchProfile(await person.ask(), { json: { email: 'new@example.org' } })
  await patchProfile(await person.ask(), { password, newPassword: 'another password' })
  expect(await changesOf(person.id)).toEqual([
    'passkeyAdded',
    'passkeyRenamed',
    'passkeyRemoved',
    'emailChanged',
    'passwordChanged',
  ])
  expect(await audited(person.id)).toEqual([
    'factor.passkeyAdded',
    'factor.passkeyRenamed',
    'factor.passkeyRemoved',
    'user.updated',
    'user.passwordChanged',
  ])
  const before = [
    'A passkey was added to your account',
    'A passkey of your account was renamed',
    'A passkey was removed from your account',
  ]
  expect(await mailsTo(address)).toEqual([...before, 'Your e-mail address was changed'])
  expect(await mailsTo('new@example.org')).toEqual([
    'Your e-mail address was changed',
    'Your password was changed',
  ])
})

test('an administrator proves it too, and takes the factors away with the password where asked', async () => {
  const [person, administrator] = [await createPerson(), await open(administratorId, 'admin')]
  await register(person)
  await age()
  const schema = await getSchemaOf(services, 'user')
  expect(await codeOf(resetPassword(await administrator.ask(), { id: person.id, factors: true }))).toBe(
    'proof_needed',
  )
  expect(await codeOf(resetFactors(await administrator.ask(), { id: person.id }))).toBe('proof_needed')
  expect(
    await codeOf(updateAccount(await administrator.ask(), { id: person.id, email: 'thief@example.org' })),
  ).toBe('proof_needed')
  expect(
    await codeOf(
      patchOne(await administrator.ask(), schema, person.id, { email: 'thief@example.org' }).then(() => ({})),
    ),
  ).toBe('proof_needed')
  await proveIdentity(await administrator.ask(), { password })
  const keys = () =>
    services.database.selectFrom('passkey').select('id').where('user_id', '=', person.id).execute()
  await resetPassword(await administrator.ask(), { id: person.id, factors: false })
  expect(await keys()).toHaveLength(1)
  await resetPassword(await administrator.ask(), { id: person.id, factors: true })
  expect(await keys()).toEqual([])
  expect((await changesOf(person.id)).slice(1)).toEqual(['passwordReset', 'passwordReset', 'factorsReset'])
})
