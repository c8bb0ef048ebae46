import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Database } from '../../server/src/ground/database/database.ts'
import { rollUpUsage } from '../../server/src/features/analytics/roll-up.sql.ts'
import { ensureMonths } from '../../server/src/features/analytics/usage.sql.ts'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { copyUsage } from './copy-usage.ts'
import { seedLibrary } from './seed-library.ts'

const assets = 100_000
const eventsOfDay = 1_000_000
/** Days of a million events each; 100 by `CARTOUCHE_BENCH_DAYS=100` make the hundred million. */
const days = Number(process.env['CARTOUCHE_BENCH_DAYS'] ?? 3)
/** Days that are written and counted as they are in use; those before are copies of the first. */
const ordinaryDays = 3
const rounds = 15

interface Top {
  readonly list: readonly { readonly key: string; readonly count: number }[]
}
type Ask = (address: string, body: object) => Promise<Top>

/** What the dashboard of usage asks, for a number of days. */
const dashboard = (nbrDays: number): readonly (readonly [address: string, body: object])[] => [
  ['topDamView', { nbrDays }],
  ['topDamDownload', { nbrDays }],
  ['top', { nbrDays, configurationName: 'search', aggregationFieldname: 'words' }],
  ['top', { nbrDays, configurationName: 'search', aggregationFieldname: 'words', noneFound: true }],
  ['top', { nbrDays, configurationName: 'view', aggregationFieldname: 'day', max: 31 }],
  ['top', { nbrDays, configurationName: 'view', aggregationFieldname: 'user' }],
]

/** Days of a million events: their roll-up, and the dashboard from it beside a count of the events. */
export async function benchUsage(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    const { database } = server
    say(`making ${assets} assets`)
    await seedLibrary(database, assets)
    const today = new Date()
    const dates = Array.from({ length: days }, (_, ago) => new Date(today.getTime() - ago * 86_400_000))
    await ensureMonths(database, [...new Set(dates.map((date) => date.toISOString().slice(0, 7)))])
    const rollUps: number[] = []
    const inserts: number[] = []
    const past = dates.slice(ordinaryDays).toReversed()
    const [first, ...others] = past
    if (first !== undefined) {
      await insertDay(database, dayOf(first))
      await rollUp(database)
      await withoutTimeout(database, (connection) => copyUsage(connection, dayOf(first), others.length, say))
    }
    for (const [index, date] of dates.slice(0, ordinaryDays).toReversed().entries()) {
      inserts.push(await timed(() => insertDay(database, dayOf(date))))
      rollUps.push(await timed(() => rollUp(database)))
      say(`day ${past.length + index + 1} of ${days}: counted in ${(rollUps.at(-1) ?? 0).toFixed(0)} ms`)
    }
    await withoutTimeout(database, (connection) => sql`vacuum analyze`.execute(connection))
    return [
      {
        what: `roll-up of a day of ${eventsOfDay} events, the last of ${days} days`,
        value: (rollUps.at(-1) ?? Number.NaN) / 1000,
        limit: 60,
        unit: 's',
        wanted: 'at most',
        beside: `the bare insert of its events ${((inserts.at(-1) ?? 0) / 1000).toFixed(0)} s`,
      },
      ...(await benchDashboard(server, say)),
    ]
  } finally {
    await server.stop()
  }
}

async function benchDashboard(server: BenchServer, say: (line: string) => void): Promise<Figure[]> {
  const admin = await signedIn(server, 'admin')
  const editor: Ask = async (address, body) =>
    (await (await server.call('POST', `/wedia/analytics/${address}`, body)).json()) as Top
  const { truth, ms } = await countTruth(server.database)
  const seen = await admin('topDamView', { nbrDays: 0 })
  if (JSON.stringify(seen.list) !== JSON.stringify(truth))
    throw new Error('The top of the counts is not the top of the events')
  const figures: Figure[] = []
  for (const nbrDays of [30, 365, 0]) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++)
      times.push(
        await timed(() => Promise.all(dashboard(nbrDays).map(([address, body]) => admin(address, body)))),
      )
    const one: number[] = []
    for (let round = 0; round < rounds; round++)
      one.push(await timed(() => editor('topDamView', { nbrDays })))
    figures.push({
      what: `dashboard of ${nbrDays === 0 ? 'all time' : `${nbrDays} days`} over ${days} million events`,
      value: median(times),
      limit: 500,
      unit: 'ms',
      wanted: 'at most',
      beside: `one top, limited to what an editor may see, ${median(one).toFixed(0)} ms; the same counted from the events ${ms.toFixed(0)} ms`,
    })
    say(`dashboard of ${nbrDays}: ${median(times).toFixed(0)} ms`)
  }
  return figures
}

/** What the events themselves say was viewed most, and how long that took, ms. */
async function countTruth(database: Database): Promise<{ readonly truth: Top['list']; readonly ms: number }> {
  let truth: Top['list'] = []
  const ms = await timed(() =>
    withoutTimeout(database, async (connection) => {
      const { rows } = await sql<{ key: string; count: number }>`
        select 'asset_' || entity_id "key", count(*) count from usage_event
        where kind = 'view' and resource = 'asset' and not is_robot
        group by entity_id order by 2 desc, entity_id limit 24`.execute(connection)
      truth = rows
    }),
  )
  return { truth, ms }
}

/** A million events of a day: most about few assets, by a thousand people, one in a hundred by a robot. */
async function insertDay(database: Database, day: string): Promise<void> {
  await withoutTimeout(database, async (connection) => {
    await sql`
      with made as (
        insert into usage_event (at, event_id, kind, resource, entity_id, actor_kind, actor_id, reached, site, words, hits, is_robot)
        select ${day}::timestamp at time zone 'UTC' + n * interval '86 milliseconds', gen_random_uuid(), kind,
          case when kind <> 'search' then 'asset' end,
          case when kind <> 'search' then (select min(id) from entity where resource = 'asset') + floor(${assets} * power(random(), 3))::int end,
          'user', 100000 + floor(random() * 1000)::int, 0,
          case when kind = 'embed' then 'site' || floor(random() * 50)::int || '.example' end,
          case when kind = 'search' then 'words ' || floor(5000 * power(random(), 3))::int end,
          floor(random() * 5)::int, n % 100 = 0
        from generate_series(1, ${eventsOfDay}) n,
          lateral (select (array['view', 'view', 'view', 'view', 'view', 'view', 'download', 'play', 'search', 'embed'])[n % 10 + 1] kind) k
        returning *)
      insert into usage_uncounted (at, kind, resource, entity_id, actor_kind, actor_id, reached, site, words, hits)
      select at, kind, resource, entity_id, actor_kind, actor_id, reached, site, words, hits from made
      where not is_robot`.execute(connection)
  })
}

/** Does on one connection what takes longer than a statement may in the product. */
async function withoutTimeout<T>(database: Database, work: (connection: Database) => Promise<T>): Promise<T> {
  return database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    const done = await work(connection)
    await sql`reset statement_timeout`.execute(connection)
    return done
  })
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** The server counts too, every minute: all is counted when none waits. */
async function rollUp(database: Database): Promise<void> {
  for (;;) {
    await rollUpUsage(database)
    const { rows } = await sql`select from usage_uncounted limit 1`.execute(database)
    if (rows.length === 0) return
  }
}

async function signedIn({ url }: BenchServer, login: string): Promise<Ask> {
  const post = (path: string, headers: Record<string, string>, body: object): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const answer = await post('/rest/signin', {}, { login, password: 'bench-password' })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  return async (address, body) =>
    (await (await post(`/wedia/analytics/${address}`, headers, body)).json()) as Top
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}
