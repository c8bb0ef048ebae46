import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { customDataOf } from './custom-data.ts'
import { applyChanges } from './apply-changes.ts'
import { acceptAnswer, newRecord, snapshotOf, type EntityRecord, type Incoming } from './entity-record.ts'
import { entityKey } from './entity.ts'

const path = 'dam/data/asset'

async function open() {
  const fake = await createFakeClient()
  const [first, second] = fake.server.library.list('asset')
  if (!first || !second) throw new Error('The fake library is empty')
  const { client } = fake
  return {
    ...fake,
    first,
    second,
    entities: client.entities,
    shown: () => client.entities.get(entityKey(path, first.id)),
  }
}

test('D4.11 an entity is read once at a time: resolving, then loaded; initial where a list named it', async () => {
  const { entities, first, second, shown, server, client } = await open()
  const [one, two] = [entities.fetch(path, first.id), entities.fetch(path, first.id)]
  expect(shown().status).toBe('resolving')
  await Promise.all([one, two])
  expect(shown()).toMatchObject({ status: 'loaded', name: 'Asset 1', data: { id: first.id } })
  expect(server.requests.filter((request) => request.includes(`/asset/${first.id}`))).toHaveLength(1)
  client.cursors.register({ name: 'list', path })
  await client.cursors.fetch('list')
  const other = client.cursors.get('list').data.find(({ id }) => id !== first.id && id !== second.id)
  const key = entityKey(path, other?.id ?? 0)
  expect(entities.get(key).status).toBe('resolved')
  void entities.fetch(path, other?.id ?? 0)
  expect(entities.get(key).status).toBe('initial')
})

test('P9.07 a fetch asks for rights and not for facets by default', async () => {
  const { entities, first, second, server, client } = await open()
  await entities.fetch(path, first.id)
  expect(server.requests.at(-1)).toContain('withRights=true')
  await entities.fetch(path, second.id, { withRights: false })
  expect(server.requests.at(-1)).toContain('withRights=false')
  expect(server.requests.join(' ')).not.toContain('withAggregates=true')
  client.cursors.register({ name: 'list', path })
  await client.cursors.fetch('list')
  expect(server.requests.at(-1)).not.toContain('withAggregates=true')
  expect(client.cursors.get('list').aggregates).toEqual({})
})

test('D4.12 D4.14 D8.02 a 404 and a 403 are not_found by name, any other failure an error by name', async () => {
  const { entities, server } = await open()
  expect(await entities.fetch(path, 9999)).toMatchObject({
    status: 'not_found',
    name: 'ID #9999 NOT FOUND',
    data: null,
  })
  server.fail('access_denied')
  expect(await entities.fetch(path, 8888)).toMatchObject({ status: 'not_found' })
  server.fail('internal')
  expect(await entities.fetch(path, 7777)).toMatchObject({
    status: 'error',
    name: 'FAILED ON ID #7777',
    error: { code: 'internal' },
  })
})

test('D5.04 D8.03 by uuid: the same copy, not_found under the uuid, and a domain is needed', async () => {
  const { entities, first, shown, server } = await open()
  const found = await entities.fetchByUuid('dam', first.$uuid)
  expect(found).toBe(shown())
  const missing = '00000000-0000-4000-8000-999999999999'
  expect(await entities.fetchByUuid('dam', missing)).toMatchObject({ status: 'not_found' })
  server.fail('access_denied')
  const refused = '00000000-0000-4000-8000-999999999997'
  expect(await entities.fetchByUuid('dam', refused)).toMatchObject({ status: 'not_found' })
  await expect(entities.fetchByUuid(' ', first.$uuid)).rejects.toThrow('No domain provided')
})

test('D8.03 by uuid: an answer of nothing and an answer of an error are errors of that uuid', async () => {
  const uuid = '00000000-0000-4000-8000-999999999998'
  for (const answer of ['null', '{"error":500}']) {
    const { server } = await open()
    const { client, clock } = await createFakeClient({
      fetch: (input, init) =>
        typeof input === 'string' && input.includes(uuid)
          ? Promise.resolve(new Response(answer))
          : server.fetch(input, init),
    })
    const done = client.entities.fetchByUuid('dam', uuid)
    await clock.advance(5000)
    expect(await done).toMatchObject({ status: 'error', name: `FAILED ON ID #${uuid}` })
  }
})

test('D9.12 an entity is asked for with the properties of the filter export; for an update with its faces', async () => {
  const { entities, first, server } = await open()
  await entities.fetch(path, first.id)
  await entities.fetch(path, first.id, { forUpdate: true })
  const [read, update] = server.requests
    .slice(-2)
    .map((request) => new URL(request.split(' ')[1] ?? '', 'http://test').searchParams)
  expect(read?.get('extendPropertyFilter')).toBe('export')
  expect([update?.get('i18n'), update?.get('withFacets')]).toEqual(['false', 'true'])
})

test('D3.01 what an application keeps with an entity as $custom stays when it is read again, and is never sent', async () => {
  const { client, entities, first, shown, server } = await open()
  const custom = customDataOf(client)
  custom.set(path, first.id, { seen: true })
  expect([custom.get(path, first.id), shown().data]).toEqual([{}, null])
  await entities.fetch(path, first.id)
  custom.set(path, first.id, { seen: true })
  custom.set(path, first.id, { rank: 3 })
  await entities.fetch(path, first.id)
  await entities.patch(path, first.id, { name: 'Renamed' })
  expect(shown().data).toMatchObject({ name: 'Renamed', $custom: { seen: true, rank: 3 } })
  expect(server.library.get('asset', first.id)).not.toHaveProperty('$custom')
})

test('D4.13 a loaded entity stays loaded when a list names it again, and keeps its other properties', () => {
  const loaded = acceptAnswer(newRecord(1), incoming({ name: 'A', description: 'long' }, 'full'))
  const again = acceptAnswer(loaded, incoming({ name: 'A' }, 'list', 5))
  expect(snapshotOf(again)).toMatchObject({ status: 'loaded', data: { description: 'long' } })
})

test('a change is seen at once, confirmed by the answer, on the version that it is based on', async () => {
  const { entities, first, shown, server } = await open()
  await entities.fetch(path, first.id)
  const done = entities.patch(path, first.id, { name: 'Renamed' })
  expect(shown()).toMatchObject({ pending: true, data: { name: 'Renamed' } })
  await done
  expect(shown()).toMatchObject({ pending: false, data: { name: 'Renamed', $version: 2 } })
  expect(server.library.get('asset', first.id).name).toBe('Renamed')
})

test('D4.15 D8.05 a refused change is taken back, alone, and rethrown; the prior status stays', async () => {
  const { entities, first, shown, server, logged } = await open()
  await entities.fetch(path, first.id)
  server.fail('field_read_only')
  const [refused, fine] = [
    entities.patch(path, first.id, { name: 'No' }),
    entities.patch(path, first.id, { description: 'Yes' }),
  ]
  expect(shown().data).toMatchObject({ name: 'No', description: 'Yes' })
  await expect(refused).rejects.toMatchObject({ code: 'field_read_only' })
  await fine
  expect(shown()).toMatchObject({
    status: 'loaded',
    pending: false,
    data: { name: 'Asset 1', description: 'Yes' },
  })
  expect(logged).toEqual(['error updating entity'])
})

test('changes in a row are each based on the one before', async () => {
  const { entities, first, shown } = await open()
  await entities.fetch(path, first.id)
  await Promise.all(['a', 'b', 'c'].map((name) => entities.patch(path, first.id, { name })))
  expect(shown().data).toMatchObject({ name: 'c', $version: 4 })
})

test('D4.15 a patched entity that is missing is not_found', async () => {
  const { entities, first, shown, client } = await open()
  await entities.fetch(path, first.id)
  await client.call(calls.deleteEntity, { path, id: first.id })
  await expect(entities.patch(path, first.id, { name: 'gone' })).rejects.toMatchObject({
    code: 'entity_not_found',
  })
  expect(shown()).toMatchObject({ status: 'not_found', data: null })
})

test('an answer older than the newest accepted write is refused', async () => {
  const { entities, first, shown, server } = await open()
  await entities.fetch(path, first.id)
  const { release } = server.hold()
  const read = entities.fetch(path, first.id)
  release()
  await entities.patch(path, first.id, { name: 'New' })
  await read
  expect(shown().data?.name).toBe('New')
})

test('a change notifies listeners of this entity alone', async () => {
  const { entities, first, second } = await open()
  await Promise.all([entities.fetch(path, first.id), entities.fetch(path, second.id)])
  await settle()
  const other = vi.fn()
  entities.subscribe(entityKey(path, second.id), other)
  await entities.patch(path, first.id, { name: 'New' })
  await settle()
  expect(other).not.toHaveBeenCalled()
})

test('D8.04 a creation that the person stops answers null', async () => {
  const { entities, logged } = await open()
  const controller = new AbortController()
  controller.abort()
  await expect(entities.create(path, { name: 'x' }, { signal: controller.signal })).resolves.toBeNull()
  expect(logged).toEqual([])
})

test('D8.04 a creation that fails is logged and rethrown', async () => {
  const { entities, logged } = await open()
  await expect(entities.create(path, {})).rejects.toMatchObject({ code: 'field_mandatory' })
  expect(logged).toEqual(['error creating entity'])
})

test('D8.05 an entity that cannot be removed is logged, and stays', async () => {
  const { entities, first, server, logged, shown } = await open()
  await entities.fetch(path, first.id)
  server.fail('access_denied')
  await expect(entities.delete(path, first.id)).rejects.toMatchObject({ code: 'access_denied' })
  expect([logged, shown().status]).toEqual([['error removing entity'], 'loaded'])
})

test('D4.31 list changes: appendnew without doubles, remove, clear, replace', () => {
  const base = {
    keywords: [
      { id: 1, name: 'one' },
      { id: 2, name: 'two' },
    ],
    owner: { id: 3 },
  }
  expect(applyChanges(base, { keywords: { $mode: 'appendnew', $values: [2, { id: 4 }] } }).keywords).toEqual([
    { id: 1, name: 'one' },
    { id: 2, name: 'two' },
    { id: 4 },
  ])
  expect(applyChanges(base, { keywords: { $mode: 'remove', $values: [1] } }).keywords).toEqual([
    { id: 2, name: 'two' },
  ])
  expect(applyChanges(base, { keywords: { $mode: 'clear' }, owner: { $mode: 'clear' } })).toEqual({
    keywords: [],
    owner: null,
  })
  expect(applyChanges(base, { keywords: { $mode: 'replace', $values: [2] } }).keywords).toEqual([
    { id: 2, name: 'two' },
  ])
  expect(applyChanges(base, { keywords: [2, 5] }).keywords).toEqual([{ id: 2, name: 'two' }, { id: 5 }])
})

function incoming(
  data: Record<string, unknown>,
  from: Incoming['from'],
  askedAt = 1,
  version?: number,
): Incoming {
  return {
    data: {
      id: 1,
      $uuid: 'u',
      $resource: 'asset',
      ...(version === undefined ? {} : { $version: version }),
      ...data,
    },
    askedAt,
    from,
    takenAt: askedAt,
  }
}

test('whatever the order of answers, the newest version is shown, and what did not change keeps its identity', () => {
  const answers = fc.array(
    fc.record({
      version: fc.integer({ min: 1, max: 5 }),
      from: fc.constantFrom('list' as const, 'full' as const, 'write' as const),
    }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(answers, (list) => {
      let record: EntityRecord = newRecord(1)
      let newest = 0
      for (const [index, { version, from }] of list.entries()) {
        const before = record
        record = acceptAnswer(
          record,
          incoming(
            { name: `v${version}`, links: [{ id: version % 2 }], stable: { deep: [1, 2] } },
            from,
            index,
            version,
          ),
        )
        newest = Math.max(newest, version)
        expect(record.base).toMatchObject({ $version: newest, name: `v${newest}` })
        if (before.base) expect(record.base?.['stable']).toBe(before.base['stable'])
        if (before.base && version <= newest && before.base.$version === newest)
          expect(record.base).toEqual(before.base)
      }
    }),
  )
})
