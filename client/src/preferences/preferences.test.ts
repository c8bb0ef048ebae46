import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { settle } from '../testing/fake-clock.ts'
import { preferenceKey, preferencesOf } from './preferences.ts'

const isRead = (...[input, init]: Parameters<typeof globalThis.fetch>): boolean =>
  (init?.method ?? 'GET') === 'GET' &&
  (input instanceof Request ? input.url : input.toString()).includes('userpref')

async function open() {
  const fake = await createFakeClient()
  const preferences = preferencesOf(fake.client)
  const look = (key = 'k', namespace?: string) => preferences.get(preferenceKey(key, namespace))
  return { ...fake, preferences, look }
}

test('P4.25 P7.58 a preference is fetched, then loaded or not found', async () => {
  const { preferences, look } = await open()
  expect(look()).toEqual({ status: 'unknown', error: null, type: 'string', value: undefined })
  const reading = preferences.fetch('k')
  expect(look().status).toBe('fetching')
  await reading
  expect(look().status).toBe('not_found')
  await preferences.set('k', { a: [1] })
  expect(look()).toMatchObject({ status: 'loaded', value: { a: [1] } })
  expect(await preferences.fetch('k')).toMatchObject({ status: 'loaded', value: { a: [1] } })
  await preferences.remove('k')
  expect(look().status).toBe('not_found')
})

test('P9.06 the namespace is vue-app by default', async () => {
  const { preferences, look, server } = await open()
  await preferences.set('k', 1)
  await preferences.set('k', 2, { namespace: 'other', type: 'number' })
  expect([look().value, look('k', 'vue-app').value, look('k', 'other')]).toMatchObject([
    1,
    1,
    { value: 2, type: 'number' },
  ])
  await preferences.fetch('k')
  expect(server.requests.at(-1)).toContain('namespace=vue-app&key=k')
})

test('P4.25 a change shows at once and is put back, with an error, where the server refuses it', async () => {
  const { preferences, look, server, logged } = await open()
  await preferences.set('k', 'before')
  server.fail('internal')
  const saving = preferences.set('k', 'after')
  expect(look()).toMatchObject({ status: 'fetching', value: 'after' })
  await expect(saving).rejects.toMatchObject({ code: 'internal' })
  expect(look()).toMatchObject({ status: 'error', error: { code: 'internal' }, value: 'before' })
  expect(logged).toContain('Preference vue-app/k could not be saved')
  await preferences.set('k', 'after')
  expect(look()).toMatchObject({ status: 'loaded', error: null, value: 'after' })
})

test('P8.10 what is no preference is an invalid parameter', async () => {
  const { preferences, server } = await open()
  const asked = server.requests.length
  await expect(preferences.set('', 1)).rejects.toThrow('Invalid parameter')
  await expect(preferences.set('k', undefined)).rejects.toThrow('Invalid parameter')
  await expect(preferences.remove('')).rejects.toThrow('Invalid parameter')
  expect(server.requests.length).toBe(asked)
})

test('changes of one preference are sent in their order, and a failed one does not put back a later one', async () => {
  const { preferences, look, server } = await open()
  const gate = server.hold('userpref')
  server.fail('internal')
  const outcomes = Promise.allSettled([
    preferences.set('k', 1),
    preferences.set('k', 2),
    preferences.set('k', 3),
  ])
  expect(look().value).toBe(3)
  gate.release()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(look()).toMatchObject({ status: 'loaded', error: null, value: 3 })
  expect((await preferences.fetch('k')).value).toBe(3)
})

test('an answer that was on its way while something was set is not taken for the present', async () => {
  const server = createFakeServer()
  const { promise: late, resolve: release } = Promise.withResolvers<void>()
  const client = createClient({
    mode: 'bearer',
    fetch: async (input, init) => {
      const answer = await server.fetch(input, init)
      if (isRead(input, init)) await late
      return answer
    },
  })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  const preferences = preferencesOf(client)
  const reading = preferences.fetch('k')
  await settle()
  await preferences.set('k', 'new')
  release()
  await reading
  expect(preferences.get(preferenceKey('k'))).toMatchObject({ status: 'loaded', value: 'new' })
  client.session.dispose()
})

test('several readers are one request', async () => {
  const { preferences, server } = await open()
  const asked = server.requests.length
  await Promise.all([preferences.fetch('k'), preferences.fetch('k')])
  expect(server.requests.length).toBe(asked + 1)
})

test('what one person set is neither shown to the next nor sent as theirs', async () => {
  const { preferences, look, client, server } = await open()
  await preferences.set('k', 'mine')
  const gate = server.hold('userpref')
  const outcomes = Promise.allSettled([preferences.set('k', 'first'), preferences.set('k', 'second')])
  await settle()
  await client.session.signOut()
  await settle()
  gate.release()
  expect((await outcomes)[1]).toMatchObject({ status: 'rejected', reason: { code: 'error.canceled' } })
  expect(server.requests.filter((request) => /^POST .*userpref/.test(request))).toHaveLength(2)
  await client.session.signIn({ login: 'viewer', password: 'viewer' })
  expect(look()).toMatchObject({ status: 'unknown', value: undefined })
  expect(await preferences.fetch('k')).toMatchObject({ status: 'not_found' })
})
