import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { signatureOf, withDefaults } from './cursor-request.ts'
import { autocomplete } from './create-words.ts'
import { wordsOf } from './cursor-words.ts'
import type { CursorDefinition, CursorSnapshot } from './cursor.ts'

const path = 'dam/data/asset'

async function open(definition: Partial<CursorDefinition> = {}, assets?: number) {
  const fake = await createFakeClient(assets === undefined ? {} : { assets })
  const { cursors } = fake.client
  cursors.register({ name: 'browse', path, ...definition })
  const lists = (): readonly string[] =>
    fake.server.requests.filter((request) => /\/rest\/dam\/data\/[a-z,]+(\?|$)/.test(request))
  return { ...fake, cursors, lists, shown: (): CursorSnapshot => cursors.get('browse') }
}

const keyword = (...values: number[]) => ({ field: 'keywords', operator: 'in', values })

test('D5.01 D8.07 a cursor needs a name and a path, and its name is its own', async () => {
  const { cursors } = await open()
  expect(() => cursors.register({ name: ' ', path })).toThrow(
    'Cannot register a cursor without a name or without path',
  )
  expect(() => cursors.register({ name: 'x', path: '' })).toThrow(
    'Cannot register a cursor without a name or without path',
  )
  expect(() => cursors.register({ name: 'browse', path })).toThrow('Cursor browse already exists')
  expect(() => cursors.ensure({ name: 'browse', path })).not.toThrow()
})

test('D5.02 D8.07 resolving needs a name and a known cursor', async () => {
  const { cursors, shown } = await open()
  await expect(cursors.resolve('')).rejects.toThrow('Cannot resolve a cursor without a name')
  await expect(cursors.resolve('other')).rejects.toThrow('Cannot resolve unknown cursor')
  await cursors.resolve('browse')
  expect(shown().status).toBe('resolved')
})

test('D8.07 a cursor whose schema cannot be read is logged, and its fetch is rejected', async () => {
  const { cursors, shown, server, logged } = await open()
  server.fail('access_denied')
  await expect(cursors.resolve('browse')).rejects.toMatchObject({ code: 'access_denied' })
  expect([logged, shown().status]).toEqual([['Failed to resolve cursor'], 'error'])
})

test('D8.07 a cursor whose schema went away while it was resolved says that it is not resolved', async () => {
  const { cursors, client } = await open()
  await cursors.resolve('browse')
  const { get } = client.schemas
  Object.assign(client.schemas, { get: (name: string) => ({ ...get(name), status: 'fetching' }) })
  await expect(cursors.fetch('browse')).rejects.toThrow(
    "For cursor 'browse', schema 'dam/data/asset' is not resolved",
  )
})

test('D4.04 an unknown cursor is an error, unless its name starts with ~', async () => {
  const { cursors } = await open()
  await expect(cursors.fetch('other')).rejects.toThrow("Cursor 'other' is unknown")
  await expect(cursors.fetch('~other')).resolves.toBeUndefined()
  expect(() => cursors.setFulltext('~other', 'x')).not.toThrow()
})

test('D4.01 D4.07 D9.01 pages of 24, one after the other, to the end', async () => {
  const { cursors, shown } = await open({ orderby: 'id asc' })
  await cursors.fetch('browse')
  expect(shown()).toMatchObject({
    status: 'loaded',
    total: 60,
    hasNext: true,
    lastFetchDataLength: 24,
    hasData: true,
  })
  await cursors.next('browse')
  await cursors.next('browse')
  expect(shown().data.map(({ name }) => name)).toEqual(
    Array.from({ length: 60 }, (_asset, index) => `Asset ${index + 1}`),
  )
  expect(shown()).toMatchObject({ hasNext: false, nextResultsToken: null, lastFetchDataLength: 12 })
  await cursors.next('browse')
  expect(shown().status).toBe('loaded')
})

test('D3.05 D4.05 it asks with its signature as state and what is activated; facets with the first page alone', async () => {
  const { cursors, lists, shown } = await open({ facets: ['keywords'] })
  await cursors.fetch('browse')
  await cursors.next('browse')
  const [first, next] = lists().map(
    (request) => new URL(request.split(' ')[1] ?? '', 'http://test').searchParams,
  )
  expect(first?.get('state')).toBe(shown().signature)
  expect(first?.get('query')).toBe('{"activated":true}')
  expect([first?.get('withAggregates'), next?.get('withAggregates')]).toEqual(['true', 'false'])
  expect(first?.get('aggFields')).toBe('keywords')
  expect(next?.get('after')).not.toBeNull()
  expect(shown().aggregates['keywords']?.map(({ count, data }) => [data.name, count])).toEqual([
    ['night', 20],
    ['été', 20],
    ['harbour', 20],
  ])
})

test('D4.01 a schema failure is an error of the cursor and of whoever waits', async () => {
  const { cursors, server, shown } = await open()
  server.fail('unknown_resource')
  await expect(cursors.fetch('browse')).rejects.toMatchObject({ code: 'unknown_resource' })
  expect(shown()).toMatchObject({ status: 'error', error: { code: 'unknown_resource' }, hasData: false })
})

test('a change marks it invalid and keeps what is shown; the same question changes nothing', async () => {
  const { cursors, shown } = await open()
  await cursors.fetch('browse')
  const before = shown()
  cursors.change('browse', { fulltext: '', constraints: {} })
  expect(shown().status).toBe('loaded')
  cursors.constrain('browse', 'keywords', keyword(1))
  expect(shown()).toMatchObject({ status: 'invalid', hasData: true, data: before.data })
  await cursors.fetch('browse')
  expect(shown()).toMatchObject({ status: 'loaded', total: 20 })
})

test('a watched cursor loads by itself, and gathers changes for 50 ms', async () => {
  const { cursors, shown, clock, lists } = await open()
  const stop = cursors.watch('browse')
  await settle()
  expect(shown().status).toBe('loaded')
  for (const text of ['a', 'as', 'asset', 'asset 1']) cursors.setFulltext('browse', text)
  expect(shown()).toMatchObject({ status: 'invalid', definition: { fulltext: 'asset 1' } })
  await clock.advance(49)
  expect(lists()).toHaveLength(1)
  await clock.advance(1)
  expect(shown()).toMatchObject({ status: 'loaded', total: 11 })
  expect(lists()).toHaveLength(2)
  stop()
  cursors.setFulltext('browse', 'night')
  await clock.advance(1000)
  expect(shown()).toMatchObject({ status: 'invalid', definition: { fulltext: 'night' } })
})

test('what is chosen is asked for at once, together with all that is chosen in the same turn; typing before it goes along', async () => {
  const { cursors, shown, clock, lists } = await open()
  const stop = cursors.watch('browse')
  await settle()
  cursors.setFulltext('browse', 'asset')
  await clock.advance(20)
  expect(lists()).toHaveLength(1)
  cursors.constrain('browse', 'keywords', keyword(1))
  cursors.toggleValue('browse', 'keywords', 2)
  await settle()
  expect(lists()).toHaveLength(2)
  expect(shown()).toMatchObject({
    status: 'loaded',
    definition: { fulltext: 'asset', constraints: { keywords: { values: [1, 2] } } },
  })
  await clock.advance(1000)
  expect(lists()).toHaveLength(2)
  stop()
})

test('50 changes of a search typed 15 ms apart are one request more, and no wrong result is ever shown', async () => {
  const { cursors, shown, clock, lists } = await open()
  const stop = cursors.watch('browse')
  await settle()
  const wrong: string[] = []
  const first = shown().lastSignature
  cursors.subscribe('browse', () => {
    const { status, signature, lastSignature } = shown()
    if (status === 'loaded' && signature !== lastSignature) wrong.push(signature)
    if (lastSignature !== first && lastSignature !== signature)
      wrong.push(`shown though ${signature} is asked`)
  })
  for (let change = 1; change <= 50; change++) {
    cursors.setFulltext('browse', `asset ${change}`)
    await clock.advance(15)
  }
  await clock.advance(50)
  expect(shown()).toMatchObject({ status: 'loaded', definition: { fulltext: 'asset 50' }, total: 1 })
  expect([lists().length, wrong]).toEqual([2, []])
  stop()
})

test('typing during a request supersedes it, waits 50 ms, and who waits gets the answer to the last question', async () => {
  const { cursors, shown, clock, server, lists } = await open()
  await cursors.resolve('browse')
  const { release } = server.hold()
  const waiting = cursors.fetch('browse')
  await settle()
  cursors.setFulltext('browse', 'asset')
  cursors.setFulltext('browse', 'asset 7')
  expect(shown().status).toBe('initial')
  release()
  await clock.advance(50)
  await waiting
  expect(shown()).toMatchObject({ status: 'loaded', total: 1, definition: { fulltext: 'asset 7' } })
  expect(lists()).toHaveLength(2)
})

test('D5.11 a constraint registered twice must keep the same mode', async () => {
  const { cursors } = await open({
    constraints: { keywords: keyword(1), name: { field: 'name', operator: 'sw', values: ['A'] } },
  })
  cursors.constrain('browse', 'keywords', { ...keyword(2), operator: 'notin' })
  expect(() => cursors.constrain('browse', 'keywords', { ...keyword(2), operator: 'eq' })).toThrow(
    'The constraint keywords was registered with the mode inclusive before',
  )
})

test('D5.12 inclusive constraints gather values, exclusive ones have one', async () => {
  const { cursors, shown } = await open({
    constraints: { keywords: keyword(1), name: { field: 'name', operator: 'startswith', values: [] } },
  })
  cursors.toggleValue('browse', 'keywords', 2)
  cursors.toggleValue('browse', 'keywords', 1)
  cursors.toggleValue('browse', 'keywords', 3)
  cursors.toggleValue('browse', 'name', 'A')
  cursors.toggleValue('browse', 'name', 'B')
  expect(shown().definition.constraints).toMatchObject({
    keywords: { values: [2, 3] },
    name: { values: ['B'] },
  })
  cursors.clearConstraints('browse')
  expect(shown().definition.constraints).toEqual({})
})

test('D5.13 an operator that is none is refused', async () => {
  const { cursors } = await open()
  expect(() => cursors.constrain('browse', 'x', { ...keyword(1), operator: '$gt' })).toThrow(
    'Unknown subquery operator',
  )
})

test('D5.14 a constraint on a field that a resource lacks makes it answer nothing; @ limits it to the resources named', async () => {
  const { cursors } = await open()
  cursors.register({ name: 'both', path: 'dam/data/asset,assetkeyword', max: 100 })
  cursors.constrain('both', 'k', keyword(1))
  await cursors.fetch('both')
  expect(new Set(cursors.get('both').data.map(({ $resource }) => $resource))).toEqual(new Set(['asset']))
  cursors.constrain('both', 'k', null)
  cursors.constrain('both', 'k@asset', keyword(1))
  await cursors.fetch('both')
  expect(cursors.get('both').total).toBe(20 + 3)
  cursors.constrain('browse', 'gone', { field: 'nothinglikeit', operator: 'eq', values: [1] })
  await cursors.fetch('browse')
  expect(cursors.get('browse')).toMatchObject({ status: 'loaded', total: 0 })
})

test('D5.15 fields missing from any schema are left out of the order', async () => {
  const { cursors, lists } = await open({ orderby: 'nothinglikeit desc, name asc,id desc' })
  await cursors.fetch('browse')
  expect(lists()[0]).toContain('orderby=name+asc%2Cid+desc')
})

test('P5.06 fulltextMode is sent only with a text, and only when it is should or must', async () => {
  const { cursors, lists } = await open({ fulltextMode: 'must' })
  await cursors.fetch('browse')
  cursors.setFulltext('browse', ' night ')
  await cursors.fetch('browse')
  expect(lists()[0]).not.toContain('fulltext')
  expect(lists()[1]).toContain('fulltext=night&fulltextMode=must')
})

test('D4.09 D3.09 D5.20 words: at most six, asked again when the input changed meanwhile, none for an empty last word', async () => {
  const { client, clock, lists } = await open({}, 30)
  const first = wordsOf(client).suggest('browse', 'ass')
  expect(wordsOf(client).get('browse')).toMatchObject({ status: 'initial', input: 'ass', max: 6 })
  await clock.advance(20)
  void wordsOf(client).suggest('browse', '1')
  await clock.advance(50)
  await clock.advance(50)
  await first
  expect(wordsOf(client).get('browse').status).toBe('loaded')
  expect(wordsOf(client).get('browse').suggests).toHaveLength(6)
  expect(
    wordsOf(client)
      .get('browse')
      .suggests.every((word) => word.startsWith('1')),
  ).toBe(true)
  expect(lists()).toHaveLength(1)
  await wordsOf(client).suggest('browse', 'asset ')
  expect(wordsOf(client).get('browse')).toMatchObject({ status: 'loaded', suggests: [] })
  expect(lists()).toHaveLength(1)
})

test('D3.08 textSuggests are whole texts, with the last word completed', async () => {
  const { client, clock } = await open()
  const done = wordsOf(client).suggest('browse', '1  ass')
  await clock.advance(50)
  await done
  expect(wordsOf(client).get('browse')).toMatchObject({ suggests: ['Asset'], textSuggests: ['1  Asset'] })
  await wordsOf(client).suggest('browse', 'night ')
  expect(wordsOf(client).get('browse').textSuggests).toEqual([])
})

test('D9.16 a list below a text field suggests ten words, 200 ms after the last letter', async () => {
  const { client, clock, lists } = await open({}, 30)
  const done = wordsOf(client).suggest('browse', '1', autocomplete)
  await clock.advance(199)
  expect(lists()).toHaveLength(0)
  await clock.advance(1)
  await done
  expect(wordsOf(client).get('browse')).toMatchObject({ status: 'loaded', max: 10, suggests: { length: 10 } })
})

test('D7.31 D7.33 words are asked for with what is typed, the rest of the query, the language, own parameters and the state', async () => {
  const { client, cursors, clock, lists } = await open({
    i18nQuery: 'fr',
    customParams: { flavour: 'mild' },
    constraints: { kw: { field: 'keywords', operator: 'in', values: [1] } },
  })
  const done = wordsOf(client).suggest('browse', 'night ass')
  await clock.advance(50)
  await done
  const sent = new URL(lists()[0]?.split(' ')[1] ?? '', 'http://test')
  expect(sent.pathname).toBe('/api/rest/dam/data/asset')
  expect(Object.fromEntries(sent.searchParams)).toMatchObject({
    suggest: 'words',
    fulltext: 'night ass',
    query: '{"and":[{"activated":true},{"keywords":{"in":[1]}}]}',
    i18nQuery: 'fr',
    x_flavour: 'mild',
    state: cursors.get('browse').signature,
  })
})

test('D1.03 D3.03 D7.29 D7.30 a cursor of one path, and of several as one of all: name, path, status and error', async () => {
  const { cursors, lists, server } = await open()
  await cursors.fetch('browse')
  expect(cursors.get('browse')).toMatchObject({ name: 'browse', path, status: 'loaded', error: null })
  cursors.register({ name: 'both', path: 'dam/data/asset,assetkeyword', cacheDurationMs: 60_000 })
  await cursors.fetch('both')
  expect(cursors.get('both')).toMatchObject({
    name: 'both',
    path: 'dam/data/asset,assetkeyword',
    status: 'loaded',
    total: 63,
  })
  // Cached: the same is not asked for again.
  await cursors.fetch('both')
  expect(lists().map((request) => request.replace(/\?.*/, ''))).toEqual([
    'GET /api/rest/dam/data/asset',
    'GET /api/rest/dam/data/asset,assetkeyword',
  ])
  expect(lists().every((request) => request.includes('query='))).toBe(true)
  server.fail('access_denied')
  await expect(cursors.refresh('both')).rejects.toThrow()
  expect(cursors.get('both')).toMatchObject({ status: 'error', error: { code: 'access_denied' } })
})

test('D4.09 a failure of the words is an error of theirs', async () => {
  const { client, cursors, shown, clock, server } = await open()
  await cursors.resolve('browse')
  server.fail('internal')
  const done = wordsOf(client).suggest('browse', 'a')
  await clock.advance(50)
  await done
  expect(wordsOf(client).get('browse').status).toBe('error')
  expect(shown().status).toBe('resolved')
})

test('a hit that is changed is shown changed, one that is deleted goes, the others keep their identity', async () => {
  const { cursors, shown, client } = await open({ orderby: 'id asc' })
  await cursors.fetch('browse')
  const [first, second, third] = shown().data
  if (!first || !second) throw new Error('Nothing was loaded')
  const done = client.entities.patch(path, first.id, { name: 'Renamed' })
  await settle()
  expect(shown().data[0]?.name).toBe('Renamed')
  await done
  await client.entities.delete(path, second.id)
  await settle()
  expect(shown()).toMatchObject({ total: 59 })
  expect(shown().data[1]).toBe(third)
})

test('a cursor registered again hears nothing of the one before', async () => {
  const { cursors, shown, server } = await open()
  await cursors.resolve('browse')
  const { release } = server.hold()
  const before = cursors.fetch('browse')
  cursors.unregister('browse')
  cursors.register({ name: 'browse', path, max: 5 })
  const after = cursors.fetch('browse')
  await expect(before).rejects.toMatchObject({ code: 'error.canceled' })
  await settle()
  expect(shown().status).toBe('initial')
  release()
  await after
  expect(shown()).toMatchObject({ status: 'loaded', lastFetchDataLength: 5 })
})

test('a question that is long goes as a body', async () => {
  const { cursors, server, shown } = await open({
    constraints: { keywords: keyword(...Array.from({ length: 900 }, (_id, index) => index)) },
  })
  await cursors.fetch('browse')
  expect(server.requests.at(-1)).toMatch(/^POST \/api\/rest\/dam\/data\/asset\?lang/)
  expect(shown().status).toBe('loaded')
})

test('listeners hear of a whole load twice: that it starts, and that it is there', async () => {
  const { cursors } = await open()
  await cursors.resolve('browse')
  await settle()
  const listener = vi.fn()
  cursors.subscribe('browse', listener)
  await cursors.fetch('browse')
  await settle()
  expect(listener).toHaveBeenCalledTimes(2)
})

test('the signature does not depend on the order of keys, constraints or inclusive values, and on nothing else', () => {
  const values = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 5 })
  const constraints = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.record({
      field: fc.constantFrom('keywords', 'name'),
      operator: fc.constantFrom('in', 'notin', 'eq'),
      values,
    }),
  )
  fc.assert(
    fc.property(constraints, fc.string(), fc.integer({ min: 1, max: 9 }), (given, fulltext, max) => {
      const one = signatureOf(withDefaults({ name: 'x', path, constraints: given, fulltext, max }))
      const shuffled = Object.fromEntries(
        Object.entries(given)
          .toReversed()
          .map(([name, { values: list, ...rest }]) => [
            name,
            { values: rest.operator === 'eq' ? list : list.toReversed(), ...rest },
          ]),
      )
      expect(
        signatureOf(withDefaults({ max, fulltext: ` ${fulltext} `, constraints: shuffled, path, name: 'y' })),
      ).toBe(one)
      expect(
        signatureOf(withDefaults({ name: 'x', path, constraints: given, fulltext: `${fulltext}z`, max })),
      ).not.toBe(one)
      expect(
        signatureOf(
          withDefaults({ name: 'x', path, constraints: { ...given, d: keyword(99) }, fulltext, max }),
        ),
      ).not.toBe(one)
    }),
  )
})

test('reads of the same kind keep to the store: the contract answers what the cursor shows', async () => {
  const { cursors, shown, client } = await open({ orderby: 'id asc', max: 3 })
  await cursors.fetch('browse')
  const { response } = await client.call(calls.findEntities, { path, max: 3, orderby: 'id asc' })
  expect(shown().data).toEqual(response.data)
})
