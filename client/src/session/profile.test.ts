import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { profileOf } from './profile.ts'

test('P3.23 P3.26 the own profile is kept beside the user', async () => {
  const { client } = await createFakeClient()
  const profile = profileOf(client)
  expect(profile.get()).toMatchObject({ status: 'unknown', profile: null })
  const done = profile.fetch({ headers: true, withFacets: true })
  expect(profile.get().status).toBe('fetching')
  await done
  expect(profile.get()).toMatchObject({
    status: 'loaded',
    profile: {
      login: 'editor',
      locale: 'en',
      isUser: true,
      application: null,
      userdata: { contriblangs: [{ code: 'en' }] },
    },
  })
})

test('P4.17 a change of the profile reads again who is signed in', async () => {
  const { client } = await createFakeClient()
  const profile = profileOf(client)
  await profile.fetch()
  await profile.patch({ name: 'E. Ditor' })
  expect(client.session.get().user?.name).toBe('E. Ditor')
  expect(profile.get().profile?.name).toBe('E. Ditor')
})

test('P5.08 a password in a change is refused in the words of the specification', async () => {
  const { client } = await createFakeClient()
  await expect(profileOf(client).patch({ password: 'another password' } as object)).rejects.toThrow(
    "You can't update password using this endpoint. Please use changePassword.",
  )
})

test('a failure is reported, and the next person finds nothing of the one before', async () => {
  const { client, server } = await createFakeClient()
  const profile = profileOf(client)
  await profile.fetch()
  server.fail('access_denied')
  await expect(profile.fetch()).rejects.toMatchObject({ code: 'access_denied' })
  expect(profile.get()).toMatchObject({ status: 'error', profile: { login: 'editor' } })
  await client.session.signOut()
  await Promise.resolve()
  expect(profile.get()).toMatchObject({ status: 'unknown', profile: null })
})
