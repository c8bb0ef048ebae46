import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { parseQuery } from '@cartouche/contract'
import { scopeOf } from '../../server/src/access/decide.ts'
import { builtInRoles } from '../../server/src/access/built-in-roles.ts'
import type { Log } from '../../server/src/ground/log.ts'
import type { SignedIn } from '../../server/src/access/identity.ts'
import type { Database } from '../../server/src/ground/database/database.ts'
import { readSchemas } from '../../server/src/model/schemas/schema-registry.ts'
import { createSearchColumns, type SearchColumns } from '../../server/src/model/search/columns/columns.ts'
import { findPage, type PageRequest, type Search } from '../../server/src/model/search/find.ts'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { at, median, type Figure } from './figure.ts'
import { measureCalls } from './search-calls.bench.ts'
import { seedLibrary } from './seed-library.ts'
import { createSynonyms } from '../../server/src/model/search/synonyms.ts'

const identity = (role: string): SignedIn => {
  const found = builtInRoles.find(({ name }) => name === role)
  if (!found) throw new Error(role)
  return {
    kind: 'user',
    id: 1,
    login: role,
    name: role,
    locale: 'en',
    role: found,
    session: { key: '', csrfToken: '', cookie: false },
  }
}

const log: Log = { info: () => {}, warn: console.warn, error: console.error }
const assets = 1_000_000
const pageLimitMs = 10

/** Every search that the issue names, in a library of a million assets, as the server's own functions. */
export async function benchSearch(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    await seedLibrary(server.database, assets, say)
    return await measureSearch(server)
  } finally {
    await server.stop()
  }
}

/** The same on a library that is there: how it is loaded into memory, and then each search. */
export async function measureSearch(
  { database, databaseUrl, blobs }: Pick<BenchServer, 'database' | 'databaseUrl' | 'blobs'>,
  runs = 40,
): Promise<Figure[]> {
  const before = await memoryBytes()
  const start = performance.now()
  const searchColumns = createSearchColumns()
  const columns = searchColumns.start(databaseUrl, log)
  try {
    const sizeBytes = await columns.loaded
    const loadMs = performance.now() - start
    const memory: Figure = {
      what: 'memory that the numbers of the library take, right after loading',
      value: ((await memoryBytes()) - before) / 1e6,
      limit: 150,
      unit: 'MB',
      wanted: 'at most',
      beside: `${(sizeBytes / 1e6).toFixed(0)} MB of arrays, loaded in ${(loadMs / 1000).toFixed(1)} s`,
    }
    return [
      ...(await measureSearches(database, searchColumns, runs)),
      memory,
      ...(await measureCalls(
        { database, databaseUrl, blobs, log, identity: identity('editor'), searchColumns },
        runs,
      )),
    ]
  } finally {
    await columns.stop()
  }
}

/** Anonymous memory of this process. */
async function memoryBytes(): Promise<number> {
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1024
}

async function measureSearches(database: Database, columns: SearchColumns, runs: number): Promise<Figure[]> {
  const schemas = await readSchemas(database)
  const where = { database, schemas, columns, synonyms: createSynonyms(undefined), turns: undefined }
  const all = scopeOf(identity('editor'), 'asset', 'view')
  const published = scopeOf(identity('viewer'), 'asset', 'view')
  const search = (query: unknown, fulltext?: string, scope = all): Search => ({
    scope,
    query: parseQuery(query),
    ...(fulltext === undefined ? {} : { fulltext }),
  })
  const page = (orderby?: string): PageRequest => ({ orderby, max: 24 })
  const cases: [what: string, search: Search, request: PageRequest, limitMs: number][] = [
    ['first page, whole library', search({}), page(), 10],
    ['first page, by name', search({}), page('name'), 10],
    ['first page, newest first', search({}), page('createdat desc'), 10],
    ['first page, by size', search({}), page('metadata.filesize desc'), 10],
    ['first page, one city (narrow)', search({ city: 'city 150' }), page('createdat desc'), 10],
    [
      'first page, one keyword and one camera',
      search({ and: [{ keywords: { in: [1200] } }, { camera: 'camera 20' }] }),
      page('name'),
      10,
    ],
    ['first page, one nature (broad)', search({ rootnature: { in: [1] } }), page('createdat desc'), 10],
    [
      'first page, two broad facets',
      search({ and: [{ rootnature: 1 }, { country: { in: ['country 0', 'country 1'] } }] }),
      page('name'),
      10,
    ],
    [
      'first page, as a viewer (published and valid)',
      search({}, undefined, published),
      page('createdat desc'),
      10,
    ],
    ['full text, 50,000 hits, 10 facets', search({}, 'harbour '), { max: 24, withFacets: true }, 150],
    [
      'full text, 50,000 hits, 10 facets, by relevance',
      search({}, 'harbour '),
      { max: 24, withFacets: true, orderby: 'relevance' },
      150,
    ],
    ['facets of the whole library', search({}), { max: 24, withFacets: true }, 20],
    ['facets as a viewer', search({}, undefined, published), { max: 24, withFacets: true }, 20],
  ]
  const figures: Figure[] = []
  for (const [what, wanted, request, limitMs] of cases) {
    figures.push(await time(what, limitMs, runs, async () => (await findPage(where, wanted, request)).total))
    if (limitMs !== pageLimitMs) continue
    const first = await findPage(where, wanted, request)
    const next: PageRequest = { ...request, after: first.next }
    if (first.next)
      figures.push(
        await time(
          what.replace('first', 'next'),
          limitMs,
          runs,
          async () => (await findPage(where, wanted, next)).total,
        ),
      )
  }
  return figures
}

async function time(what: string, limit: number, runs: number, work: () => Promise<number>): Promise<Figure> {
  const times: number[] = []
  let hits = await work()
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    hits = await work()
    times.push(performance.now() - start)
  }
  return {
    what: `${what}, p95`,
    value: at(times, 0.95),
    limit,
    unit: 'ms',
    wanted: 'at most',
    beside: `median ${median(times).toFixed(1)} ms, ${hits.toLocaleString('en')} hits`,
  }
}
