import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { entityKey } from '../entities/entity.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { batchProperty } from '../testing/batch-world.ts'
import { settle } from '../testing/fake-clock.ts'
import type { ActionRequest } from './batch.ts'
import { batchesOf } from './batches.ts'

const path = 'dam/data/asset'

async function open(count = 5) {
  const fake = await createFakeClient()
  const assets = fake.server.library.list('asset').slice(0, count)
  const rename = (suffix: string): ActionRequest[] =>
    assets.map(({ id, name }) => ({
      id: `rename ${id}`,
      type: 'update',
      path,
      entityId: id,
      payload: { name: `${name}${suffix}` },
    }))
  const batches = batchesOf(fake.client)
  return {
    ...fake,
    assets,
    rename,
    batches,
    statuses: (id: string) => batches.byId.get(id).actions.map(({ status }) => status),
  }
}

test('D5.10 D8.11 batch ids are unique, and updating an unknown batch is an error', async () => {
  const { batches, rename } = await open()
  batches.add('a', rename('!'))
  expect(() => batches.add('a', [])).toThrow('Batch id a already exists')
  expect(() => batches.update('b', [])).toThrow('Unknown batch b')
  await expect(batches.process('b')).rejects.toThrow('Unknown batch b')
  expect(batches.byId.get('a').status).toBe('draft')
})

test('D4.24 D4.25 D4.26 D9.05 one batch at a time, two actions at once, to the end', async () => {
  const { batches, rename, server, assets, statuses } = await open()
  batches.add('a', rename('!'))
  batches.add('b', rename('?'))
  const { release } = server.hold()
  const [first, second] = [batches.process('a'), batches.process('b')]
  await settle()
  expect([batches.byId.get('a').status, batches.byId.get('b').status]).toEqual(['processing', 'scheduled'])
  expect(statuses('a')).toEqual(['processing', 'processing', 'scheduled', 'scheduled', 'scheduled'])
  expect(() => batches.update('a', [])).toThrow('The batch a is processing: that cannot be done with it now')
  release()
  expect(await first).toMatchObject({ status: 'done', progress: 100, counts: { done: 5 } })
  expect(await second).toMatchObject({ status: 'done' })
  expect(server.library.get('asset', assets[0]?.id ?? 0).name).toBe('Asset 1?')
})

test('D8.11 a failed action is an error and ends no other; what failed can be tried again, and what was done undone', async () => {
  const { batches, rename, server, statuses, assets } = await open(3)
  batches.add('a', rename('!'))
  // The first requests of the two actions that run are reads.
  server.fail('access_denied')
  await batches.process('a')
  expect(statuses('a')).toEqual(['error', 'done', 'done'])
  expect(batches.byId.get('a').actions[0]?.error).toMatchObject({ code: 'access_denied' })
  expect(await batches.retry('a')).toMatchObject({ counts: { done: 3, error: 0 } })
  await batches.process(batches.undo('a'))
  expect(assets.map(({ id }) => server.library.get('asset', id).name)).toEqual([
    'Asset 1',
    'Asset 2',
    'Asset 3',
  ])
})

test('undo looks again: what somebody changed since is kept and reported, the rest is put back', async () => {
  const { batches, server, assets, client } = await open(2)
  const [one, two] = assets.map(({ id }) => id)
  if (one === undefined || two === undefined) throw new Error('Two assets are needed')
  batches.add(
    'a',
    [one, two].map((id) => ({
      id: String(id),
      type: 'update',
      path,
      entityId: id,
      payload: { name: 'Batch', description: 'Batch' },
    })),
  )
  await batches.process('a')
  // Somebody else, of whom this client has not heard.
  const { id, $version = 0 } = server.library.get('asset', one)
  await client.call(calls.patchEntity, { path, id, json: { $version, name: 'Of a colleague' } })
  const undoId = batches.undo('a')
  expect(await batches.process(undoId)).toMatchObject({ counts: { done: 2 } })
  expect(batches.byId.get(undoId).actions.map(({ skipped: kept }) => kept)).toEqual([['name'], []])
  expect(server.library.get('asset', one)).toMatchObject({ name: 'Of a colleague', description: null })
  expect(server.library.get('asset', two)).toMatchObject({ name: 'Asset 2', description: null })
})

test('undo puts nothing back where it cannot look again, and can be tried again', async () => {
  const { batches, rename, server, assets, statuses } = await open(1)
  batches.add('a', rename('!'))
  await batches.process('a')
  const undoId = batches.undo('a')
  server.fail('internal')
  await batches.process(undoId)
  expect(statuses(undoId)).toEqual(['error'])
  expect(server.library.get('asset', assets[0]?.id ?? 0).name).toBe('Asset 1!')
  await batches.retry(undoId)
  expect(server.library.get('asset', assets[0]?.id ?? 0).name).toBe('Asset 1')
})

test('D4.25 cancelling stops what is under way and what waits', async () => {
  const { batches, rename, server, statuses } = await open(4)
  batches.add('a', rename('!'))
  const { release } = server.hold()
  const done = batches.process('a')
  await settle()
  batches.cancel('a', batches.byId.get('a').actions[0]?.id)
  expect(statuses('a')).toEqual(['canceled', 'processing', 'processing', 'scheduled'])
  batches.cancel('a')
  expect(await done).toMatchObject({ status: 'done', counts: { canceled: 4 } })
  release()
  await settle()
  expect(server.library.list('asset').filter(({ name }) => name?.endsWith('!'))).toEqual([])
})

test('D3.35 D3.36 a batch has an id, a status and actions; an action says what it does, how far it is, and what came of it', async () => {
  const { batches, server, assets, client } = await open(1)
  const [asset] = assets
  const file = new File(['bytes of a picture'], 'picture.jpg', { type: 'image/jpeg' })
  batches.add('a', [
    { id: 'make', type: 'create', path, payload: { name: 'Made', binary: file } },
    { id: 'change', type: 'update', path, entityId: asset?.id ?? 0, payload: { name: 'Changed' } },
  ])
  expect(batches.byId.get('a')).toMatchObject({
    id: 'a',
    status: 'draft',
    progress: 0,
    counts: { scheduled: 2 },
    actions: [
      {
        id: 'make',
        type: 'create',
        payload: { name: 'Made', binary: file },
        status: 'scheduled',
        progress: 0,
        loaded: 0,
        total: 0,
        result: null,
        error: null,
      },
      { id: 'change', type: 'update', entityId: asset?.id, status: 'scheduled' },
    ],
  })
  const { actions } = await batches.process('a')
  expect(actions).toMatchObject([
    {
      status: 'done',
      progress: 100,
      loaded: 1,
      total: 1,
      result: { name: 'Made', binary: { name: 'picture.jpg', filesize: file.size } },
    },
    { status: 'done', progress: 100, before: { name: asset?.name } },
  ])
  expect(server.library.list('asset').at(-1)).toMatchObject({
    name: 'Made',
    metadata: { filesize: file.size },
  })
  expect(client.entities.get(entityKey(path, asset?.id ?? 0)).name).toBe('Changed')
})

test('creating', async () => {
  const { batches, server } = await open()
  batches.add('a', [{ id: 'one', type: 'create', path, payload: { name: 'Made' } }])
  const { actions } = await batches.process('a')
  expect(actions[0]).toMatchObject({ status: 'done', progress: 100, result: { name: 'Made' } })
  expect(server.library.list('asset').some(({ name }) => name === 'Made')).toBe(true)
})

test('D4.24 D4.25 D4.26 D4.27 D9.05 whatever happens: one batch is processed, two actions run, progress stays below 95 until done, and every batch that was started ends', () => {
  fc.assert(batchProperty, { numRuns: 300 })
})
