import { expect, test, vi } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { aggregatesOf } from './aggregates.ts'
import { facetKey, facetSearchesOf } from './facet-search.ts'

const path = 'dam/data/asset'

async function open() {
  const fake = await createFakeClient()
  const { cursors } = fake.client
  cursors.register({ name: 'browse', path })
  return {
    ...fake,
    cursors,
    aggregates: aggregatesOf(fake.client),
    facets: facetSearchesOf(fake.client),
    shown: () => aggregatesOf(fake.client).get('browse'),
  }
}

test('D3.10 D7.27 D9.15 counts by constraint: with the search as it is, and without the constraint itself', async () => {
  const { aggregates, cursors, clock, shown, server } = await open()
  cursors.constrain('browse', 'kw', { field: 'keywords', operator: 'in', values: [1] })
  aggregates.register('browse', 'kw', { field: 'keywords', ids: [2, 3] })
  aggregates.register('browse', 'nature', { field: 'rootnature' })
  expect(shown().status).toBe('registered')
  await clock.advance(49)
  expect(server.requests.filter((request) => request.includes('/aggs'))).toEqual([])
  await clock.advance(1)
  expect(server.requests.filter((request) => request.includes('/aggs'))).toHaveLength(1)
  expect(shown()).toMatchObject({
    status: 'loaded',
    total: 20,
    constraints: {
      kw: {
        field: 'keywords',
        operator: 'in',
        mode: 'inclusive',
        ids: [2, 3, 1],
        counts: { 1: { count: 20, total: 20 }, 2: { count: 0, total: 20 }, 3: { count: 0, total: 20 } },
      },
      nature: { ids: expect.arrayContaining([4, 5]) },
    },
  })
})

test('D4.06 counts are invalid and made again when the cursor asks something else, or values are missing', async () => {
  const { aggregates, cursors, clock, shown, server } = await open()
  aggregates.register('browse', 'kw', { field: 'keywords', ids: [1] })
  await clock.advance(50)
  const { release } = server.hold('/aggs')
  const counting = aggregates.fetch('browse')
  await settle()
  expect(shown().status).toBe('fetching')
  cursors.constrain('browse', 'kw', { field: 'keywords', operator: 'in', values: [2] })
  release()
  await counting
  expect(shown().constraints['kw']?.counts).toEqual({
    1: { count: 0, total: 20 },
    2: { count: 20, total: 20 },
  })
  aggregates.request('browse', 'kw', [1, 3])
  await clock.advance(200)
  expect(shown().constraints['kw']?.counts['3']).toEqual({ count: 0, total: 20 })
})

test('values without hits are shown when they are wanted', async () => {
  const { aggregates, cursors, clock, shown } = await open()
  cursors.setFulltext('browse', 'nothing like it')
  aggregates.register('browse', 'kw', { field: 'keywords', ids: [1] })
  aggregates.register('browse', 'all', { field: 'keywords', ids: [1], showEmptyAggregate: true })
  await clock.advance(50)
  expect([shown().constraints['kw']?.values, shown().constraints['all']?.values.length]).toEqual([[], 1])
})

test('D8.12 counts of an unknown cursor are an error, and a failed fetch is one of theirs', async () => {
  const { aggregates, shown, server } = await open()
  expect(() => aggregates.register('nothing', 'kw', { field: 'keywords' })).toThrow(
    "Cursor 'nothing' is unknown",
  )
  expect(() => aggregates.request('browse', 'nothing', [1])).toThrow('Unknown cursor aggregate, top or job')
  await aggregates.fetch('browse')
  server.fail('access_denied')
  await expect(aggregates.fetch('browse')).rejects.toMatchObject({ code: 'access_denied' })
  expect(shown()).toMatchObject({ status: 'error', error: { code: 'access_denied' } })
})

test('D3.11 D5.22 D9.06 a facet with a search inside: starts with, else holds; 20 values, 300 ms of typing, more on request', async () => {
  const { facets, clock, server } = await open()
  const shown = () => facets.get(facetKey('browse', 'collections'))
  const stop = facets.open('browse', 'collections')
  await clock.advance(0)
  expect(shown()).toMatchObject({ status: 'loaded', max: 20, hasMore: true, mode: 'auto' })
  expect(shown().values).toHaveLength(20)
  facets.showMore('browse', 'collections')
  await clock.advance(0)
  expect(shown().values).toHaveLength(40)
  const before = server.requests.length
  for (const text of ['l', 'le', 'LEVEL 1']) facets.search('browse', 'collections', text)
  await clock.advance(299)
  expect(server.requests).toHaveLength(before)
  await clock.advance(1)
  expect(
    shown()
      .values.map(({ data }) => data.name ?? '')
      .toSorted((one, other) => one.localeCompare(other)),
  ).toEqual(['Level 1', 'Level 10', 'Level 11', 'Level 12'])
  facets.search('browse', 'collections', 'ople')
  await clock.advance(300)
  expect(shown().values.map(({ data }) => data.name)).toEqual(['People'])
  stop()
  expect(shown().status).toBe('unknown')
})

test('D7.28 a facet asks for its counts alone, by a POST that stands for a GET', async () => {
  const { facets, clock, server, client } = await open()
  const call = vi.spyOn(client, 'call')
  const stop = facets.open('browse', 'keywords')
  await clock.advance(0)
  expect(server.requests.at(-1)).toMatch(/^POST \/api\/rest\/dam\/data\/asset(\?|$)/)
  expect(call.mock.calls.at(-1)?.[0]).toMatchObject({ method: 'POST', as: 'GET' })
  expect(call.mock.calls.at(-1)?.[1]).toMatchObject({
    withAggregates: true,
    withData: false,
    aggFields: ['keywords'],
    aggMax: 22,
  })
  stop()
})

test('D3.11 values of a facet say what is wanted of the entities that they stand for; id and name unless more is', async () => {
  const { facets, cursors, server, clock } = await open()
  cursors.register({ name: 'described', path: 'dam/data/asset' })
  server.library.schemas['assetkeyword'] = { name: 'text', description: 'text' }
  const [keyword] = server.library.list('assetkeyword')
  Object.assign(keyword ?? {}, { description: 'Where ships lie' })
  const stops = [
    facets.open('described', 'keywords', { fields: ['id', 'name', 'description'] }),
    facets.open('described', 'rootnature'),
  ]
  await clock.advance(0)
  await settle()
  const values = (field: string) => facets.get(facetKey('described', field)).values.map(({ data }) => data)
  expect(values('keywords').find(({ id }) => id === keyword?.id)).toEqual({
    id: keyword?.id,
    name: 'harbour',
    description: 'Where ships lie',
  })
  expect(values('keywords').find(({ name }) => name === 'night')).toMatchObject({ description: null })
  expect(Object.keys(values('rootnature')[0] ?? {})).toEqual(['id', 'name'])
  expect(facets.get(facetKey('described', 'rootnature'))).toMatchObject({
    fields: ['id', 'name'],
    filter: '',
    max: 20,
    mode: 'auto',
  })
  stops.forEach((stop) => stop())
})

test('a facet follows its cursor, and counts the values that could be added', async () => {
  const { facets, cursors, clock } = await open()
  const stop = facets.open('browse', 'keywords')
  await clock.advance(0)
  cursors.constrain('browse', 'kw', { field: 'keywords', operator: 'in', values: [1] })
  cursors.setFulltext('browse', 'asset 1')
  await clock.advance(0)
  expect(
    facets.get(facetKey('browse', 'keywords')).values.map(({ count, data }) => [data.id, count]),
  ).toEqual([
    [2, 5],
    [3, 3],
    [1, 3],
  ])
  stop()
})

test('a facet counts after the list that is read again', async () => {
  const { facets, cursors, clock, server } = await open()
  const stop = facets.open('browse', 'keywords')
  await cursors.fetch('browse')
  await clock.advance(0)
  const counted = (): number => server.requests.filter((request) => request.startsWith('POST')).length
  const before = counted()
  const { release } = server.hold('max=')
  cursors.setFulltext('browse', 'asset 1')
  const reading = cursors.fetch('browse')
  await clock.advance(100)
  expect([cursors.get('browse').status, counted()]).toEqual(['fetching', before])
  release()
  await reading
  await clock.advance(0)
  expect(counted()).toBe(before + 1)
  stop()
})

test('a facet that is opened beside others, or searched in, is asked for alone; a refresh asks for all', async () => {
  const { facets, clock, client } = await open()
  const call = vi.spyOn(client, 'call')
  const asked = () =>
    call.mock.calls.map(([, input]) => (input as { aggFields?: string[] }).aggFields).filter(Boolean)
  const stops = [facets.open('browse', 'keywords')]
  await clock.advance(0)
  stops.push(facets.open('browse', 'rootnature'), facets.open('browse', 'keywords'))
  await clock.advance(0)
  expect(asked()).toEqual([['keywords'], ['rootnature']])
  facets.search('browse', 'keywords', 'har')
  await clock.advance(300)
  expect(asked().slice(2)).toEqual([['keywords']])
  facets.refresh('browse')
  await clock.advance(300)
  expect(new Set(asked().slice(3).flat())).toEqual(new Set(['keywords', 'rootnature']))
  const statusOf = (field: string) => facets.get(facetKey('browse', field)).status
  expect(['keywords', 'rootnature'].map(statusOf)).toEqual(['loaded', 'loaded'])
  stops.forEach((stop) => stop())
})
