import { calls, type SavedSearch } from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import type { Constraint } from '../query/constraint.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { savedSearchesOf } from './saved-searches.ts'
import { selectSavedSearches } from './select-saved-searches.ts'

const path = 'dam/data/asset'
const viewerId = 2
const keyword: Constraint = { field: 'keywords', operator: 'in', values: [1] }

async function open() {
  const fake = await createFakeClient()
  const { cursors } = fake.client
  cursors.register({ name: 'browse', path })
  cursors.change('browse', {
    fulltext: 'night harbour',
    fulltextMode: 'must',
    constraints: { kw: keyword },
    excludedPaths: ['video'],
    namespaces: ['n'],
    orderby: 'id asc',
  })
  const searches = savedSearchesOf(fake.client)
  const names = (): string[] => searches.get().searches.map(({ name }) => name)
  const signIn = async (login: string): Promise<void> => {
    await fake.client.session.signOut()
    await fake.client.session.signIn({ login, password: login })
    await settle()
  }
  return { ...fake, cursors, searches, names, signIn, one: () => searches.get().searches[0] }
}

test('P3.18 P3.19 the search of a cursor is saved whole', async () => {
  const { searches, one } = await open()
  expect(searches.get()).toEqual({ status: 'unknown', error: null, hasData: false, searches: [] })
  const saved = await searches.createSearch('browse', {
    name: 'Harbours',
    description: 'By night',
    context: 'portal',
  })
  expect(saved).toMatchObject({
    name: 'Harbours',
    description: 'By night',
    type: 'asset',
    owner: { id: 1 },
    subscribers: [],
    isMine: true,
    isPrivate: true,
    isPrivatelyShared: false,
  })
  expect(saved.data).toEqual({
    name: 'Harbours',
    date: expect.any(String),
    path,
    cursorName: 'browse',
    cursorQueryNamespaces: ['n'],
    context: 'portal',
    excludedPaths: ['video'],
    fulltextTokens: ['night', 'harbour'],
    userConstraints: { kw: keyword },
    staticConstraints: { activated: true },
    customParams: {},
    query: {},
    fulltextMode: 'must',
    orderby: 'id asc',
  })
  expect(one()).toEqual(saved)
})

test('P5.07 a cursor without tokens, constraints or custom parameters is rejected word for word, and nothing is asked', async () => {
  const { searches, cursors, server } = await open()
  cursors.register({ name: 'empty', path })
  const asked = server.requests.length
  await expect(searches.createSearch('empty', { name: 'x' })).rejects.toThrow(
    "Cursor cannot be bookmarked as it doesn't define neither fulltext tokens nore constraints nore user custom params",
  )
  await expect(searches.createSearch('nowhere', { name: 'x' })).rejects.toMatchObject({
    code: 'cursor_unknown',
  })
  expect(server.requests.length).toBe(asked)
  cursors.change('empty', { customParams: { a: 1 } })
  expect(await searches.createSearch('empty', { name: 'Custom' })).toMatchObject({
    data: { customParams: { a: 1 } },
  })
})

test('P6.07 D6.03 an owner shares, revokes, opens, renames and deletes', async () => {
  const { searches, names, one, signIn } = await open()
  const { id } = await searches.createSearch('browse', { name: 'Harbours' })
  await searches.fetchSearches()
  expect(await searches.shareSearch(id, [viewerId], '/browse')).toMatchObject({
    subscribers: [{ id: viewerId }],
    isPrivatelyShared: true,
  })
  expect(await searches.updateSearch(id, { name: 'Ports' })).toMatchObject({ name: 'Ports', version: 3 })
  expect(await searches.switchPrivate(id, false)).toMatchObject({ isPrivate: false })
  expect(await searches.switchPrivate(id, true)).toMatchObject({ isPrivate: true })
  await signIn('viewer')
  await searches.fetchSearches()
  expect(one()).toMatchObject({ name: 'Ports', isMine: false, isPrivatelyShared: true })
  await searches.unsubscribe(id)
  expect(names()).toEqual([])
  await signIn('editor')
  await searches.fetchSearches()
  await searches.shareSearch(id, [viewerId])
  expect(await searches.removeCollaborators(id, [viewerId])).toMatchObject({
    subscribers: [],
    isPrivatelyShared: false,
  })
  await searches.deleteSearch(id)
  expect(searches.get()).toMatchObject({ status: 'loaded', searches: [] })
})

test('P6.07 a search changes hands, and who gave it keeps it', async () => {
  const { searches, one, signIn } = await open()
  const { id } = await searches.createSearch('browse', { name: 'Harbours' })
  expect(await searches.transferSearch(id, viewerId)).toMatchObject({
    isMine: false,
    owner: { id: viewerId },
    subscribers: [{ id: 1 }],
  })
  expect(one()).toMatchObject({ isMine: false })
  await signIn('viewer')
  expect(await searches.fetchSearch(id)).toMatchObject({ isMine: true })
})

test('what needs no answer is shown at once and put back where it is refused', async () => {
  const { searches, one, names, server } = await open()
  const { id } = await searches.createSearch('browse', { name: 'Harbours' })
  await searches.fetchSearches()
  const gate = server.hold('savedsearch')
  server.fail('internal', 'internal')
  const outcomes = Promise.allSettled([
    searches.updateSearch(id, { name: 'Ports' }),
    searches.deleteSearch(id),
    searches.switchPrivate(id, false),
  ])
  expect(searches.get()).toMatchObject({ status: 'fetching', searches: [] })
  gate.release()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(names()).toEqual(['Harbours'])
  expect(one()).toMatchObject({ isPrivate: false })
})

test('changes of one search go in their order, each on the version before', async () => {
  const { searches } = await open()
  const { id } = await searches.createSearch('browse', { name: 'Harbours' })
  const [first, second] = await Promise.all([
    searches.updateSearch(id, { name: 'One' }),
    searches.updateSearch(id, { name: 'Two' }),
  ])
  expect([first.version, second.version, second.name]).toEqual([2, 3, 'Two'])
})

test('a change that another has made meanwhile is not overwritten', async () => {
  const { searches, client, one } = await open()
  const { id } = await searches.createSearch('browse', { name: 'Harbours' })
  await client.call(calls.updateSavedSearch, { id, name: 'Of another tab' })
  await expect(searches.updateSearch(id, { name: 'Mine' })).rejects.toMatchObject({
    code: 'version_conflict',
  })
  expect(one()).toMatchObject({ name: 'Harbours' })
  await searches.fetchSearch(id)
  expect(await searches.updateSearch(id, { name: 'Mine' })).toMatchObject({ name: 'Mine' })
})

test('a search can be saved again with what its cursor asks now', async () => {
  const { searches, cursors } = await open()
  const { id } = await searches.createSearch('browse', { name: 'Harbours' })
  cursors.setFulltext('browse', 'day')
  expect(await searches.updateSearch(id, { cursorName: 'browse' })).toMatchObject({
    name: 'Harbours',
    data: { name: 'Harbours', fulltextTokens: ['day'], userConstraints: { kw: keyword } },
  })
})

test('P4.26 P8.05 a failure sets the status to error, is logged with its message, and thrown again', async () => {
  const { searches, server, logged } = await open()
  const { id } = await searches.createSearch('browse', { name: 'Harbours' })
  const actions: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['Failed to retrieve searches', () => searches.fetchSearches()],
    ['Error creating search', () => searches.createSearch('browse', { name: 'x' })],
    ['Error renaming search', () => searches.updateSearch(id, { name: 'x' })],
    ['Error sharing search', () => searches.shareSearch(id, [viewerId])],
    ['Error deleting search', () => searches.deleteSearch(id)],
    [`Failed to retrieve search ${id}`, () => searches.fetchSearch(id)],
    ['Error removing collaborators from search', () => searches.removeCollaborators(id, [viewerId])],
    ['Error unsubscribing from search', () => searches.unsubscribe(id)],
    ['Error during switchPrivate search', () => searches.switchPrivate(id, false)],
  ]
  for (const [message, act] of actions) {
    server.fail('internal')
    await expect(act(), message).rejects.toMatchObject({ code: 'internal' })
    expect(searches.get(), message).toMatchObject({ status: 'error', error: { code: 'internal' } })
    expect(logged.at(-1)).toBe(message)
  }
  await searches.fetchSearches()
  expect(searches.get()).toMatchObject({ status: 'loaded', error: null, hasData: true, searches: [{ id }] })
})

test('a saved search runs in its cursor, or another', async () => {
  const { searches, cursors } = await open()
  const { signature } = cursors.get('browse')
  const { id } = await searches.createSearch('browse', { name: 'Harbours' })
  cursors.clearConstraints('browse')
  expect(await searches.runSearch(id)).toMatchObject({ missingFields: [] })
  expect(cursors.get('browse').signature).toBe(signature)
  await searches.runSearch(id, 'other')
  expect(cursors.get('other').definition).toMatchObject({
    path,
    fulltext: 'night harbour',
    constraints: { kw: keyword },
  })
})

test('a saved search that names a field which is gone runs without it, and says so', async () => {
  const { searches, cursors, client, server } = await open()
  cursors.change('browse', {
    fulltext: '',
    fulltextMode: undefined,
    namespaces: undefined,
    excludedPaths: [],
    constraints: {
      kw: { ...keyword, values: [1, 2, 3] },
      by: { field: 'creator', operator: 'eq', values: ['me'] },
    },
  })
  const { id } = await searches.createSearch('browse', { name: 'Old' })
  delete server.library.schemas['asset']?.['creator']
  await client.schemas.refresh(path)
  const { missingFields, search } = await searches.runSearch(id, 'later')
  expect([missingFields, Object.keys(search.userConstraints)]).toEqual([['creator'], ['kw']])
  await cursors.fetch('later')
  expect(cursors.get('later')).toMatchObject({ status: 'loaded', total: 60 })
})

test('what another application saved runs as far as it can be understood', async () => {
  const { searches, client, cursors } = await open()
  const foreign = {
    fulltextTokens: ['asset', 7],
    path,
    userConstraints: { odd: { field: 'x' }, kw: { ...keyword, extra: true } },
  }
  const { id } = await client.call(calls.createSavedSearch, { name: 'Foreign', data: foreign })
  await searches.runSearch(id)
  expect(cursors.get(`saved/${id}`).definition).toMatchObject({
    fulltext: 'asset',
    constraints: { kw: keyword },
  })
  const pathless = await client.call(calls.createSavedSearch, {
    name: 'Foreign',
    data: { fulltextTokens: ['a'] },
  })
  await expect(searches.runSearch(pathless.id)).rejects.toMatchObject({ code: 'saved_search_unreadable' })
})

test('whoever asks while the list is read has it read once more', async () => {
  const { searches, server, client } = await open()
  const gate = server.hold('savedsearch/list')
  const reading = searches.fetchSearches()
  await settle()
  await client.call(calls.createSavedSearch, { name: 'Of another', data: { fulltextTokens: ['a'] } })
  const again = searches.fetchSearches('asset')
  gate.release()
  await Promise.all([reading, again])
  expect(server.requests.filter((request) => request.includes('savedsearch/list')).at(-1)).toContain(
    'type=asset',
  )
})

test('P5.09 a selection filters by name, in any case with *, and by whose; last changed first', () => {
  const search = (id: number, name: string, more: Partial<SavedSearch> = {}): SavedSearch => ({
    id,
    name,
    description: '',
    type: 'asset',
    owner: { id: 1, name: '' },
    subscribers: [],
    created: `2026-01-0${10 - id}T00:00:00.000Z`,
    modified: `2026-02-0${id}T00:00:00.000Z`,
    version: 1,
    isMine: true,
    isPrivate: true,
    isPrivatelyShared: false,
    data: {},
    ...more,
  })
  const all = [
    search(1, 'Spring 2026'),
    search(2, 'my spring', { isMine: false, subscribers: [{ id: 5, name: '' }] }),
    search(3, 'Autumn', { isMine: false, isPrivate: false }),
    search(4, 'Spring of others', { isMine: false }),
  ]
  const ids = (selection: Parameters<typeof selectSavedSearches>[1]): number[] =>
    selectSavedSearches(all, selection, 5).map(({ id }) => id)
  expect(ids({})).toEqual([4, 3, 2, 1])
  expect(ids({ name: 'SPRING' })).toEqual([4, 2, 1])
  expect(ids({ name: 's*g*2' })).toEqual([1])
  expect([ids({ whose: 'mine' }), ids({ whose: 'shared' }), ids({ whose: 'public' })]).toEqual([
    [1],
    [2],
    [3],
  ])
  expect(ids({ sortBy: 'name', direction: 'asc' })).toEqual([3, 2, 1, 4])
  expect(ids({ sortBy: 'created', direction: 'asc' })).toEqual([4, 3, 2, 1])
})
