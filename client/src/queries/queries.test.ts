import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { queriesOf } from './queries.ts'

const path = 'dam/data/asset'
const keyword = (...values: number[]) => ({ field: 'keywords', operator: 'in', values })

async function open() {
  const fake = await createFakeClient()
  const queries = queriesOf(fake.client)
  return { ...fake, queries, shown: () => queries.get('q') }
}

test('D3.12 D4.10 a query is registering as long as it is said to be; its constraints go registered, resolving, resolved', async () => {
  const { queries, shown, server } = await open()
  const { release } = server.hold('/headers')
  queries.register({ name: 'q', path, constraints: { kw: keyword(2, 1) }, initialStatus: 'registering' })
  expect([shown().status, shown().constraints['kw']?.status]).toEqual(['registering', 'resolving'])
  queries.ready('q')
  expect(shown().status).toBe('resolving')
  release()
  expect(await queries.whenResolved('q')).toMatchObject({
    status: 'resolved',
    constraints: {
      kw: { status: 'resolved', resolved: { operator: 'in', values: [1, 2] }, invalidResources: [] },
    },
  })
  expect(shown().constraints['kw']?.signature).toBe(
    '[{"field":"keywords","operator":"in","resources":[],"values":[1,2]}]',
  )
})

test('D3.12 D5.14 a constraint names the resources that lack its field, and those that it is limited to', async () => {
  const { queries } = await open()
  queries.register({
    name: 'q',
    path: 'dam/data/asset,assetkeyword',
    constraints: { kw: keyword(1), 'kw@asset': keyword(1) },
  })
  expect((await queries.whenResolved('q')).constraints).toMatchObject({
    kw: { invalidResources: ['assetkeyword'], limitedResources: [] },
    'kw@asset': { invalidResources: [], limitedResources: ['asset'] },
  })
})

test('D8.08 D9.11 names are their own; a query that is not there is waited for 2 s', async () => {
  const { queries, clock } = await open()
  queries.register({ name: 'q', path })
  expect(() => queries.register({ name: 'q', path })).toThrow('query q already exists')
  const never = expect(queries.whenResolved('never')).rejects.toThrow('Failed to retrieve query never')
  await clock.advance(2000)
  await never
  const late = queries.whenResolved('late')
  queries.register({ name: 'late', path })
  expect(await late).toMatchObject({ status: 'resolved' })
  expect(() => queries.constrain('nothing', 'kw', keyword(1))).toThrow('Failed to retrieve query nothing')
})

test('a query whose schema fails is an error, and whoever waits gets it', async () => {
  const { queries, server, shown } = await open()
  server.fail('unknown_resource')
  queries.register({ name: 'q', path })
  await expect(queries.whenResolved('q')).rejects.toMatchObject({ code: 'unknown_resource' })
  expect(shown().status).toBe('error')
})

test('several cursors ask by one query, beside what they ask themselves', async () => {
  const {
    queries,
    client: { cursors },
  } = await open()
  queries.register({ name: 'q', path, constraints: { kw: keyword(1) } })
  cursors.register({
    name: 'one',
    path,
    constraints: { own: { field: 'name', operator: 'sw', values: ['Asset 1'] } },
  })
  cursors.register({ name: 'two', path, namespaces: ['other'] })
  const stops = ['one', 'two'].map((name) => queries.apply('q', name))
  await cursors.fetch('one')
  await cursors.fetch('two')
  expect([cursors.get('one').total, cursors.get('two').total]).toEqual([3, 60])
  queries.constrain('q', 'kw', keyword(1, 2, 3))
  await settle()
  await cursors.fetch('one')
  expect(cursors.get('one').total).toBe(11)
  expect(() => queries.constrain('q', 'kw', { ...keyword(1), operator: 'eq' })).toThrow(
    'was registered with the mode inclusive before',
  )
  for (const stop of stops) stop()
  expect(() => queries.apply('q', 'nothing')).toThrow("Cursor 'nothing' is unknown")
})
