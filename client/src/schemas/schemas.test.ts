import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { schemaBatchesOf } from './schema-batches.ts'
import { translateSchema } from './translate-schema.ts'
import { updateFieldsOf } from './update-fields.ts'

async function open() {
  const fake = await createFakeClient()
  schemaBatchesOf(fake.client)
  const headers = (): readonly string[] =>
    fake.server.requests
      .filter((request) => request.includes('/headers'))
      .map((request) => request.split('?')[0] ?? '')
  return { ...fake, schemas: fake.client.schemas, headers }
}

test('D4.21 D9.10 schemas of one folder that are wanted in one turn travel together, 20 at most', async () => {
  const { schemas, headers, server } = await open()
  const wanted = ['asset', 'assetkeyword', 'assetnature'].map((resource) =>
    schemas.resolve(`dam/data/${resource}`),
  )
  expect(schemas.get('dam/data/asset').status).toBe('fetching')
  expect((await Promise.all(wanted)).map(({ resource, status }) => [resource, status])).toEqual([
    ['asset', 'resolved'],
    ['assetkeyword', 'resolved'],
    ['assetnature', 'resolved'],
  ])
  expect(headers()).toEqual(['GET /api/rest/dam/data/asset,assetkeyword,assetnature/headers'])
  for (let index = 0; index < 25; index++) server.library.schemas[`kind${index}`] = { name: 'text' }
  await Promise.all(Array.from({ length: 25 }, (_kind, index) => schemas.resolve(`dam/data/kind${index}`)))
  expect(
    headers()
      .slice(1)
      .map((request) => request.split(',').length),
  ).toEqual([20, 5])
})

test('one that does not exist keeps no other from coming', async () => {
  const { schemas } = await open()
  const [fine, missing] = await Promise.allSettled([
    schemas.resolve('dam/data/asset'),
    schemas.resolve('dam/data/nothing'),
  ])
  expect([fine?.status, missing?.status]).toEqual(['fulfilled', 'rejected'])
  expect(schemas.get('dam/data/nothing')).toMatchObject({
    status: 'error',
    error: { code: 'unknown_resource' },
  })
})

test('D3.13 a schema has its label, its place in a tree, and the fields of each resource', async () => {
  const { schemas } = await open()
  expect(await schemas.resolve('dam/data/assetcollection')).toMatchObject({
    name: 'dam/data/assetcollection',
    status: 'resolved',
    error: null,
    label: expect.stringMatching(/./) as string,
    resource: 'assetcollection',
    tree: true,
    treefield: 'parent',
    fields: { name: { type: 'text' } },
    schemas: { assetcollection: { name: { type: 'text' } } },
  })
  const both = await schemas.resolve('dam/data/asset,assetcollection')
  expect(Object.keys(both.schemas)).toEqual(['asset', 'assetcollection'])
  expect([both.tree, both.resource]).toEqual([false, ''])
})

test('D8.09 a schema needs a name', async () => {
  const { schemas } = await open()
  await expect(schemas.resolve(' ')).rejects.toThrow('Cannot resolve a schema without a name')
})

test('D8.09 only a schema that was read can be translated; what is the same in both languages stays', async () => {
  const { schemas, client, server } = await open()
  await expect(translateSchema(client, 'dam/data/asset')).rejects.toThrow(
    'Cannot translate an unknown schema',
  )
  const { fields } = await schemas.resolve('dam/data/asset')
  await client.session.changeLocale('fr')
  expect((await translateSchema(client, 'dam/data/asset')).fields).toBe(fields)
  expect(server.requests.at(-1)).toContain('lang=fr')
  expect(schemas.paths()).toEqual(['dam/data/asset'])
})

test('a field that is added counts a version up, and nothing else does', async () => {
  const { schemas, server } = await open()
  const before = await schemas.resolve('dam/data/asset')
  expect(await schemas.refresh('dam/data/asset')).toEqual(before)
  Object.assign(server.library.schemas['asset'] ?? {}, { mood: 'text' })
  const after = await schemas.refresh('dam/data/asset')
  expect([after.version, after.fields['mood']?.type, after.fields['name'] === before.fields['name']]).toEqual(
    [1, 'text', true],
  )
})

test('D3.13 D7.47 D8.05 the form of a resource, asked for once; a failure is logged', async () => {
  const { client, server, logged } = await open()
  const forms = updateFieldsOf(client)
  server.fail('access_denied')
  await expect(forms.resolve('dam/data/asset')).rejects.toMatchObject({ code: 'access_denied' })
  expect([forms.get('dam/data/asset').status, logged]).toEqual(['error', ['error fetching update fields']])
  expect((await forms.resolve('dam/data/asset')).fields['name']).toEqual({ position: 0, group: { id: 1 } })
  expect(await forms.resolve('dam/data/asset')).toBe(forms.get('dam/data/asset'))
})
