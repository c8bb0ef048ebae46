import fc from 'fast-check'
import { sql } from 'kysely'
import { usageKinds } from '@cartouche/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../ground/database/database.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import type { UsageRow } from './usage-row.ts'
import { rollUpUsage } from './roll-up.sql.ts'
import { deleteOldUsage, ensureMonths, insertUsage } from './usage.sql.ts'
import { monthsFrom, usageTasks } from './usage-tasks.ts'

let library: TestLibrary
let people: readonly number[]

beforeAll(async () => {
  library = await createTestLibrary()
  people = [(await library.user('editor', 'anna')).id, (await library.user('viewer', 'ben')).id]
})
afterAll(() => library.close())
beforeEach(() => clear())

const dayMs = 86_400_000
const row = (changes: Partial<UsageRow> = {}): UsageRow => ({
  at: new Date().toISOString(),
  eventId: crypto.randomUUID(),
  kind: 'view',
  resource: 'asset',
  id: 1,
  actorKind: 'anonymous',
  actorId: null,
  shareId: null,
  embedId: null,
  reached: 0,
  site: null,
  words: null,
  hits: 0,
  isRobot: false,
  ...changes,
})
const rollUp = async (): Promise<void> => {
  while ((await rollUpUsage(library.services.database)) > 0);
}
const sorted = (rows: readonly object[]) => rows.map((one) => JSON.stringify(Object.values(one))).toSorted()
const rowsOf = async (statement: ReturnType<typeof sql<object>>) =>
  sorted((await statement.execute(library.services.database)).rows)
type Counts =
  | 'usage_entity_day'
  | 'usage_entity'
  | 'usage_group_day'
  | 'usage_group'
  | 'usage_site_day'
  | 'usage_embed_day'
const day = sql.raw("(at at time zone 'UTC')::date")

/** What is kept ready. */
const counted: Readonly<Record<Counts, () => Promise<string[]>>> = {
  usage_entity_day: () =>
    rowsOf(sql`select resource, entity_id, kind, day::text, count from usage_entity_day`),
  usage_entity: () =>
    rowsOf(
      sql`select resource, entity_id, kind, last_7, last_30, last_90, last_365, total from usage_entity`,
    ),
  usage_group_day: () =>
    rowsOf(sql`select day::text, kind, grouping, key, count, none_found from usage_group_day`),
  usage_group: () =>
    rowsOf(sql`
      select kind, grouping, key, last_7, last_30, last_90, last_365, total,
        none_7, none_30, none_90, none_365, none_total from usage_group`),
  usage_embed_day: () => rowsOf(sql`select embed_id, kind, day::text, site, count from usage_embed_day`),
  usage_site_day: () => rowsOf(sql`select resource, entity_id, day::text, site, count from usage_site_day`),
}
const isNone = sql`kind = 'search' and hits = 0`
const noneInLast = (days: number) =>
  sql`count(*) filter (where ${isNone} and ${day} > (now() at time zone 'UTC')::date - ${days}::int)`
const inLast = (days: number) =>
  sql`count(*) filter (where ${day} > (now() at time zone 'UTC')::date - ${days}::int) ${sql.ref(`last_${days}`)}`
/** Groups that are read by how often they were, and what of an event is one. */
const rankedKeys = {
  user: "case when reached = 0 and actor_kind = 'user' then 'user_' || actor_id end",
  site: 'case when reached = 0 then site end',
  words: 'case when reached = 0 then words end',
  reached: 'reached::text',
}
/** The same, counted from the events. */
const expected: Readonly<Record<Counts, () => Promise<string[]>>> = {
  usage_entity_day: () =>
    rowsOf(sql`
      select resource, entity_id, kind, ${day}::text, count(*) from usage_event
      where not is_robot and reached = 0 and entity_id is not null group by 1, 2, 3, 4`),
  usage_entity: () =>
    rowsOf(sql`
      select resource, entity_id, kind, ${inLast(7)}, ${inLast(30)}, ${inLast(90)}, ${inLast(365)}, count(*)
      from usage_event where not is_robot and reached = 0 and entity_id is not null group by 1, 2, 3`),
  usage_group: async () => {
    const groups = await Promise.all(
      Object.entries(rankedKeys).map(([grouping, key]) =>
        rowsOf(sql`
          select kind, ${grouping}::text, ${sql.raw(key)} "key", ${inLast(7)}, ${inLast(30)}, ${inLast(90)}, ${inLast(365)}, count(*),
            ${noneInLast(7)} n7, ${noneInLast(30)} n30, ${noneInLast(90)} n90, ${noneInLast(365)} n365, count(*) filter (where ${isNone}) n0
          from usage_event where not is_robot and ${sql.raw(key)} is not null group by 1, 2, 3`),
      ),
    )
    return groups.flat().toSorted()
  },
  usage_group_day: async () => {
    const keys = {
      ...rankedKeys,
      total: "case when reached = 0 then '' end",
      hour: `case when reached = 0 then to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00"Z"') end`,
    }
    const groups = await Promise.all(
      Object.entries(keys).map(([grouping, key]) =>
        rowsOf(sql`
          select ${day}::text, kind, ${grouping}::text, ${sql.raw(key)} "key", count(*),
            count(*) filter (where kind = 'search' and hits = 0) none_found from usage_event
          where not is_robot and ${sql.raw(key)} is not null group by 1, 2, 3, 4`),
      ),
    )
    return groups.flat().toSorted()
  },
  usage_embed_day: () =>
    rowsOf(sql`
      select embed_id, kind, ${day}::text, coalesce(site, ''), count(*) from usage_event
      where embed_id is not null and not is_robot and reached = 0 group by 1, 2, 3, 4`),
  usage_site_day: () =>
    rowsOf(sql`
      select resource, entity_id, ${day}::text, site, count(*) from usage_event
      where kind = 'embed' and not is_robot and site is not null and entity_id is not null group by 1, 2, 3, 4`),
}
const allCounts = Object.keys(counted) as Counts[]
const expectCounted = async (): Promise<void> => {
  for (const table of allCounts) expect(await counted[table](), table).toEqual(await expected[table]())
}
const clear = () =>
  sql`truncate usage_event, usage_uncounted, usage_entity_day, usage_entity, usage_group,
    usage_group_day, usage_site_day, usage_embed_day`.execute(library.services.database)

/** Within two days around a change of month, so that hours, days and months all differ. */
const from = Date.parse('2026-03-30T22:30:00Z')
const events = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: 2 * dayMs }),
    kind: fc.constantFrom(...usageKinds),
    id: fc.integer({ min: 1, max: 3 }),
    who: fc.integer({ min: -1, max: 1 }),
    hits: fc.integer({ min: 0, max: 2 }),
    isRobot: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
)
type Step = 'write' | 'write twice' | 'roll up' | 'roll up, and fail' | 'two roll-ups'
const steps = fc.array(
  fc.constantFrom<Step>('write', 'write twice', 'roll up', 'roll up, and fail', 'two roll-ups'),
  { maxLength: 8 },
)

async function take(step: Step, rows: readonly UsageRow[]): Promise<void> {
  const { database } = library.services
  if (step === 'write') await insertUsage(database, rows)
  else if (step === 'write twice')
    await Promise.all([insertUsage(database, rows), insertUsage(database, rows)])
  else if (step === 'two roll-ups') await Promise.all([rollUpUsage(database), rollUpUsage(database)])
  else if (step === 'roll up') await rollUpUsage(database)
  else
    await database
      .transaction()
      .execute(async (transaction) => {
        await rollUpUsage(transaction)
        throw new Error('killed')
      })
      .catch(() => undefined)
}

test('roll-ups equal a count of the events, in whatever order they come and however often it is cut short', async () => {
  await fc.assert(
    fc.asyncProperty(events, steps, async (some, order) => {
      await clear()
      const rows = some.map(({ atMs, who, ...rest }) =>
        row({
          ...rest,
          at: new Date(from + atMs).toISOString(),
          actorKind: who < 0 ? 'anonymous' : 'user',
          actorId: people[who] ?? null,
          embedId: who < 0 && rest.kind !== 'search' ? rest.id : null,
          words: rest.kind === 'search' ? `words ${rest.id}` : null,
          site: rest.kind === 'embed' ? `site${rest.id}.example` : null,
          reached: rest.kind === 'play' ? rest.hits * 25 : 0,
        }),
      )
      for (const [index, step] of order.entries())
        await take(step, rows.slice((index * 5) % rows.length, ((index * 5) % rows.length) + 5))
      await insertUsage(library.services.database, rows)
      await rollUp()
      await rollUp()
      await expectCounted()
    }),
    { numRuns: 25 },
  )
}, 60_000)

test('events that are being written while others are counted are counted by the next roll-up', async () => {
  const { database } = library.services
  const second = createDatabase(library.url)
  try {
    await insertUsage(database, [row({ at: '2026-03-01T10:00:00Z' })])
    await second.transaction().execute(async (open) => {
      await insertUsage(open, [row({ at: '2026-03-01T10:30:00Z' })])
      await rollUp()
    })
    await rollUp()
    await expectCounted()
    expect(await counted.usage_entity_day()).toEqual(['["asset",1,"view","2026-03-01",2]'])
  } finally {
    await second.destroy()
  }
})

test('events are kept by months, made ahead, and dropped when they are older than the settings say', async () => {
  const { services } = library
  const months = async () =>
    (
      await sql<{
        name: string
      }>`select c.relname name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'usage_event'::regclass order by 1`.execute(services.database)
    ).rows.map(({ name }) => name)
  const old = new Date(Date.now() - 500 * dayMs)
  const oldMonth = `usage_event_${old.toISOString().slice(0, 7).replace('-', '')}`
  await insertUsage(services.database, [row({ at: old.toISOString() }), row()])
  await rollUp()
  await sql`insert into usage_embed_day values (1, 'embed', current_date - 500, '', 5)`.execute(
    library.services.database,
  )
  await sql`insert into usage_site_day values ('asset', 1, current_date - 500, 'old.example', 'log', 5)`.execute(
    services.database,
  )
  expect(await months()).toContain(oldMonth)
  const keep = usageTasks['keep-usage']
  if (!keep || typeof keep === 'function') throw new Error('It is run at set times')
  await keep.run(services, {}, new AbortController().signal)
  for (const month of monthsFrom(new Date(), 2))
    expect(await months()).toContain(`usage_event_${month.replace('-', '')}`)
  expect(await months()).not.toContain(oldMonth)
  for (const table of ['usage_entity_day', 'usage_entity', 'usage_group', 'usage_group_day'] as const)
    expect(await counted[table](), table).toEqual(await expected[table]())
  expect(await counted.usage_site_day()).toHaveLength(0)
  expect(await counted.usage_embed_day()).toHaveLength(0)
  await deleteOldUsage(services.database, 0)
  for (const table of allCounts) expect(await counted[table](), table).toHaveLength(0)
})

test('days that pass leave the counts of the last days, and no others', async () => {
  const { database } = library.services
  const daysAgo = (days: number, id: number) =>
    row({ id, at: new Date(Date.now() - days * dayMs).toISOString() })
  await insertUsage(
    database,
    [0, 1, 5, 6, 7, 28, 29, 30, 89, 90, 363, 364, 365].flatMap((days) => [
      daysAgo(days, 1),
      daysAgo(days, 2),
    ]),
  )
  await insertUsage(database, [daysAgo(6, 3)])
  await rollUp()
  await expectCounted()
  for (const passed of [1, 2, 30]) {
    await letDaysPass(passed)
    await insertUsage(database, [daysAgo(0, 1)])
    await rollUp()
    for (const table of ['usage_entity_day', 'usage_entity', 'usage_group'] as const)
      expect(await counted[table](), table).toEqual(await expected[table]())
  }
})

/** Puts all that was counted so many days back, as if it had been counted then. */
async function letDaysPass(days: number): Promise<void> {
  const { database } = library.services
  await ensureMonths(database, monthsFrom(new Date(Date.now() - 450 * dayMs), 15))
  await sql`update usage_event set at = at - ${days} * interval '1 day'`.execute(database)
  await sql`update usage_span set after = after - ${days}::int where days > 0`.execute(database)
  // Far away first, so that no two rows meet on the way.
  for (const move of [-100_000, 100_000 - days])
    for (const table of ['usage_entity_day', 'usage_group_day'])
      await sql`update ${sql.table(table)} set day = day + ${move}::int`.execute(database)
}

test('months run over the end of a year, and making one twice is making it once', async () => {
  expect(monthsFrom(new Date('2026-12-31T23:59:59Z'), 2)).toEqual(['2026-12', '2027-01', '2027-02'])
  await Promise.all([1, 2, 3].map(() => ensureMonths(library.services.database, ['2031-12'])))
  await insertUsage(library.services.database, [row({ at: '2031-12-31T23:59:59.999Z' })])
})

test('whoever is deleted is forgotten, in events and counts; the counts stay', async () => {
  const { database } = library.services
  const { id } = await library.user('editor', 'gone')
  await insertUsage(database, [row({ actorKind: 'user', actorId: id })])
  await rollUp()
  expect(await counted.usage_group_day()).toEqual(await expected.usage_group_day())
  expect((await counted.usage_group_day()).join()).toContain(`user_${id}`)
  await insertUsage(database, [row({ actorKind: 'user', actorId: id })])
  await sql`delete from entity where resource = 'user' and id = ${id}`.execute(database)
  // What was in memory meanwhile names nobody who is gone.
  await insertUsage(database, [row({ actorKind: 'user', actorId: id })])
  await rollUp()
  await expectCounted()
  for (const table of ['usage_group_day', 'usage_group'] as const)
    expect((await counted[table]()).join()).not.toContain('user_')
  expect(await counted.usage_entity_day()).toHaveLength(1)
  const { rows } = await sql`select from usage_event where actor_id is not null`.execute(database)
  expect(rows).toHaveLength(0)
})
