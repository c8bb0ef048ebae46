import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import type { Services } from '../../ground/services.ts'
import { createRecord, deleteRecord, patchRecord } from '../entities/write-entity.ts'
import { calls, type ListAnswer } from '@cartouche/contract'
import { findEntities } from '../entities/find-entities.ts'
import type { Task } from '../../ground/jobs/task.ts'
import { waitForLocks } from '../../testing/wait-for-locks.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { installSchemas } from '../schema-changes/install-schemas.ts'
import { getSchemaOf } from './schema-registry.ts'
import { createSortIndex } from './sort-indexes.sql.ts'
import { readProgress, schemaTasks, startPurge } from '../schema-changes/schema-work.ts'

let library: TestLibrary
let admin: SignedIn
const entities = 450

const database = (): Services['database'] => library.services.database
const schemaOf = (resource: string) => getSchemaOf(library.services, resource)
const find = (input: Record<string, unknown>): Promise<ListAnswer> =>
  findEntities(library.as(admin), calls.findEntities.input.parse({ path: 'dam/data/asset', ...input }))
const recordOf = async (resource: string, name: string): Promise<number> =>
  (
    await sql<{
      id: number
    }>`select id from entity where resource = ${resource} and props ->> 'name' = ${name} order by id desc limit 1`.execute(
      database(),
    )
  ).rows[0]?.id ?? 0

async function addField(name: string, more: object = {}): Promise<number> {
  return (
    await createRecord(library.as(admin), await schemaOf('schemafield'), {
      schema: await recordOf('schema', 'asset'),
      name,
      type: 'text',
      label: name,
      ...more,
    })
  ).id
}

/** Runs the work as a worker would; `cutAfter`: as many batches, then it is killed. */
async function follow(
  kind: 'project' | 'purge' = 'project',
  cutAfter = Number.POSITIVE_INFINITY,
): Promise<void> {
  const controller = new AbortController()
  let batches = 0
  const signal = new Proxy(controller.signal, {
    get: (target, key) =>
      key === 'throwIfAborted'
        ? () => {
            if (batches++ >= cutAfter) throw new Error('killed')
          }
        : (Reflect.get(target, key) as unknown),
  })
  await (schemaTasks['follow-schema'] as Task)(library.services, { resource: 'asset', kind }, signal)
}

const task = (name: string): Task => {
  const found = schemaTasks[name]
  if (!found) throw new Error(name)
  return typeof found === 'function' ? found : found.run
}

beforeAll(async () => {
  library = await createTestLibrary()
  admin = await library.user('administrator')
  for (let n = 0; n < entities; n++)
    await library.createAsset({ name: `Asset ${n}`, props: { mood: n % 3 === 0 ? 'calm' : 'loud' } })
})
afterAll(() => library.close())

test('a killed worker goes on where it was, and the counts end up right', async () => {
  await addField('mood', { facet: true, sortable: true })
  expect(library.jobs.at(-1)).toEqual({
    task: 'follow-schema',
    payload: { resource: 'asset', kind: 'project' },
  })
  await expect(follow('project', 1)).rejects.toThrow('killed')
  expect((await readProgress(database(), ['asset'])).get('asset')?.project).toEqual({
    state: 'running',
    done: 200,
    total: entities,
  })
  await follow()
  expect((await readProgress(database(), ['asset'])).get('asset')?.project).toEqual({
    state: 'done',
    done: entities,
    total: entities,
  })
  const answer = await find({ max: 0, withAggregates: true, aggFields: 'mood' })
  expect(answer.response.aggregates?.['mood']).toMatchObject([
    { count: 300, data: { name: 'loud' } },
    { count: 150, data: { name: 'calm' } },
  ])
  expect((await find({ query: { mood: 'calm' }, orderby: 'mood', max: 1 })).response.total).toBe(150)
  const { rows } = await sql`select 1 from pg_indexes where indexname = 'search_asset_by_mood'`.execute(
    database(),
  )
  expect(rows).toHaveLength(1)
})

test('indexes of sortable fields are of their resource, and those of versions before go', async () => {
  const indexes = async (): Promise<string[]> =>
    (
      await sql<{ name: string }>`select indexrelid::regclass::text name from pg_index
        where indrelid = 'search'::regclass and indisvalid`.execute(database())
    ).rows
      .map(({ name }) => name)
      .filter((name) => name.includes('_by_'))
      .toSorted()
  const before = await indexes()
  expect(before).toContain('search_user_by_login')
  await sql`drop index search_user_by_login, search_pagewidget_by_position`.execute(database())
  await sql`create index search_by_login on search (resource, (keys -> 'login'), id)`.execute(database())
  await sql`create index search_asset_by_gone on search ((keys -> 'gone'), id) where resource = 'asset'`.execute(
    database(),
  )
  await sql`update pg_index set indisvalid = false where indexrelid = 'search_asset_by_mood'::regclass`.execute(
    database(),
  )
  const run = task('look-after-schemas')
  await Promise.all([0, 1].map(async () => run(library.services, {}, new AbortController().signal)))
  expect(await indexes()).toEqual(before)
  // Without what is known of its values, a search for one of them would walk through all assets.
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select from search s
    where resource = 'asset' and (keys -> 'mood') = any(array['"calm"']::jsonb[])`.execute(database())
  expect(Number(/rows=(\d+)/.exec(plan.rows[0]?.['QUERY PLAN'] ?? '')?.[1])).toBeGreaterThan(50)
  const long = { resource: 'r'.repeat(40), field: `${'f'.repeat(40)}_fr` }
  await createSortIndex(database(), long.resource, long.field)
  await createSortIndex(database(), long.resource, long.field.replace('_fr', '_de'))
  expect((await indexes()).length).toBe(before.length + 2)
  await run(library.services, {}, new AbortController().signal)
  expect(await indexes()).toEqual(before)
})

test('a change in the middle starts it over, and two workers do it once', async () => {
  const field = await addField('second', { facet: true })
  await expect(follow('project', 1)).rejects.toThrow('killed')
  await patchRecord(library.as(admin), await schemaOf('schemafield'), field, { facet: false })
  expect((await readProgress(database(), ['asset'])).get('asset')?.project).toEqual({
    state: 'running',
    done: 0,
    total: entities,
  })
  await Promise.all([follow(), follow()])
  expect((await readProgress(database(), ['asset'])).get('asset')?.project).toEqual({
    state: 'done',
    done: entities,
    total: entities,
  })
  const values =
    await sql`select 1 from search s join facet_value v on v.id = any(s.facets) where v.field = 'second' limit 1`.execute(
      database(),
    )
  expect(values.rows).toEqual([])
})

test('writers meanwhile are never undone, and wait for a batch at most', async () => {
  await addField('third', { facet: true })
  const ids = (await find({ max: 100, orderby: 'id asc' })).response.data.map(
    (one) => (one as { id: number }).id,
  )
  const asset = await schemaOf('asset')
  await Promise.all([
    follow(),
    ...ids.map((id, n) =>
      patchRecord(library.as(admin), asset, id, { third: `value ${n % 4}`, city: `Town ${n % 4}` }),
    ),
  ])
  const answer = await find({ max: 0, withAggregates: true, aggFields: 'third,city' })
  for (const field of ['third', 'city'])
    expect(answer.response.aggregates?.[field]).toMatchObject([
      { count: 25 },
      { count: 25 },
      { count: 25 },
      { count: 25 },
    ])
})

test('a writer that comes between the reading and the writing of a batch is not undone', async () => {
  const asset = await schemaOf('asset')
  await addField('between', { facet: true })
  const ids = (await find({ max: 60, orderby: 'id asc' })).response.data.map(
    (one) => (one as { id: number }).id,
  )
  let following = Promise.resolve()
  let patching: Promise<unknown> = Promise.resolve()
  await database()
    .transaction()
    .execute(async (holder) => {
      // The batch has read all of its entities when it meets this value.
      await sql`insert into facet_value (resource, field, key) values ('asset', 'between', '')`.execute(
        holder,
      )
      following = follow()
      await waitForLocks(database())
      const state = { isDone: false }
      patching = patchRecord(library.as(admin), asset, ids[50] ?? 0, { city: 'Between' }).then(() => {
        state.isDone = true
      })
      await waitForLocks(database(), 2, () => state.isDone)
    })
  await Promise.all([following, patching])
  expect((await find({ query: { city: 'Between' } })).response.total).toBe(1)
})

test('what was written by whoever did not know of the change is projected once more', async () => {
  const before = await schemaOf('asset')
  await addField('fourth', { facet: true })
  await follow()
  const [first] = (await find({ max: 1 })).response.data as { id: number }[]
  // A process that has not heard of it yet writes its row without the facet.
  await patchRecord(library.as(admin), before, first?.id ?? 0, { city: 'Stale' })
  expect((await find({ query: { fourth: null } })).response.total).toBe(entities - 1)
  await task('look-after-schemas')(library.services, {}, new AbortController().signal)
  expect((await find({ query: { fourth: null } })).response.total).toBe(entities - 1)
  await sql`update schema_work set look_again_at = now() - interval '1 second'`.execute(database())
  await task('look-after-schemas')(library.services, {}, new AbortController().signal)
  expect((await find({ query: { fourth: null } })).response.total).toBe(entities)
})

test('a purge forgets what was removed and nothing else', async () => {
  await deleteRecord(library.as(admin), await schemaOf('schemafield'), await recordOf('schemafield', 'mood'))
  await follow()
  const stored = async (): Promise<number> =>
    Number(
      (
        await sql<{
          count: number
        }>`select count(*) from entity where resource = 'asset' and props ? 'mood'`.execute(database())
      ).rows[0]?.count,
    )
  expect(await stored()).toBe(entities)
  await sql`update entity set props = props || '{"hidden":1}' where resource = 'asset'`.execute(database())
  expect(await startPurge(library.services, 'asset')).toBe(true)
  await expect(follow('purge', 1)).rejects.toThrow('killed')
  await follow('purge')
  expect(await stored()).toBe(0)
  expect(
    Number(
      (
        await sql<{
          count: number
        }>`select count(*) from entity where resource = 'asset' and props ? 'hidden'`.execute(database())
      ).rows[0]?.count,
    ),
  ).toBe(entities)
  expect(await startPurge(library.services, 'asset')).toBe(false)
})

test('a start changes nothing of what an administrator made, and brings what the product ships again', async () => {
  const snapshot = async (): Promise<unknown> =>
    (
      await sql`select resource, id, version, props from entity where resource in ('schema', 'schemafield') order by resource, id`.execute(
        database(),
      )
    ).rows
  const city = await recordOf('schemafield', 'city')
  await patchRecord(library.as(admin), await schemaOf('schemafield'), city, { label: 'Town' })
  const before = await snapshot()
  await installSchemas(database())
  expect(await snapshot()).toEqual(before)
  // As an older version shipped it: another label, which nobody changed, and one that somebody did.
  await sql`update field set shipped = jsonb_set(shipped, '{label}', '{"en":"Old","fr":"Vieux"}'), label = '{"en":"Old","fr":"Vieux"}' where resource = 'asset' and name = 'country'`.execute(
    database(),
  )
  await sql`update field set shipped = jsonb_set(shipped, '{label}', '{"en":"Old","fr":"Vieux"}') where resource = 'asset' and name = 'city'`.execute(
    database(),
  )
  await installSchemas(database())
  const { fields } = await schemaOf('asset')
  expect([
    fields.get('country')?.label,
    fields.get('city')?.label['en'],
    fields.get('third')?.isFacet,
  ]).toEqual([{ en: 'Country', fr: 'Pays' }, 'Town', true])
})
