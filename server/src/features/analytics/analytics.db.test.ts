import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import type { Identity, SignedIn } from '../../access/identity.ts'
import { findEntities } from '../../model/entities/find-entities.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { listAssetEvents, listBroadcasts } from './list-asset-events.ts'
import { listTop, listTopAssets } from './list-top-assets.ts'
import { listUnusedAssets } from './list-unused-assets.ts'
import { logEvent } from './log-event.ts'
import { logObjectData } from './log-object-data.ts'
import { createUsage } from './usage-buffer.ts'
import { rollUpUsage } from './roll-up.sql.ts'

let library: TestLibrary
let admin: SignedIn
let anna: SignedIn
let ben: SignedIn
let harbour: number
let pier: number
let draft: number

beforeAll(async () => {
  library = await createTestLibrary()
  admin = await library.user('administrator', 'ada')
  anna = await library.user('viewer', 'anna')
  ben = await library.user('viewer', 'ben')
  harbour = await library.createAsset({ name: 'Harbour' })
  pier = await library.createAsset({ name: 'Pier', props: { city: 'Brest' } })
  draft = await library.createAsset({ name: 'Draft', status: 'draft' })
})
afterAll(() => library.close())

/** A clock and a buffer of each test's own: what was reported in one is not remembered in the next. */
let nowMs: number
let usage: Context['usage']
beforeEach(async () => {
  nowMs = Date.now()
  usage = createUsage(library.services, () => nowMs)
  await sql`truncate usage_event, usage_uncounted, usage_entity_day, usage_entity,
    usage_group, usage_group_day, usage_site_day`.execute(library.services.database)
})

const as = (identity: Identity, headers: Record<string, string> = {}): Context => {
  const context = library.as(identity)
  return { ...context, usage, request: { ...context.request, headers } }
}
const log = (identity: Identity, id: number, actionId = 'view', headers: Record<string, string> = {}) =>
  logObjectData(as(identity, headers), { object: 'asset', id, actionId })
const rollUp = async (): Promise<void> => {
  await usage.flush(true)
  while ((await rollUpUsage(library.services.database)) > 0);
}
type TopOptions = Partial<Parameters<typeof listTopAssets>[1]>
const top = async (identity: Identity, options: TopOptions = {}) =>
  (
    await listTopAssets(as(identity), {
      top: 'topDamView',
      nbrDays: 0,
      max: 24,
      onlyCurrentUser: false,
      object: ['asset'],
      ...options,
    })
  ).list
const group = async (identity: Identity, options: Partial<Parameters<typeof listTop>[1]>) =>
  (
    await listTop(as(identity), {
      configurationName: 'view',
      aggregationFieldname: 'object',
      nbrDays: 0,
      max: 24,
      query: '',
      onlyCurrentUser: false,
      object: 'asset',
      noneFound: false,
      ...options,
    })
  ).list
const written = async (): Promise<number> => {
  await usage.flush(true)
  const { rows } = await sql<{ count: number }>`select count(*) count from usage_event`.execute(
    library.services.database,
  )
  return rows[0]?.count ?? 0
}

test('D1.10 D7.64 D9.08 tops have what was viewed or downloaded most, most first, as many as asked for', async () => {
  await log(anna, harbour)
  await log(ben, harbour)
  await log(anna, pier)
  await log(ben, pier, 'damDownload')
  await rollUp()
  const views = [
    { key: `asset_${harbour}`, count: 2 },
    { key: `asset_${pier}`, count: 1 },
  ]
  expect(await top(anna)).toEqual(views)
  expect(await top(anna, { max: 1 })).toEqual(views.slice(0, 1))
  expect(await top(anna, { top: 'topDamDownload' })).toEqual([{ key: `asset_${pier}`, count: 1 }])
  expect(await top(anna, { object: ['assetkeyword', 'ASSET'] })).toEqual(views)
  await expect(top(anna, { object: ['nothing'] })).rejects.toMatchObject({ code: 'unknown_resource' })
})

test('D6.07 the user tops, and any top with onlyCurrentUser, count what the caller did alone', async () => {
  await log(anna, harbour)
  await log(ben, pier)
  await rollUp()
  const own = [{ key: `asset_${pier}`, count: 1 }]
  expect(await top(ben, { onlyCurrentUser: true })).toEqual(own)
  expect(await top(ben, { top: 'topDamViewUser' })).toEqual(own)
  expect(await top(ben, { top: 'topDamDownloadUser' })).toEqual([])
})

test('D7.64 a top has what its reader may see, and no more', async () => {
  await log(admin, draft)
  await log(admin, harbour)
  await rollUp()
  expect((await top(admin)).map(({ key }) => key)).toEqual([`asset_${harbour}`, `asset_${draft}`])
  expect((await top(anna)).map(({ key }) => key)).toEqual([`asset_${harbour}`])
})

test('D7.64 nbrDays counts back with today; zero and less are all that is kept', async () => {
  await log(anna, harbour)
  await rollUp()
  await sql`update usage_entity_day set day = day - 7`.execute(library.services.database)
  expect(await top(anna, { nbrDays: 6 })).toEqual([])
  expect(await top(anna, { nbrDays: 8 })).toHaveLength(1)
  expect(await top(anna, { nbrDays: 0 })).toHaveLength(1)
  expect(await top(anna, { nbrDays: -1 })).toHaveLength(1)
})

test('what was used most comes first, within a level of counts and across levels', async () => {
  for (const asset of [harbour, pier]) await log(anna, asset)
  await rollUp()
  const counted = (asset: number, views: number) =>
    sql`update usage_entity set last_30 = ${views} where entity_id = ${asset}`.execute(
      library.services.database,
    )
  for (const [ofHarbour, ofPier] of [
    [8, 9],
    [9, 8],
    [1000, 900],
    [1_000_000, 1_100_000],
    [3, 3],
  ] as const) {
    await counted(harbour, ofHarbour)
    await counted(pier, ofPier)
    const both = [
      { key: `asset_${harbour}`, count: ofHarbour },
      { key: `asset_${pier}`, count: ofPier },
    ]
    const list = ofHarbour >= ofPier ? both : both.toReversed()
    expect(await top(anna, { nbrDays: 30 })).toEqual(list)
    expect(await top(anna, { nbrDays: 30, max: 1 })).toEqual(list.slice(0, 1))
  }
  await counted(harbour, 0)
  expect(await top(anna, { nbrDays: 30 })).toEqual([{ key: `asset_${pier}`, count: 3 }])
})

test('D7.62 what is hidden from whoever reports it is not there, and nothing of it is kept', async () => {
  await expect(log(anna, draft)).rejects.toMatchObject({ code: 'entity_not_found' })
  await expect(log(anna, 999_999)).rejects.toMatchObject({ code: 'entity_not_found' })
  await expect(logObjectData(as(anna), { object: 'nothing', id: 1, actionId: 'view' })).rejects.toMatchObject(
    { code: 'unknown_resource' },
  )
  expect(await written()).toBe(0)
})

test('D7.62 the same once more within ten minutes is the same; after that, or of another, it is another', async () => {
  expect(await log(anna, harbour)).toEqual({ logged: true })
  expect(await log(anna, harbour)).toEqual({ logged: false })
  expect(await log(anna, harbour, 'download')).toEqual({ logged: true })
  expect(await log(ben, harbour)).toEqual({ logged: true })
  nowMs += 600_000
  expect(await log(anna, harbour)).toEqual({ logged: true })
  expect(await written()).toBe(4)
})

test('D7.62 a client is heard two hundred times a minute', async () => {
  for (let time = 0; time < 200; time++) await log(anna, harbour)
  await expect(log(anna, harbour)).rejects.toMatchObject({ code: 'too_many_guesses' })
  await log(ben, harbour)
  nowMs += 60_000
  await log(anna, harbour)
})

test('robots are kept apart; nothing of address and browser is kept', async () => {
  const robot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }
  expect(await log(anna, harbour, 'view', robot)).toEqual({ logged: false })
  await log(ben, harbour, 'view', { 'user-agent': 'Mozilla/5.0 Firefox/140.0' })
  await rollUp()
  expect(await top(admin)).toEqual([{ key: `asset_${harbour}`, count: 1 }])
  const { rows } = await sql`select to_jsonb(e)::text "text" from usage_event e`.execute(
    library.services.database,
  )
  expect(JSON.stringify(rows)).not.toMatch(/Mozilla|127\.0\.0\.1/)
})

test('nothing is kept where the settings keep it for no days', async () => {
  const { services } = library
  usage = createUsage({ ...services, settings: { ...services.settings, usageDays: 0 } })
  expect(await log(anna, harbour)).toEqual({ logged: false })
  expect(await written()).toBe(0)
})

test('D7.63 an event says how far a film was played, by quarters; it counts as one play', async () => {
  const play = (position: number) =>
    logEvent(as(anna), {
      configuration: 'play',
      params: { object: 'asset', id: harbour, position, duration: 60 },
    })
  for (const position of [0, 5, 14, 15, 31, 44, 60, 1000]) await play(position)
  await rollUp()
  expect(await group(admin, { configurationName: 'play' })).toEqual([{ key: `asset_${harbour}`, count: 1 }])
  expect(
    (await group(admin, { configurationName: 'play', aggregationFieldname: 'reached' })).map(({ key }) =>
      Number(key),
    ),
  ).toEqual([0, 100, 25, 50])
})

test('D7.63 an event has a site as its host; what is about nothing is not kept', async () => {
  const event = (params: Parameters<typeof logEvent>[1]['params'], configuration = 'embed') =>
    logEvent(as(anna), { configuration, params })
  await event({ id: harbour, site: 'https://www.example.org/page?secret=1' })
  await event({ id: harbour, site: 'shop.example' })
  await event({ id: harbour, site: 'not a host' })
  expect(await event({})).toEqual({ logged: false })
  expect(await event(null)).toEqual({ logged: false })
  expect(await event({ words: ' ' }, 'search')).toEqual({ logged: false })
  await rollUp()
  expect(await group(admin, { configurationName: 'embed', aggregationFieldname: 'site' })).toEqual([
    { key: 'shop.example', count: 1 },
    { key: 'www.example.org', count: 1 },
  ])
})

const search = (identity: Identity, fulltext: string, more: object = {}) =>
  findEntities(as(identity), { path: 'dam/data/asset', fulltext, max: 24, ...more } as Parameters<
    typeof findEntities
  >[1])

test('searches are counted as they were meant, not letter by letter, and those that found nothing apart', async () => {
  for (const typed of ['h', 'har', 'harbour', 'harb', 'harbour']) await search(anna, typed)
  await search(anna, 'harbour', { withData: false })
  await search(ben, 'Zeppelín')
  nowMs += 5000
  await search(ben, 'Zeppelín!')
  await rollUp()
  const words = { configurationName: 'search', aggregationFieldname: 'words' } as const
  expect(await group(admin, words)).toEqual([
    { key: 'harbour', count: 1 },
    { key: 'zeppelin', count: 1 },
    { key: 'zeppelin!', count: 1 },
  ])
  expect((await group(admin, { ...words, noneFound: true })).map(({ key }) => key)).toEqual([
    'zeppelin',
    'zeppelin!',
  ])
})

test('a search that may go on waits five seconds before it is written', async () => {
  const rows = async () => (await sql`select from usage_event`.execute(library.services.database)).rows.length
  await search(anna, 'harbour')
  nowMs += 4999
  await usage.flush()
  expect(await rows()).toBe(0)
  nowMs += 1
  await usage.flush()
  expect(await rows()).toBe(1)
})

test('D7.65 counts are by people, applications, sites, words and time for whoever may see usage; else their own', async () => {
  await log(anna, harbour)
  await log(ben, harbour)
  await log(ben, pier)
  await rollUp()
  const byUser = { aggregationFieldname: 'user' } as const
  expect(await group(admin, byUser)).toEqual([
    { key: `user_${ben.id}`, count: 2 },
    { key: `user_${anna.id}`, count: 1 },
  ])
  await expect(group(anna, byUser)).rejects.toMatchObject({ code: 'access_denied' })
  expect(await group(anna, { ...byUser, onlyCurrentUser: true })).toEqual([
    { key: `user_${anna.id}`, count: 1 },
  ])
  expect(await group(admin, { aggregationFieldname: 'application' })).toEqual([])
  const day = new Date().toISOString().slice(0, 10)
  expect(await group(admin, { aggregationFieldname: 'day' })).toEqual([{ key: day, count: 3 }])
  expect(await group(admin, { aggregationFieldname: 'hour', nbrDays: 2 })).toEqual([
    { key: `${new Date().toISOString().slice(0, 13)}:00Z`, count: 3 },
  ])
})

test('D7.65 a query limits what is counted to the entities that it finds', async () => {
  await log(anna, harbour)
  await log(ben, pier)
  await rollUp()
  const query = '{"city":"Brest"}'
  expect(await group(anna, { query })).toEqual([{ key: `asset_${pier}`, count: 1 }])
  expect(await group(admin, { query, aggregationFieldname: 'user' })).toEqual([
    { key: `user_${ben.id}`, count: 1 },
  ])
  await expect(group(anna, { query: '{"nonsense":1}' })).rejects.toMatchObject({ code: 'unknown_field' })
})

test('D7.65 of one entity alone: by day, by people and applications, for whoever may see it and usage', async () => {
  await log(anna, harbour)
  await log(ben, harbour)
  await log(ben, pier)
  await rollUp()
  const of = { id: harbour }
  const today = new Date().toISOString().slice(0, 10)
  expect(await group(admin, { ...of, aggregationFieldname: 'day' })).toEqual([{ key: today, count: 2 }])
  expect(await group(admin, { ...of, aggregationFieldname: 'user' })).toEqual(
    [anna, ben]
      .map(({ id }) => ({ key: `user_${id}`, count: 1 }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  )
  expect(await group(admin, { ...of, aggregationFieldname: 'object' })).toEqual([
    { key: `asset_${harbour}`, count: 2 },
  ])
  expect(await group(ben, { ...of, aggregationFieldname: 'day', onlyCurrentUser: true })).toEqual([
    { key: today, count: 1 },
  ])
  await expect(group(ben, { ...of, aggregationFieldname: 'day' })).rejects.toMatchObject({
    code: 'access_denied',
  })
  await expect(
    group(ben, { id: draft, aggregationFieldname: 'day', onlyCurrentUser: true }),
  ).rejects.toMatchObject({ code: 'entity_not_found' })
})

test('assets that nobody used in the days are listed, largest first; what is newer than they, or used on another site, is not', async () => {
  const { database } = library.services
  const old = await library.createAsset({ name: 'Old' })
  const shown = await library.createAsset({ name: 'Shown elsewhere' })
  await sql`update entity set created_at = now() - interval '40 days' where resource = 'asset' and id <> ${pier}`.execute(
    database,
  )
  await log(anna, harbour)
  await rollUp()
  await sql`insert into usage_site_day select 'asset', ${shown}::bigint, (now() at time zone 'UTC')::date, 'blog.example', 'log', 1`.execute(
    database,
  )
  const unused = async (nbrDays: number, max = 24) => listUnusedAssets(as(admin), { nbrDays, max })
  const ids = async (nbrDays: number) => (await unused(nbrDays)).list.map(({ id }) => id)
  expect(await ids(30)).toEqual([draft, old])
  expect((await unused(30, 1)).total).toBe(2)
  expect(await ids(90)).toEqual([])
  expect(await ids(0)).toEqual([pier, draft, old])
  await sql`update usage_entity_day set day = day - 35`.execute(database)
  expect(await ids(30)).toContain(harbour)
})

test('D7.66 D3.38 events of an asset are counted by kind, in the reader’s words', async () => {
  await log(anna, harbour)
  await log(ben, harbour)
  await log(ben, harbour, 'download')
  await log(ben, harbour, 'play')
  await rollUp()
  const events = async (options: Partial<Parameters<typeof listAssetEvents>[1]> = {}, locale = 'en') =>
    (
      await listAssetEvents(
        { ...as(anna), locale },
        {
          nbrDays: -1,
          object: 'asset',
          id: harbour,
          onlyDownloadAndView: false,
          max: 24,
          onlyCurrentUser: false,
          ...options,
        },
      )
    ).list
  const view = { key: 'view', count: 2, caption: 'Views' }
  const download = { key: 'download', count: 1, caption: 'Downloads' }
  expect(await events()).toEqual([view, download, { key: 'play', count: 1, caption: 'Plays' }])
  expect(await events({ onlyDownloadAndView: true })).toEqual([view, download])
  expect(await events({ onlyCurrentUser: true }, 'fr')).toEqual([{ key: 'view', count: 1, caption: 'Vues' }])
  await expect(events({ id: draft })).rejects.toMatchObject({ code: 'entity_not_found' })
})

test('D7.67 D3.39 the domains that show an asset, by embeds and by logs of a delivery network', async () => {
  const { database } = library.services
  const event = (identity: Identity, site: string) =>
    logEvent(as(identity), { configuration: 'embed', params: { id: harbour, site } })
  await event(anna, 'blog.example')
  await event(ben, 'blog.example')
  await sql`insert into usage_site_day values ('asset', ${harbour}, current_date, 'blog.example', 'log', 40), ('asset', ${harbour}, current_date - 9, 'shop.example', 'log', 50)`.execute(
    database,
  )
  await rollUp()
  const uuidOf = async (id: number) =>
    (await sql<{ uuid: string }>`select uuid from entity where id = ${id}`.execute(database)).rows[0]?.uuid ??
    ''
  const sites = async (id: number, nbDays = -1) =>
    (await listBroadcasts(as(anna), { max: 24, nbDays, uuid: await uuidOf(id) })).list
  expect(await sites(harbour)).toEqual([
    { key: 'shop.example', count: 50 },
    { key: 'blog.example', count: 42 },
  ])
  expect(await sites(harbour, 9)).toEqual([{ key: 'blog.example', count: 42 }])
  expect(await sites(pier)).toEqual([])
  await expect(sites(draft)).rejects.toMatchObject({ code: 'entity_not_found' })
  const nobodys = { max: 24, nbDays: -1, uuid: crypto.randomUUID() }
  await expect(listBroadcasts(as(anna), nobodys)).rejects.toMatchObject({ code: 'entity_not_found' })
})

test('what cannot be written waits for the database, and what it refuses keeps nothing else waiting', async () => {
  const { services } = library
  await log(anna, harbour)
  await sql`alter table usage_uncounted rename to usage_away`.execute(services.database)
  await usage.flush()
  await sql`alter table usage_away rename to usage_uncounted`.execute(services.database)
  expect(await written()).toBe(1)
  usage.note(as(anna), { kind: 'view', resource: 'asset', id: 1e300 })
  await usage.flush()
  await log(ben, harbour)
  expect(await written()).toBe(2)
})

test('a server that stops writes all that it has, searches too', async () => {
  const stop = usage.start()
  await log(anna, harbour)
  await search(anna, 'harbour')
  await stop()
  expect((await sql`select from usage_event`.execute(library.services.database)).rows).toHaveLength(2)
})
