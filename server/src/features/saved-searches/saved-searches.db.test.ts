import { calls, type SavedSearch } from '@cartouche/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { createTestLibrary, type TestLibrary } from '../carts/test-library.ts'
import { liveChannel } from '../../people/live/live.sql.ts'
import { ownLink } from './notify-people.ts'
import { savedSearchRoutes as routes } from './saved-searches.routes.ts'

let library: TestLibrary
let owner: SignedIn
let friend: SignedIn
let stranger: SignedIn
let viewer: SignedIn
let admin: SignedIn

beforeAll(async () => {
  library = await createTestLibrary()
  owner = await library.addUser('Olga', 'editor')
  friend = await library.addUser('Fritz', 'contributor')
  stranger = await library.addUser('Stan', 'contributor')
  viewer = await library.addUser('Vera', 'viewer')
  admin = await library.addUser('Ada', 'administrator')
})
afterAll(() => library.close())

const data = {
  name: 'Harbours',
  date: '2026-01-01T00:00:00.000Z',
  path: 'dam/data/asset',
  cursorName: 'browse',
  cursorQueryNamespaces: ['n'],
  context: null,
  excludedPaths: ['video'],
  fulltextTokens: ['harbour'],
  userConstraints: { kw: { field: 'keywords', operator: 'in', values: [1] } },
  staticConstraints: {},
  customParams: {},
  query: {},
  fulltextMode: 'must',
}
const code = (name: string) => expect.objectContaining({ code: name })
const make = async (who: SignedIn = owner, more: object = {}): Promise<SavedSearch> =>
  calls.createSavedSearch.answers.parse(
    await routes.createSavedSearch(
      library.as(who),
      calls.createSavedSearch.input.parse({ name: 'Harbours', data, ...more }),
    ),
  )
const get = (who: SignedIn, { id }: SavedSearch): Promise<SavedSearch> =>
  routes.getSavedSearch(library.as(who), { id })
const share = (search: SavedSearch, ...people: SignedIn[]): Promise<SavedSearch> =>
  routes.addSavedSearchSubscribers(library.as(owner), {
    id: search.id,
    collaborators: people.map(({ id }) => id),
  })
const gone = code('saved_search_not_found')
const denied = code('access_denied')

test('P3.18 P3.19 P7.43 a search is saved with all of its state, private and its maker’s', async () => {
  const search = await make(owner, { name: ' Été 🌞 ', description: 'By the sea' })
  expect(search).toMatchObject({
    name: 'Été 🌞',
    description: 'By the sea',
    type: 'asset',
    owner: { id: owner.id, name: 'Olga' },
    subscribers: [],
    isMine: true,
    isPrivate: true,
    isPrivatelyShared: false,
    version: 1,
  })
  expect(search.data).toEqual(data)
  expect(new Date(search.created).getTime()).toBeLessThanOrEqual(Date.now())
  expect(await make(owner, { data: JSON.stringify(data), type: 'film', isPrivate: 'false' })).toMatchObject({
    data,
    type: 'film',
    isPrivate: false,
  })
})

test('P5.07 a search without tokens, constraints or custom parameters is refused word for word', async () => {
  const empty = { ...data, fulltextTokens: [], userConstraints: {} }
  const message =
    "Cursor cannot be bookmarked as it doesn't define neither fulltext tokens nore constraints nore user custom params"
  await expect(make(owner, { data: empty })).rejects.toThrow(message)
  await expect(make(owner, { data: {} })).rejects.toThrow(message)
  expect(await make(owner, { data: { ...empty, customParams: { a: 1 } } })).toMatchObject({
    name: 'Harbours',
  })
  const search = await make()
  await expect(routes.updateSavedSearch(library.as(owner), { id: search.id, data: empty })).rejects.toThrow(
    message,
  )
})

test('a search needs a name', async () => {
  for (const name of [undefined, '', '  '])
    await expect(make(owner, { name })).rejects.toEqual(code('saved_search_name_missing'))
  const search = await make()
  await expect(routes.updateSavedSearch(library.as(owner), { id: search.id, name: '' })).rejects.toEqual(
    code('saved_search_name_missing'),
  )
})

test('P3.20 P3.21 P6.07 D6.03 P7.44 who subscribes sees the search and may run it, nothing else', async () => {
  const search = await make()
  for (const who of [friend, stranger, viewer]) await expect(get(who, search)).rejects.toEqual(gone)
  expect(await share(search, friend, stranger, owner, friend)).toMatchObject({
    subscribers: [
      { id: friend.id, name: 'Fritz' },
      { id: stranger.id, name: 'Stan' },
    ],
    isPrivatelyShared: true,
    isMine: true,
    version: 2,
  })
  expect(await get(friend, search)).toMatchObject({
    isMine: false,
    isPrivatelyShared: true,
    data,
    subscribers: [{ id: friend.id, name: 'Fritz' }],
  })
  const { id } = search
  await expect(routes.updateSavedSearch(library.as(friend), { id, name: 'Mine now' })).rejects.toEqual(denied)
  await expect(routes.deleteSavedSearch(library.as(friend), { id })).rejects.toEqual(denied)
  await expect(routes.switchSavedSearchPrivate(library.as(friend), { id, isPrivate: false })).rejects.toEqual(
    denied,
  )
  await expect(routes.transferSavedSearch(library.as(friend), { id, owner: friend.id })).rejects.toEqual(
    denied,
  )
  await expect(
    routes.addSavedSearchSubscribers(library.as(friend), { id, collaborators: [stranger.id] }),
  ).rejects.toEqual(denied)
  await expect(
    routes.removeSavedSearchSubscribers(library.as(friend), { id, subscribers: [stranger.id] }),
  ).rejects.toEqual(denied)
  expect(await get(admin, search)).toMatchObject({
    isMine: false,
    subscribers: [{ id: friend.id }, { id: stranger.id }],
  })
})

test('P7.50 sharing takes the search from nobody and notifies only those who did not have it', async () => {
  const search = await share(await make(), friend)
  const { rows: before } = await sql`select from notification where user_id = ${friend.id}`.execute(
    library.database,
  )
  expect(
    await routes.shareSavedSearch(library.as(owner), {
      id: search.id,
      subscribers: [stranger.id, friend.id],
      url: 'http://cartouche.test/browse?q=harbour',
    }),
  ).toMatchObject({ subscribers: [{ id: friend.id }, { id: stranger.id }] })
  const { rows: after } = await sql`select from notification where user_id = ${friend.id}`.execute(
    library.database,
  )
  expect(after).toHaveLength(before.length)
  const {
    rows: [notice],
  } = await sql<{
    title: object
    link: string
    type: string
  }>`select type, title, link from notification where user_id = ${stranger.id} order by id desc limit 1`.execute(
    library.database,
  )
  expect(notice).toEqual({
    type: 'share',
    link: '/browse?q=harbour',
    title: {
      en: 'Olga shared the search “Harbours” with you',
      fr: 'Olga partage la recherche « Harbours » avec vous',
    },
  })
})

test('a notification never leads out of the application', () => {
  for (const url of [
    'https://evil.test/x',
    '//evil.test/x',
    'javascript:alert(1)',
    'http://cartouche.test//evil.test',
    String.raw`\\evil.test`,
  ])
    expect(ownLink(url, 'http://cartouche.test'), url).toBeUndefined()
  expect(ownLink('/searches/3?a=b#c', 'http://cartouche.test')).toBe('/searches/3?a=b#c')
})

test('P7.45 revoking takes the search away at once', async () => {
  const search = await share(await make(), friend, stranger)
  const { subscribers } = calls.removeSavedSearchSubscribers.input.parse({
    id: search.id,
    subscribers: [String(friend.id), '999999'],
  })
  expect(
    await routes.removeSavedSearchSubscribers(library.as(owner), { id: search.id, subscribers }),
  ).toMatchObject({ subscribers: [{ id: stranger.id }] })
  await expect(get(friend, search)).rejects.toEqual(gone)
})

test('P7.46 a subscriber leaves; whoever is none has nothing to leave', async () => {
  const search = await share(await make(), friend)
  expect(await routes.unsubscribeSavedSearch(library.as(friend), { id: search.id })).toEqual({
    id: search.id,
    unsubscribed: true,
  })
  await expect(get(friend, search)).rejects.toEqual(gone)
  for (const who of [friend, owner, stranger])
    await expect(routes.unsubscribeSavedSearch(library.as(who), { id: search.id })).rejects.toEqual(gone)
  expect(await get(owner, search)).toMatchObject({ subscribers: [] })
})

test('P7.47 a deleted search is gone for everybody', async () => {
  const search = await share(await make(), friend)
  expect(await routes.deleteSavedSearch(library.as(owner), { id: search.id })).toEqual({
    id: search.id,
    deleted: true,
  })
  for (const who of [owner, friend]) await expect(get(who, search)).rejects.toEqual(gone)
})

test('P5.09 P7.48 a list has a type and a name filter that knows no case, with * as a wildcard', async () => {
  for (const name of ['Spring 2026', 'My spring', 'Printemps 100%'])
    await make(viewer, { name, type: 'seasons' })
  const names = async (filter: object): Promise<string[]> =>
    (await routes.listSavedSearches(library.as(viewer), { type: 'seasons', ...filter }))
      .map(({ name }) => name)
      .toSorted()
  expect(await names({})).toEqual(['My spring', 'Printemps 100%', 'Spring 2026'])
  expect(await names({ name: 'SPRING' })).toEqual(['My spring', 'Spring 2026'])
  expect(await names({ name: 'spring*' })).toEqual(['Spring 2026'])
  expect(await names({ name: '100%' })).toEqual(['Printemps 100%'])
  expect(await names({ name: '_' })).toEqual([])
  expect(await names({ type: 'other' })).toEqual([])
  expect(await names({ max: 1 })).toHaveLength(1)
})

test('a list holds own, shared and public searches, last changed first', async () => {
  const [mine, shared, open] = [await make(stranger), await make(), await make(owner, { isPrivate: false })]
  await share(shared, stranger)
  await routes.updateSavedSearch(library.as(stranger), { id: mine.id, name: 'Changed' })
  const ids = (await routes.listSavedSearches(library.as(stranger), {})).map(({ id }) => id)
  expect(ids.slice(0, 3)).toEqual([mine.id, shared.id, open.id])
  expect((await routes.listSavedSearches(library.as(viewer), {})).map(({ id }) => id)).not.toContain(
    shared.id,
  )
})

test('P7.49 what an update does not give stays; one that is based on an older version is refused', async () => {
  const search = await make(owner, { description: 'first' })
  const renamed = await routes.updateSavedSearch(library.as(owner), {
    id: search.id,
    name: 'Ports',
    version: search.version,
  })
  expect(renamed).toMatchObject({ name: 'Ports', description: 'first', data, version: 2 })
  expect(renamed.modified > search.modified).toBe(true)
  await expect(
    routes.updateSavedSearch(library.as(owner), { id: search.id, name: 'Late', version: search.version }),
  ).rejects.toEqual(code('version_conflict'))
  const changed = { ...data, fulltextTokens: ['night'] }
  expect(
    await routes.updateSavedSearch(
      library.as(owner),
      calls.updateSavedSearch.input.parse({ id: search.id, description: null, data: changed }),
    ),
  ).toMatchObject({ name: 'Ports', description: '', data: changed })
})

test('P7.51 a public search is for all to see, a private one again not', async () => {
  const search = await make()
  expect(
    await routes.switchSavedSearchPrivate(library.as(owner), { id: search.id, isPrivate: false }),
  ).toMatchObject({ isPrivate: false })
  expect(await get(viewer, search)).toMatchObject({ isMine: false, isPrivate: false })
  expect(
    await routes.switchSavedSearchPrivate(library.as(owner), { id: search.id, isPrivate: true }),
  ).toMatchObject({ isPrivate: true })
  await expect(get(viewer, search)).rejects.toEqual(gone)
})

test('P6.07 a search changes hands: its owner of before keeps it as a subscriber', async () => {
  const search = await share(await make(), friend)
  expect(
    await routes.transferSavedSearch(library.as(owner), { id: search.id, owner: friend.id }),
  ).toMatchObject({ isMine: false, owner: { id: friend.id }, subscribers: [{ id: owner.id }] })
  expect(await get(friend, search)).toMatchObject({ isMine: true, subscribers: [{ id: owner.id }] })
  await expect(
    routes.updateSavedSearch(library.as(owner), { id: search.id, name: 'Mine still' }),
  ).rejects.toEqual(denied)
  const {
    rows: [notice],
  } = await sql<{
    title: { en: string }
  }>`select title from notification where user_id = ${friend.id} order by id desc limit 1`.execute(
    library.database,
  )
  expect(notice?.title.en).toBe('Olga made you the owner of the search “Harbours”')
})

test('a search is shared with people whom the sharer sees', async () => {
  const search = await make()
  await expect(
    routes.addSavedSearchSubscribers(library.as(owner), { id: search.id, collaborators: [999_999] }),
  ).rejects.toEqual(code('invalid_parameter'))
  await expect(
    routes.transferSavedSearch(library.as(owner), { id: search.id, owner: 999_999 }),
  ).rejects.toEqual(code('invalid_parameter'))
  const own = await make(viewer)
  await expect(
    routes.addSavedSearchSubscribers(library.as(viewer), { id: own.id, collaborators: [friend.id] }),
  ).rejects.toEqual(code('invalid_parameter'))
})

test('what a person kept goes with them', async () => {
  const leaver = await library.addUser('Leaver', 'editor')
  const search = await make(leaver, { isPrivate: false })
  await sql`delete from entity where resource = 'user' and id = ${leaver.id}`.execute(library.database)
  await expect(get(owner, search)).rejects.toEqual(gone)
})

test('whoever sees a search hears of its change, and nobody else does', async () => {
  const heard: { event: { id: number }; to: unknown }[] = []
  const listener = new pg.Client({ connectionString: library.url })
  await listener.connect()
  try {
    listener.on('notification', ({ payload = '' }) =>
      heard.push(JSON.parse(payload) as (typeof heard)[number]),
    )
    await listener.query(`listen ${liveChannel}`)
    const search = await share(await make(), friend)
    await routes.removeSavedSearchSubscribers(library.as(owner), { id: search.id, subscribers: [friend.id] })
    await routes.switchSavedSearchPrivate(library.as(owner), { id: search.id, isPrivate: false })
    await routes.updateSavedSearch(library.as(owner), { id: search.id, name: 'Open' })
    await routes.switchSavedSearchPrivate(library.as(owner), { id: search.id, isPrivate: true })
    await routes.deleteSavedSearch(library.as(owner), { id: search.id })
    await listener.query('select 1')
    const recipients = heard.filter(({ event }) => event.id === search.id).map(({ to }) => to)
    expect(recipients).toEqual([
      [owner.id],
      [owner.id, friend.id],
      [owner.id, friend.id],
      'everyone',
      'everyone',
      'everyone',
      [owner.id],
    ])
  } finally {
    await listener.end()
  }
})
