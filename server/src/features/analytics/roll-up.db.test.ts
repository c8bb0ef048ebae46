import fc from 'fast-check'
import { sql } from 'kysely'
import { usageKinds } from '@cartouche/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../ground/database/database.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import type { UsageRow } from './usage-row.ts'
import { deleteOldUsage, ensureMonths, insertUsage, rollUpUsage } from './usage.sql.ts'
import { monthsFrom, usageTasks } from './usage-tasks.ts'

let library: TestLibrary
let people: readonly number[]

beforeAll(async () => {
  library = await createTestLibrary()
  people = [(await library.user('editor', 'anna')).id, (await library.user('viewer', 'ben')).id]
})
afterAll(() => library.close())
beforeEach(async () => {
  await sql`truncate usage_event, usage_hour, usage_day, usage_cdn, usage_pending_hour`.execute(
    library.services.database,
  )
})

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
const dimensions = sql.raw(
  'kind, resource, entity_id, actor_kind, actor_id, share_id, reached, site, words, is_robot',
)
const sorted = (rows: readonly unknown[]) => rows.map((one) => JSON.stringify(one)).toSorted()
const counted = async (table: 'usage_hour' | 'usage_day') => {
  const unit = sql.raw(table === 'usage_hour' ? 'extract(epoch from hour)::bigint' : 'day::text')
  const { rows } =
    await sql`select ${unit} "when", ${dimensions}, count, hits, none_found from ${sql.table(table)}`.execute(
      library.services.database,
    )
  return sorted(rows)
}
const expected = async (table: 'usage_hour' | 'usage_day') => {
  const unit = sql.raw(
    table === 'usage_hour'
      ? "extract(epoch from date_trunc('hour', at, 'UTC'))::bigint"
      : "(at at time zone 'UTC')::date::text",
  )
  const { rows } = await sql`
    select ${unit} "when", ${dimensions}, count(*)::bigint count, sum(hits)::bigint hits,
      count(*) filter (where words is not null and kind = 'search' and hits = 0)::bigint none_found
    from usage_event group by 1, ${dimensions}`.execute(library.services.database)
  return sorted(rows)
}

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
      await sql`truncate usage_event, usage_hour, usage_day, usage_pending_hour`.execute(
        library.services.database,
      )
      const rows = some.map(({ atMs, who, ...rest }) =>
        row({
          ...rest,
          at: new Date(from + atMs).toISOString(),
          actorKind: who < 0 ? 'anonymous' : 'user',
          actorId: people[who] ?? null,
          words: rest.kind === 'search' ? `words ${rest.id}` : null,
        }),
      )
      for (const [index, step] of order.entries())
        await take(step, rows.slice((index * 5) % rows.length, ((index * 5) % rows.length) + 5))
      await insertUsage(library.services.database, rows)
      await rollUp()
      await rollUp()
      expect(await counted('usage_hour')).toEqual(await expected('usage_hour'))
      expect(await counted('usage_day')).toEqual(await expected('usage_day'))
      const { rows: total } = await sql<{
        count: number
      }>`select sum(count)::bigint count from usage_day`.execute(library.services.database)
      expect(total[0]?.count).toBe(rows.length)
    }),
    { numRuns: 25 },
  )
}, 60_000)

test('events that are being written while an hour is counted are counted by the next roll-up', async () => {
  const { database } = library.services
  const second = createDatabase(library.url)
  try {
    await insertUsage(database, [row({ at: '2026-03-01T10:00:00Z' })])
    await second.transaction().execute(async (open) => {
      await insertUsage(open, [row({ at: '2026-03-01T10:30:00Z' })])
      await rollUp()
    })
    await rollUp()
    expect(await counted('usage_day')).toEqual(await expected('usage_day'))
    expect((await counted('usage_day'))[0]).toContain('"count":2')
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
  await sql`insert into usage_cdn values ('asset', 1, current_date - 500, 'old.example', 5)`.execute(
    services.database,
  )
  expect(await months()).toContain(oldMonth)
  const keep = usageTasks['keep-usage']
  if (!keep || typeof keep === 'function') throw new Error('It is run at set times')
  await keep.run(services, {}, new AbortController().signal)
  for (const month of monthsFrom(new Date(), 2))
    expect(await months()).toContain(`usage_event_${month.replace('-', '')}`)
  expect(await months()).not.toContain(oldMonth)
  expect(await counted('usage_day')).toHaveLength(1)
  expect(await counted('usage_hour')).toHaveLength(1)
  expect((await sql`select from usage_cdn`.execute(services.database)).rows).toHaveLength(0)
  await deleteOldUsage(services.database, 0)
  expect(await counted('usage_hour')).toHaveLength(0)
})

test('months run over the end of a year, and making one twice is making it once', async () => {
  expect(monthsFrom(new Date('2026-12-31T23:59:59Z'), 2)).toEqual(['2026-12', '2027-01', '2027-02'])
  await Promise.all([1, 2, 3].map(() => ensureMonths(library.services.database, ['2031-12'])))
  await insertUsage(library.services.database, [row({ at: '2031-12-31T23:59:59.999Z' })])
})

test('who is deleted is forgotten, in events and counts; the counts stay', async () => {
  const { database } = library.services
  const { id } = await library.user('editor', 'gone')
  await insertUsage(database, [row({ actorKind: 'user', actorId: id })])
  await rollUp()
  expect((await counted('usage_day'))[0]).toContain(`"actor_id":${id}`)
  await sql`delete from entity where resource = 'user' and id = ${id}`.execute(database)
  // What was in memory meanwhile names nobody who is gone.
  await insertUsage(database, [row({ actorKind: 'user', actorId: id })])
  await rollUp()
  for (const table of ['usage_hour', 'usage_day'] as const) {
    expect(await counted(table)).toEqual(await expected(table))
    expect((await counted(table)).join()).toContain('"actor_id":null')
  }
  const { rows } = await sql`select from usage_event where actor_id is not null`.execute(database)
  expect(rows).toHaveLength(0)
})
