import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { startEmbeddedPostgres } from '../../server/src/ground/database/embedded-postgres.ts'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { median } from './figure.ts'
import { benchEntities } from './quick/entities.bench.ts'
import { benchFulltext } from './quick/fulltext.bench.ts'
import type { QuickLibrary } from './quick/quick-library.ts'
import { lineOf, ratioOf, type QuickRow, type RatioRow } from './quick/ratio-row.ts'
import { openSearchContext } from './quick/search-context.ts'
import { benchSearchPages } from './quick/search-pages.bench.ts'
import { seedLibrary } from './seed-library.ts'

/** What one size of the library costs. */
interface Measured {
  readonly assets: number
  readonly rows: readonly RatioRow[]
  /** Of the five tables that grow with assets, with their indexes. */
  readonly diskBytes: number
  /** Arrays of the numbers in memory, of each server, and until they are loaded. */
  readonly memoryBytes: number
  readonly loadMs: number
}

const keptFolder = join(import.meta.dirname, '../peers/growth')

/**
 * The searches, reads and changes of the quick table in one library that grows, at each size, with the ratio
 * to the bare peer of the same moment: `npm run bench -- growth 1000000 10000000`. Ten million assets take an
 * hour and 40 GB of disk. With `--keep` the library stays under `bench/peers`, and the next run goes on from
 * the size that it has.
 */
export async function benchGrowth(parameters: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...parameters],
    allowPositionals: true,
    options: { keep: { type: 'boolean', default: false } },
  })
  const say = (line: string): void => console.log(`  ${line}`)
  const dataFolder = values.keep ? keptFolder : await mkdtemp(join(tmpdir(), 'cartouche-growth-'))
  const sizeFile = join(dataFolder, 'assets')
  let existing = Number(await readFile(sizeFile, 'utf8').catch(() => '0'))
  // What was cut short while it grew has lost its indexes.
  if (existing === 0) await rm(dataFolder, { recursive: true, force: true })
  await mkdir(dataFolder, { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataFolder, log: () => {} })
  const measured: Measured[] = []
  try {
    for (const assets of positionals.map(Number)) {
      if (assets < existing) {
        say(`${assets.toLocaleString('en')}: the library that was kept has more`)
        continue
      }
      if (assets > existing) {
        await rm(sizeFile, { force: true })
        await withServer(postgres.url, ({ database }) => seedLibrary(database, assets, say, existing))
        await writeFile(sizeFile, String(assets))
        existing = assets
      }
      const one = await withServer(postgres.url, (server) =>
        measure({ ...server, assets, peersFolder: server.dataFolder, say }),
      )
      // At once: what was measured stays known when a larger size is cut short.
      say(tableOf([one]).join('\n  '))
      measured.push(one)
    }
  } finally {
    await postgres.stop()
    if (!values.keep) await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
  console.log(`\n${tableOf(measured).join('\n')}`)
}

/** Each step has a server of its own: a session that began before an hour of seeding has ended after it. */
async function withServer<Result>(
  databaseUrl: string,
  work: (server: BenchServer) => Promise<Result>,
): Promise<Result> {
  const server = await startBenchServer({}, { databaseUrl })
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

async function measure(library: QuickLibrary): Promise<Measured> {
  const start = performance.now()
  const context = await openSearchContext(library)
  const loadMs = performance.now() - start
  const rows: QuickRow[] = []
  const add = async (part: string, bench: () => Promise<QuickRow[]>): Promise<void> => {
    // A part that fails, as where a search of so many takes too long, takes nothing else with it.
    const own = await bench().catch((error: unknown) => {
      library.say(`${part} could not be measured: ${String(error)}`)
      return []
    })
    // At once: a session may end before the next part does.
    for (const row of own) library.say(lineOf(row, undefined))
    rows.push(...own)
  }
  try {
    await add('pages', () => benchSearchPages(library, context))
    await add('full text', () => benchFulltext(library, context, { withSphinx: false }))
  } finally {
    await context.stop()
  }
  await add('single assets', () => benchEntities(library))
  const { rows: sizes } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::bigint bytes
    from unnest(array['entity', 'link', 'search', 'facet_value', 'word']) name`.execute(library.database)
  return {
    assets: library.assets,
    rows: rows.filter((row): row is RatioRow => !('missing' in row)),
    diskBytes: sizes[0]?.bytes ?? 0,
    memoryBytes: context.memoryBytes,
    loadMs,
  }
}

function tableOf(measured: readonly Measured[]): string[] {
  const ids = [...new Set(measured.flatMap(({ rows }) => rows.map(({ id }) => id)))]
  const lineOf = (what: string, cellOf: (one: Measured) => string): string =>
    `| ${[what, ...measured.map(cellOf)].join(' | ')} |`
  return [
    lineOf('assets', ({ assets }) => assets.toLocaleString('en')),
    lineOf('---', () => '---'),
    ...ids.map((id) =>
      lineOf(id, ({ rows }) => {
        const row = rows.find((one) => one.id === id)
        return row ? `${median(row.ours).toFixed(1)} ms, ${ratioOf(row).toFixed(2)} × ${row.beside}` : ''
      }),
    ),
    lineOf('tables and indexes', ({ diskBytes }) => `${(diskBytes / 1e9).toFixed(1)} GB`),
    lineOf('numbers in memory', ({ memoryBytes }) => `${(memoryBytes / 1e6).toFixed(0)} MB`),
    lineOf('until they are loaded', ({ loadMs }) => `${(loadMs / 1000).toFixed(1)} s`),
  ]
}
