import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { UsageGroup, UsageKind } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Identity, SignedIn } from '../../access/identity.ts'
import { insertEntity } from '../../model/entities/entities.sql.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { listAssetEvents, listBroadcasts } from './list-asset-events.ts'
import { listTop, listTopAssets } from './list-top-assets.ts'
import { listUnusedAssets } from './list-unused-assets.ts'
import { logEvent } from './log-event.ts'
import { logObjectData } from './log-object-data.ts'
import { createUsage } from './usage-buffer.ts'
import { rollUpUsage } from './roll-up.sql.ts'

/**
 * A month in which people, an application, visitors of sites and a robot use a library, reported by the calls
 * of clients under a clock of the test's own. What happened is written down as it is made up, and never read
 * from the events: every count that the calls answer is compared with it.
 */
const days = 30
const [minuteMs, dayMs] = [60_000, 86_400_000]
const seed = Number(process.env['CARTOUCHE_TEST_SEED'] ?? Date.now() % 1_000_000)

/** Something that counts. */
interface Happened {
  readonly kind: UsageKind
  /** UTC: `2026-01-31T12`. */
  readonly hour: string
  readonly asset?: number
  readonly who?: string
  readonly site?: string
  readonly words?: string
  readonly hits?: number
  /** Percent of a film; 0: its start. */
  readonly reached: number
}

let library: TestLibrary
let admin: SignedIn
let anna: SignedIn
let assets: number[]
let draft: number
let unused: number
let usage: Context['usage']
let nowMs: number
const happened: Happened[] = []

beforeAll(async () => {
  library = await createTestLibrary()
  admin = await library.user('administrator', 'ada')
  anna = await library.user('viewer', 'anna')
  const ben = await library.user('editor', 'ben')
  const id = await insertEntity(library.services.database, {
    resource: 'application',
    status: null,
    ownerId: null,
    props: { name: 'Shop', login: 'shop' },
    modifiedBy: null,
  })
  const application: SignedIn = { ...anna, kind: 'application', id, login: 'shop', name: 'Shop' }
  assets = []
  for (let made = 0; made < 12; made++) assets.push(await library.createAsset({ name: `Asset ${made}` }))
  draft = await library.createAsset({ name: 'Draft', status: 'draft' })
  unused = await library.createAsset({ name: 'Unused' })
  await sql`update entity set created_at = now() - interval '60 days' where resource = 'asset'`.execute(
    library.services.database,
  )
  usage = createUsage(library.services, () => nowMs)
  await live([admin, anna, ben, application])
}, 120_000)
afterAll(() => library.close())

const as = (identity: Identity, agent = 'Mozilla/5.0 Firefox/150.0'): Context => {
  const context = library.as(identity)
  return { ...context, usage, request: { ...context.request, headers: { 'user-agent': agent } } }
}

/** Numbers from 0 to below 1, the same for the same seed. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function live(people: readonly SignedIn[]): Promise<void> {
  const random = randomFrom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  // Further apart than what counts as the same; what is of a later hour today did not happen yet.
  nowMs = today() - (days - 1) * dayMs
  for (let day = 1; day <= days; day++) {
    const endMs = Math.min(today() - (days - 1 - day) * dayMs, Date.now())
    for (; nowMs < endMs; nowMs += (11 + below(40)) * minuteMs) {
      // Few assets are used much, most a little.
      const asset = assets[below(1 + below(assets.length))] ?? 0
      await act(people[below(people.length)] ?? anna, asset, below)
    }
    await usage.flush(true)
    await rollUp()
  }
}

async function rollUp(): Promise<void> {
  while ((await rollUpUsage(library.services.database)) > 0);
}

type Below = (count: number) => number

/** One thing that somebody does, some of it more than once. */
async function act(person: SignedIn, asset: number, below: Below): Promise<void> {
  const who = `${person.kind}_${person.id}`
  const hour = new Date(nowMs).toISOString().slice(0, 13)
  const note = (one: Omit<Happened, 'hour' | 'reached'>, reached = 0): void => {
    happened.push({ ...one, hour, reached })
  }
  const log = (id: number, actionId: string, agent?: string) =>
    logObjectData(as(person, agent), { object: 'asset', id, actionId })
  const report = (configuration: string, params: object) =>
    logEvent(as(person), { configuration, params: { object: 'asset', ...params } })
  switch (below(8)) {
    case 0:
      await log(asset, 'damDownload')
      return note({ kind: 'download', asset, who })
    case 1: {
      const site = `site${below(4)}.example`
      await report('embed', { id: asset, site: `https://${site}/page?of=them` })
      return note({ kind: 'embed', asset, who, site })
    }
    case 2: {
      // Typed letter by letter, then reported: the last of it is what was meant.
      const words = ['harbour', 'pier at night', 'école'][below(3)] ?? ''
      const hits = below(2)
      for (const typed of [words.slice(0, 2), words.slice(0, 4), words])
        await report('search', { words: typed, hits: typed === words ? hits : 9 })
      return note({ kind: 'search', who, words: words.replace('é', 'e'), hits })
    }
    case 3: {
      const quarters = below(5)
      for (const reached of [0, 25, 50, 75, 100].slice(0, quarters + 1)) {
        await report('play', { id: asset, position: reached * 0.6, duration: 60 })
        note({ kind: 'play', asset, who }, reached)
      }
      return
    }
    case 4: {
      // What is not published is hidden from viewers, and nothing of it is kept.
      if (person.role.id === anna.role.id)
        return expect(log(draft, 'view')).rejects.toMatchObject({ code: 'entity_not_found' })
      await log(draft, 'view')
      return note({ kind: 'view', asset: draft, who })
    }
    case 5:
      // An application is no robot, whatever it calls itself.
      await log(asset, 'view', 'somebot/1.0')
      return person.kind === 'application' ? note({ kind: 'view', asset, who }) : undefined
    default:
      // A page that is loaded again is one look at it.
      for (let look = 0; look <= below(3); look++) await log(asset, 'view')
      return note({ kind: 'view', asset, who })
  }
}

const today = (): number => Math.floor(Date.now() / dayMs) * dayMs
const since = (nbrDays: number): string =>
  nbrDays <= 0 ? '' : new Date(today() - (nbrDays - 1) * dayMs).toISOString().slice(0, 10)

interface Wanted {
  readonly kind: UsageKind
  readonly nbrDays: number
  readonly who?: string
  readonly isSeen?: (asset: number) => boolean
}

/** What happened, by a key; what of a film was reached counts where it is asked for alone. */
function count(
  { kind, nbrDays, who, isSeen }: Wanted,
  keyOf: (one: Happened) => string | undefined,
  ofReached = false,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of happened) {
    const key = keyOf(one)
    if (one.kind !== kind || one.hour < since(nbrDays) || key === undefined) continue
    if (one.reached > 0 && !ofReached) continue
    if (who !== undefined && one.who !== who) continue
    if (isSeen && !isSeen(one.asset ?? 0)) continue
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** As the calls list them: most first, those alike in the order of their keys, or the latest first. */
function listed(counts: ReadonlyMap<string, number>, order: 'most' | 'latest' | 'entity' = 'most') {
  const list = [...counts].map(([key, total]) => ({ key, count: total }))
  const number = (key: string): number => Number(key.split('_')[1])
  const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return list.toSorted((a, b) =>
    order === 'latest'
      ? byKey(b.key, a.key)
      : b.count - a.count || (order === 'entity' ? number(a.key) - number(b.key) : byKey(a.key, b.key)),
  )
}

const assetKey = ({ asset }: Happened): string | undefined =>
  asset === undefined ? undefined : `asset_${asset}`
const spans = [1, 7, 10, 30, 365, 0, -1]
const groupKeys: Readonly<Record<Exclude<UsageGroup, 'object'>, (one: Happened) => string | undefined>> = {
  user: ({ who }) => (who?.startsWith('user_') ? who : undefined),
  application: ({ who }) => (who?.startsWith('application_') ? who : undefined),
  site: ({ site }) => site,
  words: ({ words }) => words,
  reached: ({ reached }) => String(reached),
  day: ({ hour }) => hour.slice(0, 10),
  hour: ({ hour }) => `${hour}:00Z`,
}
const kinds: readonly UsageKind[] = ['view', 'download', 'play', 'embed', 'search']
const group = async (input: Partial<Parameters<typeof listTop>[1]>) =>
  (
    await listTop(as(admin), {
      configurationName: 'view',
      aggregationFieldname: 'object',
      nbrDays: 0,
      max: 1000,
      query: '',
      onlyCurrentUser: false,
      object: 'asset',
      noneFound: false,
      ...input,
    })
  ).list

describe(`a month of usage, seed ${seed}`, () => {
  test('D7.64 tops of views and downloads, of all and of oneself, in any span, of what the reader may see', async () => {
    expect(happened.length).toBeGreaterThan(500)
    for (const reader of [admin, anna])
      for (const top of ['topDamView', 'topDamDownload', 'topDamViewUser', 'topDamDownloadUser'] as const)
        for (const nbrDays of spans) {
          const isOwn = top.endsWith('User')
          const kind = top.includes('Download') ? 'download' : 'view'
          const isSeen = (asset: number): boolean => reader === admin || asset !== draft
          const wanted = { kind, nbrDays, isSeen, ...(isOwn ? { who: `user_${reader.id}` } : {}) } as const
          const input = { top, nbrDays, max: 1000, onlyCurrentUser: false, object: ['asset'] }
          expect((await listTopAssets(as(reader), input)).list, `${top} ${nbrDays} ${reader.login}`).toEqual(
            listed(count(wanted, assetKey), isOwn ? 'most' : 'entity'),
          )
        }
  })

  test('D7.65 counts by people, applications, sites, words, how far, days and hours', async () => {
    for (const [by, keyOf] of Object.entries(groupKeys) as [keyof typeof groupKeys, never][])
      for (const kind of kinds)
        for (const nbrDays of spans) {
          const counts = count({ kind, nbrDays }, keyOf, by === 'reached')
          const found = await group({ configurationName: kind, aggregationFieldname: by, nbrDays })
          const order = by === 'day' || by === 'hour' ? 'latest' : 'most'
          expect(found, `${kind} by ${by}, ${nbrDays} days`).toEqual(listed(counts, order))
        }
    const none = (one: Happened): string | undefined => (one.hits === 0 ? one.words : undefined)
    for (const nbrDays of spans) {
      const input = { configurationName: 'search', aggregationFieldname: 'words', noneFound: true } as const
      expect(await group({ ...input, nbrDays })).toEqual(listed(count({ kind: 'search', nbrDays }, none)))
    }
  })

  test('D7.65 of one asset: every kind, by day, by person, and the sites that show it', async () => {
    for (const id of [...assets, draft])
      for (const nbrDays of [7, 30, 0]) {
        const ofAsset = (asset: number): boolean => asset === id
        const only = kinds
          .map((kind) => [kind, sum(count({ kind, nbrDays, isSeen: ofAsset }, assetKey))] as const)
          .filter(([, total]) => total > 0)
        const input = { nbrDays, object: 'asset', id, onlyCurrentUser: false, max: 24 }
        const { list } = await listAssetEvents(as(admin), { ...input, onlyDownloadAndView: false })
        expect(new Map(list.map((one) => [one.key, one.count]))).toEqual(new Map(only))
        const two = await listAssetEvents(as(admin), { ...input, onlyDownloadAndView: true })
        expect(two.list.map(({ key }) => key).every((key) => key === 'view' || key === 'download')).toBe(true)
        for (const by of ['day', 'user'] as const)
          expect(await group({ id, nbrDays, aggregationFieldname: by })).toEqual(
            listed(
              count({ kind: 'view', nbrDays, isSeen: ofAsset }, groupKeys[by]),
              by === 'day' ? 'latest' : 'most',
            ),
          )
        const { uuid } = await library.services.database
          .selectFrom('entity')
          .select('uuid')
          .where('id', '=', id)
          .where('resource', '=', 'asset')
          .executeTakeFirstOrThrow()
        const sites = count({ kind: 'embed', nbrDays, isSeen: ofAsset }, groupKeys.site)
        const broadcasts = await listBroadcasts(as(admin), { max: 100, nbDays: nbrDays, uuid })
        expect(broadcasts.list).toEqual(listed(sites))
      }
  })

  test('what nobody used is listed, in any span', async () => {
    for (const nbrDays of [7, 30, 0]) {
      const used = new Set(happened.filter(({ hour }) => hour >= since(nbrDays)).map(({ asset }) => asset))
      const { list } = await listUnusedAssets(as(admin), { nbrDays, max: 100 })
      expect(list.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
        [...assets, draft, unused].filter((id) => !used.has(id)).toSorted((a, b) => a - b),
      )
    }
  })
})

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, one) => total + one, 0)
}
