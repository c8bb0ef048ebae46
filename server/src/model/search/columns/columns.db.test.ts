import { parseQuery } from '@cartouche/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopeOf, type Scope } from '../../../access/decide.ts'
import type { SignedIn } from '../../../access/identity.ts'
import { createDatabase, type Database } from '../../../ground/database/database.ts'
import { insertEntity, replaceLinks } from '../../entities/entities.sql.ts'
import { upsertDocumentWords } from '../../document-words/document-words.sql.ts'
import { getSchemaOf, listSchemas } from '../../schemas/schema-registry.ts'
import { createTestLibrary, type TestLibrary } from '../../../testing/test-library.ts'
import { countLinks } from '../count-links.ts'
import { getCounts, readWordsIn, type Counts } from '../counts.ts'
import { findPage } from '../find.ts'
import { project } from '../project.ts'
import { sweepSearchChanges } from '../search.sql.ts'
import { scopeCondition } from '../compile-scope.ts'
import { isColumnCondition } from '../condition.ts'
import { revisionsOf } from '../revisions.ts'
import type { SearchIn } from '../search-in.ts'
import { watchChanges, type Changes } from '../../../ground/changes.ts'
import { createFacetValues, type FacetValues } from '../facet-values.ts'
import { createSearchColumns, type LoadedColumns, type SearchColumns } from './columns.ts'

/** A server's pool, and its numbers in memory. */
interface Store {
  readonly database: Database
  readonly columns: SearchColumns | undefined
  readonly facetValues?: FacetValues
}

const whereOf = async ({ database, columns, facetValues }: Store): Promise<SearchIn> => ({
  database,
  columns,
  facetValues,
  schemas: await listSchemas({ ...library.services, database }),
  synonyms: library.services.synonyms,
  turns: undefined,
})

/**
 * Three servers' worth of pools: one counts in SQL alone, two have numbers in memory, of which one hears of
 * changes.
 */
let library: TestLibrary
let plain: Database
let inSql: Store
const stores: Store[] = []
const threads: LoadedColumns[] = []
const people: SignedIn[] = []
const keywords: number[] = []
const complaints: unknown[] = []
let changes: Changes
const log = { info: () => {}, warn: () => {}, error: (...said: unknown[]) => void complaints.push(said) }

beforeAll(async () => {
  library = await createTestLibrary()
  plain = library.services.database
  inSql = { database: plain, columns: undefined }
  for (const role of ['editor', 'viewer', 'contributor']) people.push(await library.user(role))
  for (const name of ['Places', 'Sea', 'Night'])
    keywords.push(await library.createNode('assetkeyword', name, keywords[0]))
  // All words and values that the tests use are there: nobody waits for an open transaction that makes the
  // same.
  for (const name of words)
    for (const nature of [1, 2, 3])
      await write(plain, {
        ...blank,
        name,
        nature,
        city: cities[nature - 1],
        keywords: [0, 1, 2],
        status: nature === 1 ? 1 : 6,
      })
  await write(plain, blank)
  changes = await watchChanges(library.url, log)
  for (const heard of [undefined, changes]) {
    const database = createDatabase(library.url, { connections: 4 })
    const columns = createSearchColumns(heard)
    const thread = columns.start(library.url, log)
    stores.push({ database, columns, facetValues: createFacetValues(heard) })
    threads.push(thread)
    await thread.loaded
  }
})
afterAll(async () => {
  for (const thread of threads) await thread.stop()
  await changes.stop()
  for (const { database } of stores) await database.destroy()
  await library.close()
})

const words = ['alpha', 'bravo', 'charlie', 'delta']
const cities = ['Brest', 'Oslo', 'Rome']
const instants = ['2000-01-01T00:00:00.000Z', '2020-06-15T12:30:00.123Z', '2999-12-31T00:00:00.000Z']

interface Draft {
  readonly name: string
  readonly city: string | undefined
  readonly keywords: readonly number[]
  readonly nature: number
  readonly status: number | null
  readonly owner: number | null
  readonly from: string | null
  readonly until: string | null
  /** Whether it has a document, of its own. */
  readonly hasDocument: boolean
}
const blank: Draft = {
  name: 'alpha',
  city: undefined,
  keywords: [],
  nature: 1,
  status: null,
  owner: null,
  from: null,
  until: null,
  hasDocument: false,
}
const orNone = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 2 })
const draft: fc.Arbitrary<Draft> = fc.record({
  name: fc.constantFrom(...words),
  city: fc.constantFrom(...cities, undefined),
  keywords: fc.subarray([0, 1, 2]),
  nature: fc.constantFrom(1, 2, 3),
  status: orNone(fc.constantFrom(1, 6)),
  owner: orNone(fc.constantFrom(0, 1, 2)),
  from: orNone(fc.constantFrom(...instants)),
  until: orNone(fc.constantFrom(...instants)),
  hasDocument: fc.boolean(),
})

const field = (
  name: string,
  operators: readonly string[],
  values: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...operators), values)
    .map(([operator, value]) => ({
      [name]: { [operator]: ['in', 'nin'].includes(operator) && !Array.isArray(value) ? [value] : value },
    }))
const compared = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'nin']
const query = fc.letrec<{ node: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(
    field('city', ['eq', 'neq', 'in', 'nin'], orNone(fc.constantFrom(...cities, 'Nowhere'))),
    field('keywords', ['in', 'nin', 'dof', 'ndof'], fc.subarray(['@0', '@1', '@2'], { minLength: 1 })),
    field('rootnature', ['eq', 'neq'], fc.constantFrom(1, 2)),
    field('status', compared, fc.constantFrom(1, 3, 6)),
    field('status', ['eq', 'neq'], fc.constant(null)),
    field('owner', ['in', 'nin'], fc.subarray([1, 2, 3, 4, 5, 6, 7, 8])),
    field('validfrom', ['eq', 'neq'], fc.constant(null)),
    field('validuntil', ['eq', 'gt', 'gte', 'lt', 'lte'], fc.constantFrom(...instants)),
    field('name', ['sw'], fc.constantFrom('a', 'b', 'cha')),
    field('width', ['gt'], fc.constant(1)),
  ),
  node: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.record({ and: fc.array(tie('node'), { minLength: 2, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('node'), { minLength: 2, maxLength: 3 }) }),
    fc.record({ not: tie('node') }),
  ),
})).node
const search = fc.record({
  query,
  person: fc.nat(2),
  fulltext: fc.option(
    fc.constantFrom('alp', 'bravo ', 'delta cha', 'sea ', 'night', 'ech', 'alpha echo ', 'echo foxtrot sea '),
    { nil: undefined, freq: 4 },
  ),
  fulltextMode: fc.constantFrom('must' as const, 'should' as const),
  orderby: fc.constantFrom('relevance', 'createdat desc', 'id desc', 'id asc'),
  withFacets: fc.boolean(),
})
type Asked = typeof search extends fc.Arbitrary<infer T> ? T : never

/** What a step does; `at` names an asset or a transaction among those that there are. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('create' as const), draft, within: orNone(fc.nat(2)) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      draft,
      at: fc.nat(),
      within: orNone(fc.nat(2)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat(), within: orNone(fc.nat(2)) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      how: fc.constantFrom('commit' as const, 'rollback' as const),
      at: fc.nat(2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      at: fc.nat(),
      words: orNone(fc.subarray(['alpha', 'bravo', 'echo', 'foxtrot'])),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      searches: fc.array(search, { minLength: 1, maxLength: 4 }),
    }),
  },
)

/** Queries name keywords by their place; ids are known when the library is there. */
const withIds = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (_key, value: unknown) =>
      typeof value === 'string' && value.startsWith('@') ? keywords[Number(value.slice(1))] : value,
    ),
  )

async function count(store: Store, asked: Asked): Promise<unknown> {
  const { query: json, person, fulltext, fulltextMode, orderby, withFacets } = asked
  const identity = people[person]
  if (!identity) throw new Error('nobody')
  const where = await whereOf(store)
  const search = {
    // The first instant of all three: a validity that ends between two of them would be no fault.
    scope: scopeOf(identity, 'asset', 'view', new Date('2026-01-01')),
    query: parseQuery(withIds(json)),
    fulltext,
    fulltextMode,
  }
  const max = orderby === 'createdat desc' && !withFacets ? 0 : 5
  const page = await findPage(where, search, { orderby, max, withFacets })
  const second = page.next && (await findPage(where, search, { orderby, max, after: page.next }))
  return {
    ids: page.ids,
    next: page.next,
    second,
    total: page.total,
    facets: page.facets && Object.fromEntries([...page.facets.byValue].toSorted(([a], [b]) => a - b)),
  }
}

async function write(
  database: Database,
  { name, city, keywords: at, nature, status, owner, from, until, hasDocument }: Draft,
  known?: number,
): Promise<number> {
  const schema = await getSchemaOf(library.services, 'asset')
  const ownerId = owner === null ? null : (people[owner]?.id ?? null)
  const props = { name, ...(city === undefined ? {} : { city }) }
  const id =
    known ??
    (await insertEntity(database, {
      resource: 'asset',
      status,
      ownerId,
      props,
      validFrom: from ?? undefined,
      validUntil: until ?? undefined,
      modifiedBy: null,
    }))
  if (known !== undefined)
    await database
      .updateTable('entity')
      .set({ status, owner_id: ownerId, props: JSON.stringify(props), valid_from: from, valid_until: until })
      .where('resource', '=', 'asset')
      .where('id', '=', known)
      .execute()
  await replaceLinks(
    database,
    'asset',
    id,
    'keywords',
    'assetkeyword',
    at.map((index) => keywords[index] ?? 0),
  )
  await replaceLinks(database, 'asset', id, 'rootnature', 'assetnature', [nature])
  await database.deleteFrom('entity_file').where('resource', '=', 'asset').where('id', '=', id).execute()
  if (hasDocument) {
    const sha256 = documentOf(id)
    await database
      .insertInto('blob')
      .values({ sha256, size_bytes: 1, crc32: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const file = { resource: 'asset', id, sha256, file_name: 'a.pdf', media_type: 'application/pdf' }
    await database.insertInto('entity_file').values(file).execute()
  }
  await project(database, schema, [id])
  // As a row that was written before linked names had a weight of their own.
  if (nature === 3)
    await database
      .updateTable('search')
      .set({ links_apart: false })
      .where('resource', '=', 'asset')
      .where('id', '=', id)
      .execute()
  return id
}

const documentOf = (id: number): string => id.toString(16).padStart(64, '0')

/** Writes the words of the document of an asset, or has it unread again. */
async function readDocument(id: number, found: readonly string[] | null): Promise<void> {
  const sha256 = documentOf(id)
  if (found === null) await plain.deleteFrom('document_words').where('sha256', '=', sha256).execute()
  else await upsertDocumentWords(plain, sha256, { words: found, isComplete: true, problem: null })
}

const remove = (database: Database, id: number): Promise<unknown> =>
  database.deleteFrom('entity').where('resource', '=', 'asset').where('id', '=', id).execute()

interface Open {
  readonly transaction: Awaited<ReturnType<ReturnType<Database['startTransaction']>['execute']>>
  readonly touched: Set<number>
  readonly made: number[]
}

test('counts and revisions in memory equal those in SQL, whatever is written and committed in whichever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      const open: (Open | undefined)[] = []
      const ids = (
        await plain.selectFrom('entity').select('id').where('resource', '=', 'asset').orderBy('id').execute()
      ).map((row) => row.id)
      const openAt = async (at: number): Promise<Open> =>
        (open[at] ??= { transaction: await plain.startTransaction().execute(), touched: new Set(), made: [] })
      const isFree = (id: number, mine?: Open): boolean =>
        open.every((one) => one === mine || !one?.touched.has(id))
      const end = async (at: number, how: 'commit' | 'rollback'): Promise<void> => {
        const one = open[at]
        if (!one) return
        open[at] = undefined
        await one.transaction[how]().execute()
        if (how === 'commit') ids.push(...one.made)
      }
      try {
        for (const one of steps) {
          if (one.kind === 'ask') await compare(one.searches)
          else if (one.kind === 'end') await end(one.at, one.how)
          else if (one.kind === 'read') {
            const id = ids[one.at % ids.length]
            // It waits for whoever has just given its bytes to an asset.
            if (id !== undefined && isFree(id)) await readDocument(id, one.words)
          } else {
            const within = one.within === null ? undefined : await openAt(one.within)
            const database = within?.transaction ?? plain
            const id = one.kind === 'create' ? undefined : ids[one.at % ids.length]
            if (one.kind !== 'create' && (id === undefined || !isFree(id, within))) continue
            if (one.kind === 'delete') await remove(database, id ?? 0)
            // An asset that this transaction has deleted is not written again.
            else if (
              id === undefined ||
              (await database
                .selectFrom('entity')
                .select('id')
                .where('resource', '=', 'asset')
                .where('id', '=', id)
                .executeTakeFirst())
            ) {
              const written = await write(database, one.draft, id)
              if (id === undefined) (within ? within.made : ids).push(written)
            }
            if (id !== undefined) within?.touched.add(id)
            if (one.kind === 'delete' && !within && id !== undefined) ids.splice(ids.indexOf(id), 1)
          }
        }
        for (const at of [2, 0, 1]) await end(at, 'commit')
        await compare([
          everything,
          { ...everything, person: 1 },
          { ...everything, fulltext: 'alp', orderby: 'relevance' },
          { ...everything, person: 2, fulltext: 'alpha echo ', orderby: 'relevance' },
        ])
      } finally {
        for (const at of [0, 1, 2]) await end(at, 'rollback')
      }
    }),
    { numRuns: 60 },
  )
  expect(complaints).toEqual([])
  for (const { columns } of stores) expect(columns?.isReady()).toBe(true)
}, 120_000)

async function compare(searches: readonly Asked[]): Promise<void> {
  const [wanted, ...found] = await Promise.all(
    [inSql, ...stores].map((store) => Promise.all(searches.map((one) => count(store, one)))),
  )
  for (const one of found) expect(one).toEqual(wanted)
  await compareRevisions(people.map((person) => scopeOf(person, 'asset', 'view', new Date('2026-01-01'))))
}

/** Revisions in memory are those of the database itself: what is remembered under one serves the other. */
async function compareRevisions(scopes: readonly Scope[]): Promise<void> {
  const schemas = await listSchemas(library.services)
  const conditions = await Promise.all(
    scopes.map((scope) => scopeCondition({ database: plain, schemas }, scope)),
  )
  const there = (await plain.selectFrom('entity').select('id').where('resource', '=', 'asset').execute()).map(
    (row) => row.id,
  )
  const ids = Float64Array.from([...there, ...there.slice(0, 3), 999_999_999])
  const wanted = await revisionsOf(plain, { resource: 'asset', ids, conditions }, undefined)
  expect(wanted[0]?.at(-1)).toBe(0)
  if (!conditions.every(isColumnCondition)) throw new Error('a scope of these people is decided in memory')
  for (const { columns } of stores)
    if (columns?.isReady())
      expect(await columns.revisions({ resource: 'asset', ids, conditions })).toEqual(wanted)
}

const everything: Asked = {
  query: {},
  person: 0,
  fulltext: undefined,
  fulltextMode: 'must',
  orderby: 'createdat desc',
  withFacets: true,
}
const total = async (store: Store): Promise<number> =>
  ((await count(store, everything)) as { total: number }).total
const fromColumns = async ({ columns }: Store): Promise<number | undefined> =>
  (
    await columns?.count(
      { resource: 'asset', rows: { condition: { kind: 'all' } }, withFacets: false },
      readWordsIn(plain),
    )
  )?.total

test('what is committed is counted by the next question, in every process; what is open or rolled back is not', async () => {
  const before = await total(inSql)
  const sample = fc.sample(draft, 1)[0]
  if (!sample) throw new Error('no sample')
  const older = await plain.startTransaction().execute()
  await write(older, sample)
  await write(plain, sample)
  for (const store of stores) expect(await fromColumns(store)).toBe(before + 1)
  await older.commit().execute()
  for (const store of stores) expect(await fromColumns(store)).toBe(before + 2)
  const undone = await plain.startTransaction().execute()
  await write(undone, sample)
  await undone.rollback().execute()
  for (const store of stores) expect(await fromColumns(store)).toBe(before + 2)
})

test('words whose links are kept apart are counted alike in memory and in SQL, after each change', async () => {
  const counted = ({ database, columns }: Store, linksApart: boolean): Promise<Counts> =>
    getCounts(
      { database, columns },
      { resource: 'asset', condition: { kind: 'words', query: "'alpha'", linksApart }, withFacets: true },
    )
  const before = await counted(inSql, true)
  for (const nature of [2, 3]) {
    for (const linksApart of [true, false])
      for (const store of stores)
        expect(await counted(store, linksApart)).toEqual(await counted(inSql, linksApart))
    await write(plain, { ...blank, nature })
  }
  for (const store of stores) expect((await counted(store, true)).total).toBe(before.total + 1)
})

test('a sweep takes away old changes, and a store that missed them is loaded again', async () => {
  const sample = fc.sample(draft, 1)[0]
  if (!sample) throw new Error('no sample')
  for (let n = 0; n < 3; n++) await write(plain, sample)
  await sql`update search_change set changed_at = now() - interval '2 hours'`.execute(plain)
  await write(plain, sample)
  expect(await sweepSearchChanges(plain)).toBeGreaterThan(0)
  await compare([everything])
  await expect.poll(() => stores.every(({ columns }) => columns?.isReady()), { timeout: 10_000 }).toBe(true)
  expect(await fromColumns(stores[0] ?? inSql)).toBe(await total(inSql))
})

test('a lost connection is noticed: SQL counts until the numbers are loaded again', async () => {
  const [store] = stores
  if (!store) throw new Error('no store')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cartouche columns' and datname = current_database()`.execute(
    plain,
  )
  expect(await total(store)).toBe(await total(inSql))
  await expect.poll(() => store.columns?.isReady(), { timeout: 10_000 }).toBe(true)
  expect(await fromColumns(store)).toBe(await total(inSql))
})

test('links to nodes of a tree are counted alike in memory and in SQL: directly, and with what is below, each row once', async () => {
  const counted = async (store: Store, person: number): Promise<unknown> => {
    const [where, identity] = [await whereOf(store), people[person]]
    return (
      identity &&
      [
        ...(await countLinks(
          where,
          { scope: scopeOf(identity, 'asset', 'view', new Date('2026-01-01')), query: { kind: 'all' } },
          'keywords',
          [...keywords, 999_999],
        )),
      ].toSorted(([a], [b]) => a - b)
    )
  }
  for (const person of [0, 1, 2])
    for (const store of stores) expect(await counted(store, person)).toEqual(await counted(inSql, person))
  const both = fc.sample(draft, 1)[0]
  if (!both) throw new Error('no sample')
  const before = await countLinks(
    await whereOf(inSql),
    { scope: scopeOf(people[0] as SignedIn, 'asset', 'view'), query: { kind: 'all' } },
    'keywords',
    keywords,
  )
  await write(plain, { ...both, keywords: [1, 2] })
  for (const store of stores) {
    const after = await countLinks(
      await whereOf(store),
      { scope: scopeOf(people[0] as SignedIn, 'asset', 'view'), query: { kind: 'all' } },
      'keywords',
      keywords,
    )
    const [root, sea] = keywords.map((id) => ({
      direct: (after.get(id)?.direct ?? 0) - (before.get(id)?.direct ?? 0),
      below: (after.get(id)?.below ?? 0) - (before.get(id)?.below ?? 0),
    }))
    expect([root, sea]).toEqual([
      { direct: 0, below: 1 },
      { direct: 1, below: 1 },
    ])
  }
})
