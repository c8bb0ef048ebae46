import { expect, test } from 'vitest'
import { isApiError } from '@cartouche/contract/wire'
import { carefulCode, carefulLogin } from '../testing/fake-factors.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { secondFactorsOf } from './second-factors.ts'
import { sessionListOf } from './session-list.ts'
import { singleSignOnOf } from './single-sign-on.ts'

const careful = { login: carefulLogin, password: carefulLogin }
const challengeOf = async (signIn: Promise<void>): Promise<string> => {
  const failure = await signIn.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(isApiError(failure, 'second_factor_needed')).toBe(true)
  return isApiError(failure) ? String(failure.data['challenge']) : ''
}

test('a sign-in that needs a second factor is finished by a code', async () => {
  const { client } = await createFakeClient({ signIn: false })
  const challenge = await challengeOf(client.session.signIn(careful))
  expect(client.session.get()).toMatchObject({
    status: 'loaded',
    user: null,
    error: { code: 'second_factor_needed' },
  })
  await expect(secondFactorsOf(client).signIn({ challenge, code: '000000' })).rejects.toMatchObject({
    code: 'second_factor_failed',
  })
  await secondFactorsOf(client).signIn({ challenge, code: carefulCode })
  expect(client.session.get()).toMatchObject({ connected: true, user: { login: carefulLogin }, error: null })
  await expect(secondFactorsOf(client).signIn({ challenge, code: carefulCode })).rejects.toMatchObject({
    code: 'challenge_gone',
  })
})

test.each(['bearer', 'cookie'] as const)(
  'a passkey signs in alone, and as a second factor, by %s',
  async (mode) => {
    const { client } = await createFakeClient({ signIn: false, mode })
    const factors = secondFactorsOf(client)
    const { challenge } = await factors.askForPasskey()
    await secondFactorsOf(client).signIn({ challenge, passkey: { id: 'good' } })
    expect(client.session.get().user?.login).toBe('editor')
    const second = await factors.askForPasskey(await challengeOf(client.session.signIn(careful)))
    await secondFactorsOf(client).signIn({ challenge: second.challenge, passkey: { id: 'good' } })
    expect(client.session.get().user?.login).toBe(carefulLogin)
    const third = await factors.askForPasskey()
    await expect(
      secondFactorsOf(client).signIn({ challenge: third.challenge, passkey: { id: 'bad' } }),
    ).rejects.toMatchObject({ code: 'passkey_refused' })
  },
)

test('codes are set up and taken away, and what is shown follows', async () => {
  const { client } = await createFakeClient()
  const factors = secondFactorsOf(client)
  expect(factors.get()).toEqual({ status: 'unknown', data: null, error: null })
  await factors.fetch()
  expect(factors.get()).toMatchObject({ status: 'loaded', data: { totp: false } })
  expect(await factors.startTotp()).toMatchObject({ secret: 'SECRET' })
  await expect(factors.confirmTotp('1')).rejects.toMatchObject({ code: 'second_factor_failed' })
  expect(await factors.confirmTotp(carefulCode)).toHaveLength(10)
  expect(factors.get().data).toMatchObject({ totp: true, recoveryCodesLeft: 10 })
  expect(await factors.renewRecoveryCodes(carefulCode)).toHaveLength(10)
  await factors.deleteTotp(carefulCode)
  expect(factors.get().data).toMatchObject({ totp: false, recoveryCodesLeft: 0 })
})

test('passkeys are made by the browser, named and removed', async () => {
  const { client } = await createFakeClient()
  const factors = secondFactorsOf(client)
  const made = await factors.createPasskey({
    name: 'Laptop',
    create: async ({ challenge }) => ({ id: `made-${String(challenge)}` }),
  })
  expect(made).toMatchObject({ id: 'made-abc', name: 'Laptop' })
  await factors.renamePasskey('made-abc', 'Desk')
  expect(factors.get().data?.passkeys).toMatchObject([{ name: 'Desk' }])
  await factors.deletePasskey('made-abc')
  expect(factors.get().data?.passkeys).toEqual([])
  await expect(
    factors.createPasskey({ name: 'No', create: () => Promise.reject(new Error('The person said no')) }),
  ).rejects.toThrow('The person said no')
})

test('sessions are listed and ended one by one; the own one signs out', async () => {
  const { client, server } = await createFakeClient()
  const list = sessionListOf(client)
  await list.fetch()
  expect(list.get().data).toHaveLength(2)
  const other = list.get().data?.find(({ own }) => !own)?.id ?? ''
  await list.end(other)
  expect(list.get().data).toHaveLength(1)
  // It had ended meanwhile: that is what was wanted.
  await list.end(other)
  server.fail('internal')
  await expect(list.fetch()).rejects.toMatchObject({ code: 'internal' })
  expect(list.get()).toMatchObject({ status: 'error', data: [{ own: true }] })
  await list.end(list.get().data?.[0]?.id ?? '')
  expect(client.session.get()).toMatchObject({ user: null, connected: false })
})

test('all others are ended at once', async () => {
  const { client } = await createFakeClient()
  expect(await sessionListOf(client).endOthers()).toBe(1)
  expect(sessionListOf(client).get().data).toMatchObject([{ own: true }])
})

test('P3.29 single sign-on has a status and the list of providers', async () => {
  const { client, server } = await createFakeClient({ signIn: false })
  const sso = singleSignOnOf(client)
  expect(sso.get()).toEqual({ status: 'unknown', data: null, error: null })
  const done = sso.fetch('/carts')
  expect(sso.get().status).toBe('fetching')
  await done
  expect(sso.get()).toEqual({
    status: 'loaded',
    data: [
      { id: 'museum', name: 'Museum', kind: 'oidc', url: '/api/rest/auth/start/museum?relativeURL=%2Fcarts' },
    ],
    error: null,
  })
  server.fail('internal')
  await expect(sso.fetch()).rejects.toMatchObject({ code: 'internal' })
  expect(sso.get()).toMatchObject({ status: 'error', error: { code: 'internal' }, data: [{ id: 'museum' }] })
})
