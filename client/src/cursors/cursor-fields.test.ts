import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { cursorDataOf } from './cursor-data.ts'
import { pollCursor } from './poll-cursor.ts'
import { askedPath, flattenFacets } from './cursor-request.ts'
import type { CursorDefinition, CursorSnapshot } from './cursor.ts'

const path = 'dam/data/asset'

async function open(definition: Partial<CursorDefinition> = {}) {
  const fake = await createFakeClient()
  const { cursors } = fake.client
  cursors.register({ name: 'browse', path, ...definition })
  const lists = (): readonly URLSearchParams[] =>
    fake.server.requests
      .filter((request) => /\/rest\/dam\/data\/[a-z,]+\?/.test(request))
      .map((request) => new URL(request.split(' ')[1] ?? '', 'http://test').searchParams)
  return { ...fake, cursors, lists, shown: (): CursorSnapshot => cursors.get('browse') }
}

const keyword = (...values: (number | string)[]) => ({ field: 'keywords', operator: 'in', values })

test('D3.04 D3.05 D3.06 D7.32 what a definition names is sent, custom parameters as x_{name}', async () => {
  const { cursors, lists } = await open({
    max: 3,
    orderby: 'name asc',
    fulltext: 'asset',
    fulltextMode: 'must',
    query: { id: { gt: 1 } },
    staticQuery: { activated: true },
    customParams: { flavour: 'mild', count: 2 },
    props: ['id', 'name'],
    techprops: ['blurhash'],
    security: ['objectactions/delete', 'insert'],
    withRights: true,
    withData: true,
    withItems: true,
    workflows: true,
    maxchildren: 5,
    maxitems: 6,
    i18nQuery: 'fr',
    facets: ['keywords'],
  })
  await cursors.fetch('browse')
  const [sent] = lists()
  expect(Object.fromEntries(sent ?? [])).toMatchObject({
    max: '3',
    orderby: 'name asc',
    fulltext: 'asset',
    fulltextMode: 'must',
    query: '{"and":[{"activated":true},{"id":{"gt":1}}]}',
    x_flavour: 'mild',
    x_count: '2',
    props: 'id,name',
    techprops: 'blurhash',
    security: 'objectactions/delete,insert',
    withRights: 'true',
    withData: 'true',
    withItems: 'true',
    workflows: 'true',
    maxchildren: '5',
    maxitems: '6',
    i18nQuery: 'fr',
    withAggregates: 'true',
    aggFields: 'keywords',
  })
})

test('D3.04 D4.07 D4.08 D9.01 a grouped cursor: next brings groups, nextOfGroup brings more of one', async () => {
  const { cursors, lists, shown } = await open({
    group: 'collections',
    groupMax: 1,
    max: 2,
    orderby: 'id asc',
  })
  await cursors.fetch('browse')
  expect(shown()).toMatchObject({
    status: 'loaded',
    total: 60,
    hasNext: true,
    nextResultsToken: null,
    groupedData: [{ count: 2, complete: false, data: [{ name: 'Asset 1' }] }, { count: 2 }],
  })
  const [first] = shown().groupedData
  await cursors.nextOfGroup('browse', first?.key ?? '')
  expect(shown().groupedData[0]).toMatchObject({
    count: 2,
    complete: true,
    nextData: null,
    data: [{ name: 'Asset 1' }, { name: 'Asset 46' }],
  })
  await cursors.nextGroups('browse')
  expect(shown().groupedData).toHaveLength(4)
  expect(shown().data.map(({ name }) => name)).toEqual([
    'Asset 1',
    'Asset 2',
    'Asset 46',
    'Asset 3',
    'Asset 4',
  ])
  expect(lists().map((sent) => [sent.get('group'), sent.get('groupMax'), sent.has('after')])).toEqual([
    ['collections', '1', false],
    ['collections', '1', true],
    ['collections', '1', true],
  ])
})

test('D8.07 next groups need a token', async () => {
  const { cursors } = await open({ group: 'keywords' })
  await cursors.fetch('browse')
  await expect(cursors.nextGroups('browse')).rejects.toThrow(
    'Cannot fetch nextGroups with null or undefined nextGroups',
  )
})

test('D3.05 D4.02 D4.07 sequences are asked one after the other, each hit once', async () => {
  const { cursors, lists, shown } = await open({
    max: 40,
    orderby: 'id asc',
    sequences: [['night'], ['any']],
    constraints: {
      night: { field: 'name', operator: 'eq', values: ['Asset 7'] },
      any: { field: 'name', operator: 'sw', values: ['Asset 7'] },
      always: { field: 'id', operator: 'gt', values: [0] },
    },
  })
  await cursors.fetch('browse')
  expect(shown()).toMatchObject({ total: 1, hasNext: true, activeSequence: 0, data: [{ name: 'Asset 7' }] })
  const next = cursors.next('browse')
  expect(shown().status).toBe('next')
  await next
  expect(shown()).toMatchObject({ status: 'loaded', activeSequence: 1, hasNext: false })
  expect(shown().data).toHaveLength(1)
  expect(lists().map((sent) => sent.get('query'))).toEqual([
    '{"and":[{"activated":true},{"and":[{"id":{"gt":0}},{"name":{"eq":"Asset 7"}}]}]}',
    '{"and":[{"activated":true},{"and":[{"id":{"gt":0}},{"name":{"sw":"Asset 7"}}]}]}',
  ])
})

test('D3.05 constraints of other namespaces do not hold', async () => {
  const { cursors, shown, lists } = await open({
    namespaces: ['a'],
    constraints: { 'a/x': keyword(1), 'b/x': keyword(2) },
  })
  await cursors.fetch('browse')
  expect(lists()[0]?.get('query')).toContain('{"keywords":{"in":[1]}}')
  cursors.change('browse', { namespaces: ['b'] })
  expect(shown().status).toBe('invalid')
  await cursors.fetch('browse')
  expect(lists()[1]?.get('query')).toContain('{"keywords":{"in":[2]}}')
})

test('D3.07 excluded paths are left out; when all are, nothing is found', async () => {
  expect(askedPath({ path: 'dam/data/asset,assetkeyword', excludedPaths: ['dam/data/asset'] })).toBe(
    'dam/data/assetkeyword',
  )
  expect(askedPath({ path: 'dam/data/asset,dam/data/assetkeyword', excludedPaths: ['assetkeyword'] })).toBe(
    'dam/data/asset',
  )
  const { cursors, shown } = await open({
    path: 'dam/data/asset,assetkeyword',
    excludedPaths: ['dam/data/asset'],
  })
  await cursors.fetch('browse')
  expect(shown().total).toBe(3)
  cursors.change('browse', { excludedPaths: ['asset', 'assetkeyword'] })
  await cursors.fetch('browse')
  expect(shown()).toMatchObject({ status: 'loaded', total: 0 })
})

test('D3.07 a fetch asks nothing while the answer is young enough, a refresh does', async () => {
  const { cursors, clock, lists } = await open({ cacheDurationMs: 1000 })
  await cursors.fetch('browse')
  await clock.advance(999)
  await cursors.fetch('browse')
  expect(lists()).toHaveLength(1)
  await cursors.refresh('browse')
  expect(lists()).toHaveLength(2)
  await clock.advance(1000)
  await cursors.fetch('browse')
  expect(lists()).toHaveLength(3)
})

test('D3.07 a cursor that is polled asks again after its timeout, and no more when that ends', async () => {
  const { client, cursors, clock, lists } = await open({ refreshAfterMs: 1000 })
  cursors.watch('browse')
  const stop = pollCursor(client, 'browse')
  await settle()
  await clock.advance(2500)
  expect(lists()).toHaveLength(3)
  stop()
  await clock.advance(5000)
  expect(lists()).toHaveLength(3)
})

test('D5.13 constraints that name cursors need what resolves them', async () => {
  const { cursors } = await open()
  expect(() =>
    cursors.register({
      name: 'of',
      path,
      constraints: { of: { field: 'keywords', operator: 'in:cursordata', values: ['words'] } },
    }),
  ).toThrow('Unknown subquery operator')
  expect(cursors.get('of').status).toBe('unknown')
})

test('D5.13 D9.11 P8.11 a constraint by the data of another cursor waits for them, and follows them', async () => {
  const { client, cursors, clock, server } = await open()
  cursorDataOf(client)
  const of = { field: 'keywords', operator: 'in:cursordata', values: ['words'] }
  cursors.register({ name: 'of', path, constraints: { of } })
  await expect(cursors.fetch('of')).rejects.toThrow('Cursor words has not been registered')
  cursors.register({
    name: 'words',
    path: 'dam/data/assetkeyword',
    constraints: { name: { field: 'name', operator: 'eq', values: ['harbour'] } },
  })
  await cursors.fetch('of')
  expect([cursors.get('words').status, cursors.get('of').total]).toEqual(['loaded', 20])
  const stop = cursors.watch('of')
  cursors.constrain('words', 'name', { field: 'name', operator: 'eq', values: ['nothing like it'] })
  await cursors.fetch('words')
  await clock.advance(50)
  expect(cursors.get('of')).toMatchObject({ status: 'loaded', total: 0 })
  stop()
  cursors.register({ name: 'late', path: 'dam/data/assetnature' })
  cursors.register({
    name: 'of late',
    path,
    constraints: { of: { ...of, field: 'rootnature', values: ['late'] } },
  })
  server.hold('assetnature')
  const waiting = cursors.fetch('of late')
  const rejected = expect(waiting).rejects.toThrow('The data of cursor late did not come in time')
  await clock.advance(60_000)
  await rejected
})

test('D5.13 any other suffix is an error', async () => {
  const { cursors } = await open()
  expect(() => cursors.constrain('browse', 'x', { ...keyword(1), operator: 'in:elsewhere' })).toThrow(
    'Unknown subquery operator',
  )
})

test('a schema that changed under an open cursor has it ask again, without the field that went', async () => {
  const { cursors, client, shown, server, lists, clock } = await open({
    orderby: 'creator asc,name asc',
    constraints: { by: { field: 'creator', operator: 'eq', values: ['me'] } },
  })
  const stop = cursors.watch('browse')
  await settle()
  expect(shown()).toMatchObject({ status: 'loaded', total: 0 })
  delete server.library.schemas['asset']?.['creator']
  await expect(cursors.refresh('browse')).resolves.toBeUndefined()
  expect(client.schemas.get(path).version).toBe(1)
  await clock.advance(50)
  expect(shown()).toMatchObject({ status: 'loaded', total: 0 })
  expect(lists().at(-1)?.get('query')).toBe('{"and":[{"activated":true},{"id":0}]}')
  expect(lists().at(-1)?.get('orderby')).toBe('name asc')
  stop()
})

test('D3.08 facets of several resources, flattened: the counts of a value are added', () => {
  const value = (id: number, count: number) => ({ count, total: count, data: { id } })
  expect(
    flattenFacets({ 'asset.keywords': [value(1, 2), value(2, 1)], 'video.keywords': [value(1, 3)] }),
  ).toEqual({ keywords: [value(1, 5), value(2, 1)] })
  const one = { keywords: [value(1, 2)] }
  expect(flattenFacets(one)).toBe(one)
})

test('D5.18 a path with a part that is undefined is a bug, and logged', async () => {
  const { cursors, logged } = await open()
  cursors.register({ name: 'bug', path: 'dam/data/undefined' })
  expect(logged).toEqual(['The path of cursor bug is not known yet: dam/data/undefined'])
})

test('D5.18 its schema is asked for once more, unless the cursor is a temporary one', async () => {
  const { cursors, server, clock } = await open()
  const asked = (): number => server.requests.filter((request) => request.includes('undefined')).length
  for (const [name, times] of [
    ['bug', 2],
    ['~bug', 1],
  ] as const) {
    const before = asked()
    cursors.register({ name, path: 'dam/data/undefined' })
    const rejected = expect(cursors.fetch(name)).rejects.toMatchObject({ code: 'unknown_resource' })
    await clock.advance(50)
    await rejected
    expect(asked() - before).toBe(times)
  }
})
