import { calls } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../http/test-application.ts'
import { createTestLibrary, type TestLibrary } from '../../features/carts/test-library.ts'
import { preferenceRoutes } from './preferences.routes.ts'

let application: TestApplication
beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

const address = '/api/json/userpref'
const get = async (key: string, who: 'editor' | 'viewer' = 'editor', namespace = 'n') =>
  (
    await application.ask('GET', `${address}?namespace=${namespace}&key=${key}`, {
      who,
      call: 'getPreference',
    })
  ).body.response.data

test('P3.16 P7.02 P7.03 a preference is kept as it came, byte for byte', async () => {
  for (const value of ['{"a": [1,  2], "é": "🌞"}', '"x"', 'not JSON', '', '0', 'null']) {
    const form = new URLSearchParams({ namespace: 'n', key: 'k', type: 'string', value })
    const { body } = await application.ask('POST', address, { who: 'editor', form, call: 'setPreference' })
    expect(body.response.data).toEqual({ namespace: 'n', key: 'k', type: 'string', value })
    expect(await get('k')).toEqual({ namespace: 'n', key: 'k', type: 'string', value })
  }
})

test('a key that nobody set is 200 with empty data', async () => {
  const { status, body } = await application.ask('GET', `${address}?namespace=n&key=never`, { who: 'editor' })
  expect({ status, body }).toEqual({ status: 200, body: { response: { data: {} } } })
})

test('POST, PUT and PATCH set it, by parameters or by address, as a form or as JSON', async () => {
  for (const method of ['POST', 'PUT', 'PATCH']) {
    await application.ask(method, `${address}/n/way`, {
      who: 'editor',
      json: { value: { by: method } },
      call: 'setPreference',
    })
    expect(await get('way')).toMatchObject({ value: JSON.stringify({ by: method }) })
    await application.ask(method, address, {
      who: 'editor',
      form: new URLSearchParams({ namespace: 'n', key: 'way', value: method }),
      call: 'setPreference',
    })
    expect(
      (await application.ask('GET', `${address}/n/way`, { who: 'editor' })).body.response.data,
    ).toMatchObject({ value: method })
  }
})

test('P9.06 the namespace is vue-app by default', async () => {
  await application.ask('POST', address, { who: 'editor', json: { key: 'plain', value: '1' } })
  expect(await get('plain', 'editor', 'vue-app')).toMatchObject({ namespace: 'vue-app', value: '1' })
})

test('P7.04 a deleted preference is empty again, and deleting it twice is no failure', async () => {
  await application.ask('POST', address, { who: 'editor', json: { namespace: 'n', key: 'gone', value: '1' } })
  for (const _time of [1, 2])
    expect(
      (
        await application.ask('DELETE', `${address}?namespace=n&key=gone`, {
          who: 'editor',
          call: 'deletePreference',
        })
      ).status,
    ).toBe(200)
  expect(await get('gone')).toEqual({})
})

test('nobody reaches the preferences of somebody else', async () => {
  await application.ask('POST', address, { who: 'editor', json: { namespace: 'n', key: 'mine', value: '1' } })
  await application.ask('DELETE', `${address}/n/mine`, { who: 'viewer' })
  expect(await get('mine', 'viewer')).toEqual({})
  expect(await get('mine')).toMatchObject({ value: '1' })
})

test('what is missing or too large is refused', async () => {
  for (const json of [
    { key: 'k' },
    { value: '1' },
    { key: '', value: '1' },
    { key: 'x'.repeat(201), value: '1' },
    { key: 'k', value: 'x'.repeat(200_001) },
  ]) {
    expect((await application.ask('POST', address, { who: 'editor', json })).body.code).toBe(
      'invalid_parameter',
    )
  }
})

test('a person keeps a thousand preferences at most; those that are there can still change', async () => {
  const library: TestLibrary = await createTestLibrary()
  try {
    const person = await library.addUser('Pat', 'viewer')
    await sql`insert into preference (user_id, namespace, key, type, value) select ${person.id}, 'n', 'k' || i, 'string', '1' from generate_series(1, 1000) i`.execute(
      library.database,
    )
    const set = (key: string) =>
      preferenceRoutes.setPreference(
        library.as(person),
        calls.setPreference.input.parse({ namespace: 'n', key, value: '2' }),
      )
    await expect(set('k1001')).rejects.toMatchObject({ code: 'preferences_full' })
    expect(await set('k7')).toMatchObject({ response: { data: { value: '2' } } })
  } finally {
    await library.close()
  }
})
