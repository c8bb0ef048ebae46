import fc from 'fast-check'
import { calls } from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import type { Constraint } from '../query/constraint.ts'
import { preferencesOf } from '../preferences/preferences.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { bookmarksOf } from './bookmarks.ts'
import { formatSearch, missingFields, openSearch, parseSearch, searchOf } from './search-state.ts'

const path = 'dam/data/asset'
const keyword = (...values: number[]): Constraint => ({ field: 'keywords', operator: 'in', values })

async function open() {
  const fake = await createFakeClient()
  const { cursors } = fake.client
  cursors.register({ name: 'browse', path })
  const bookmarks = bookmarksOf(fake.client)
  await settle()
  return { ...fake, cursors, bookmarks }
}

test('P5.07 a search is kept only with a full text or constraints; a saved one with custom parameters, too', async () => {
  const { cursors, bookmarks, server } = await open()
  const asked = server.requests.length
  const message =
    "Cursor cannot be bookmarked as it doesn't define neither fulltext tokens nore constraints nore user custom params"
  await expect(bookmarks.add('browse', 'Empty')).rejects.toThrow(message)
  cursors.change('browse', { customParams: { a: 1 }, constraints: { kw: keyword() } })
  const options = { name: 'Custom', date: new Date(0) }
  expect(() => searchOf(cursors.get('browse'), options)).toThrow(message)
  expect(searchOf(cursors.get('browse'), { ...options, saved: true })).toMatchObject({
    name: 'Custom',
    customParams: { a: 1 },
    date: '1970-01-01T00:00:00.000Z',
  })
  await expect(bookmarks.add('nothing', 'x')).rejects.toThrow("Cursor 'nothing' is unknown")
  expect(server.requests.length).toBe(asked)
})

test('P3.22 bookmarks are the preference we-bookmarkedCursors, under the key we-cursor-bookmarker-v1', async () => {
  const { cursors, bookmarks, client } = await open()
  cursors.change('browse', {
    fulltext: 'night harbour',
    constraints: { kw: keyword(1) },
    excludedPaths: ['video'],
    namespaces: ['n'],
    staticQuery: { activated: true },
  })
  await bookmarks.add('browse', 'Mine')
  const { value } = await preferencesOf(client).fetch('we-cursor-bookmarker-v1', {
    namespace: 'we-bookmarkedCursors',
  })
  expect(value).toEqual([
    expect.objectContaining({
      cursorName: 'browse',
      cursorQueryNamespaces: ['n'],
      name: 'Mine',
      date: expect.any(String),
      path,
      excludedPaths: ['video'],
      fulltextTokens: ['night', 'harbour'],
      userConstraints: { kw: keyword(1) },
      staticConstraints: { activated: true },
    }),
  ])
})

test('what another machine kept meanwhile stays', async () => {
  const { cursors, bookmarks, client } = await open()
  cursors.setFulltext('browse', 'night')
  await bookmarks.add('browse', 'Here')
  const [here] = bookmarks.get()
  await client.call(calls.setPreference, {
    namespace: 'we-bookmarkedCursors',
    key: 'we-cursor-bookmarker-v1',
    value: [here, { ...here, name: 'Elsewhere' }, 'nonsense', { name: 'no path' }],
  })
  expect(await bookmarks.toggle('browse', 'Also here')).toBe(true)
  expect(bookmarks.get().map(({ name }) => name)).toEqual(['Here', 'Elsewhere', 'Also here'])
})

test('a bookmark that the server refuses is not kept, and says so', async () => {
  const { cursors, bookmarks, server } = await open()
  cursors.setFulltext('browse', 'night')
  await bookmarks.add('browse', 'One')
  const adding = bookmarks.add('browse', 'Two')
  server.fail('internal')
  await expect(adding).rejects.toMatchObject({ code: 'internal' })
  expect(bookmarks.get().map(({ name }) => name)).toEqual(['One'])
})

test('changes that are begun at once are all kept', async () => {
  const { cursors, bookmarks } = await open()
  cursors.setFulltext('browse', 'night')
  for (const name of ['One', 'Two', 'Three']) await bookmarks.add('browse', name)
  await Promise.all([
    bookmarks.remove('One'),
    bookmarks.rename('Two', 'Second'),
    bookmarks.add('browse', 'Four'),
  ])
  expect(bookmarks.get().map(({ name }) => name)).toEqual(['Second', 'Three', 'Four'])
})

test('a bookmark gets another name, that no other has, and comes back as it was', async () => {
  const { cursors, bookmarks } = await open()
  cursors.setFulltext('browse', 'night')
  const kept = await bookmarks.add('browse', 'One')
  cursors.setFulltext('browse', 'harbour')
  await bookmarks.add('browse', 'Two')
  await expect(bookmarks.rename('One', '')).rejects.toMatchObject({ code: 'bookmark_name_missing' })
  await expect(bookmarks.rename('One', 'Two')).rejects.toThrow("There is a bookmark 'Two' already")
  await bookmarks.rename('One', 'Night')
  expect(bookmarks.get().map(({ name, fulltextTokens }) => [name, ...fulltextTokens])).toEqual([
    ['Night', 'night'],
    ['Two', 'harbour'],
  ])
  await bookmarks.remove('Night')
  await bookmarks.restore(kept)
  expect(bookmarks.get()).toEqual([expect.objectContaining({ name: 'Two' }), kept])
})

test('P5.10 D2.05 bookmarks are of the signed-in user', async () => {
  const { cursors, bookmarks, client } = await open()
  cursors.setFulltext('browse', 'night harbour')
  expect(await bookmarks.toggle('browse', 'Mine')).toBe(true)
  await client.session.signOut()
  await settle()
  expect(bookmarks.get()).toEqual([])
  await expect(bookmarks.remove('Mine')).rejects.toThrow('Sign in to keep a bookmark')
  await expect(bookmarks.toggle('browse', 'Mine')).rejects.toThrow('Sign in to keep a bookmark')
  await client.session.signIn({ login: 'viewer', password: 'viewer' })
  await settle()
  expect(bookmarks.get()).toEqual([])
  await client.session.signIn({ login: 'editor', password: 'editor' })
  await settle()
  expect(bookmarks.get()).toMatchObject([{ name: 'Mine', fulltextTokens: ['night', 'harbour'] }])
  cursors.register({ name: 'browse', path })
  expect(await bookmarks.toggle('browse', 'Mine')).toBe(false)
})

test('D7.61 a bookmark has its cursor ask again what was kept, whatever it asks meanwhile', async () => {
  const { cursors, bookmarks } = await open()
  cursors.change('browse', {
    fulltext: 'asset',
    fulltextMode: 'must',
    constraints: { kw: keyword(1) },
    excludedPaths: ['video'],
    namespaces: ['n'],
    orderby: 'id asc',
  })
  const { signature } = cursors.get('browse')
  await bookmarks.add('browse', 'Kept')
  cursors.clearConstraints('browse')
  cursors.change('browse', {
    constraints: { kw: { field: 'keywords', operator: 'eq', values: [3] } },
    orderby: 'name asc',
    excludedPaths: [],
  })
  bookmarks.open('Kept')
  expect(cursors.get('browse').signature).toBe(signature)
  bookmarks.open('Kept', 'another')
  expect(cursors.get('another').definition).toMatchObject({
    path,
    fulltext: 'asset',
    constraints: { kw: keyword(1) },
  })
})

test('a saved search that names a field which is gone finds nothing, and says which', async () => {
  const { cursors, client, server } = await open()
  cursors.change('browse', {
    constraints: { by: { field: 'creator', operator: 'eq', values: ['me'] }, kw: keyword(1) },
  })
  const search = searchOf(cursors.get('browse'), { name: 'Old', date: new Date(0) })
  delete server.library.schemas['asset']?.['creator']
  openSearch(cursors, search, 'later')
  await cursors.fetch('later')
  expect(cursors.get('later')).toMatchObject({ status: 'loaded', total: 0 })
  expect(missingFields(search, client.schemas.get(path))).toEqual(['creator'])
})

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
const constraint = fc.record({
  field: fc.stringMatching(/^[a-z][a-z.]{0,8}$/),
  operator: fc.constantFrom('in', 'eq', 'startswith', 'in:cursordata'),
  values: fc.array(value, { minLength: 1, maxLength: 4 }),
})

test('a search goes into an address and comes out of it the same', () => {
  fc.assert(
    fc.property(
      fc.record({
        fulltext: fc.string().map((text) => text.trim()),
        fulltextMode: fc.constantFrom(undefined, 'should' as const, 'must' as const),
        orderby: fc.option(fc.string(), { nil: undefined }),
        constraints: fc.dictionary(fc.stringMatching(/^[a-z@,/]{1,8}$/), constraint),
      }),
      (search) => {
        expect(parseSearch(new URLSearchParams(formatSearch(search).toString()))).toEqual(
          JSON.parse(JSON.stringify(search)),
        )
      },
    ),
  )
})

test('an address typed by a person is never an error', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('q', 'mode', 'order', 'c.', 'c.x')),
        fc.oneof(fc.string(), fc.constantFrom('a:in:[', 'a:in:[{}]', 'a:$gt:[1]', 'a:in:[1]')),
      ),
      (parameters) => {
        const { constraints } = parseSearch(new URLSearchParams(parameters))
        for (const { values } of Object.values(constraints)) expect(values.length).toBeGreaterThan(0)
      },
    ),
  )
})
