import { performance } from 'node:perf_hooks'
import { calls, type ListAnswer } from '@cartouche/contract'
import { watchChanges } from '../../server/src/ground/changes.ts'
import type { Context } from '../../server/src/access/context.ts'
import type { Log } from '../../server/src/ground/log.ts'
import type { SignedIn } from '../../server/src/access/identity.ts'
import type { BlobStore } from '../../server/src/ground/blobs/blob-store.ts'
import type { Database } from '../../server/src/ground/database/database.ts'
import { createFingerprintIndex } from '../../server/src/features/reverse-search/fingerprint-index.ts'
import { createUsage } from '../../server/src/features/analytics/usage-buffer.ts'
import { findEntities } from '../../server/src/model/entities/find-entities.ts'
import { createMetrics } from '../../server/src/ground/metrics/metrics.ts'
import { createSchemaRegistry } from '../../server/src/model/schemas/schema-registry.ts'
import { readSettings } from '../../server/src/ground/settings/settings.ts'
import type { SearchColumns } from '../../server/src/model/search/columns/columns.ts'
import { createSearchTurns } from '../../server/src/model/search/take-turns.ts'
import { findTree } from '../../server/src/model/entities/trees/find-tree.ts'
import { at, median, type Figure } from './figure.ts'
import { createSynonyms } from '../../server/src/model/search/synonyms.ts'

/** What the bench works on: the library of `seedLibrary`, with its numbers in memory. */
interface BenchLibrary {
  readonly database: Database
  readonly databaseUrl: string
  readonly blobs: BlobStore
  readonly log: Log
  readonly identity: SignedIn
  readonly searchColumns: SearchColumns
}

/**
 * Trees and groups on a library of a million assets, as the server's own functions.
 */
export async function measureCalls(
  { databaseUrl, ...library }: BenchLibrary,
  runs: number,
): Promise<Figure[]> {
  const changes = await watchChanges(databaseUrl, library.log)
  try {
    return await measure(contextOf({ ...library, changes }), runs)
  } finally {
    await changes.stop()
  }
}

async function measure(context: Context, runs: number): Promise<Figure[]> {
  const find = (input: Record<string, unknown>): Promise<ListAnswer> =>
    findEntities(context, calls.findEntities.input.parse({ path: 'dam/data/asset', ...input }))
  const groups = (group: string) => async (): Promise<string> => {
    const { response } = await find({ group, max: 20, groupMax: 20, orderby: 'name' })
    return `${response.groups?.length} groups, ${response.groups?.reduce((sum, { data }) => sum + data.length, 0)} assets`
  }
  return [
    await time('a tree node with counts', 100, runs, async () => {
      const { response } = await findTree(
        context,
        calls.findTree.input.parse({ path: 'dam/data/assetkeyword/tree', id: 1001, withAggregates: true }),
      )
      return `${Object.values(response.aggregates?.['asset.keywords'] ?? {}).length} nodes counted`
    }),
    await time('groups of 20 × 20, by camera', 150, runs, groups('camera')),
    await time('groups of 20 × 20, by keyword', 150, runs, groups('keywords')),
  ]
}

function contextOf(library: Omit<BenchLibrary, 'databaseUrl'> & Pick<Context, 'changes'>): Context {
  const settings = readSettings({ CARTOUCHE_DATA: 'data' })
  return {
    ...library,
    sessions: library.database,
    schemaRegistry: createSchemaRegistry(library.changes),
    synonyms: createSynonyms(library.changes),
    searchTurns: createSearchTurns(),
    fingerprintIndex: createFingerprintIndex(),
    settings,
    metrics: createMetrics(),
    usage: createUsage({ ...library, settings }),
    addJob: async () => {},
    locale: 'en',
    requestId: 'bench',
    signal: new AbortController().signal,
    setCookie: () => {},
    request: {
      address: '127.0.0.1',
      cookies: {},
      authorization: undefined,
      headers: {},
      baseUrl: 'http://127.0.0.1',
    },
  }
}

async function time(what: string, limit: number, runs: number, work: () => Promise<string>): Promise<Figure> {
  const times: number[] = []
  let answer = await work()
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    answer = await work()
    times.push(performance.now() - start)
  }
  return {
    what: `1,000,000 assets: ${what}, p95`,
    value: at(times, 0.95),
    limit,
    unit: 'ms',
    wanted: 'at most',
    beside: `median ${median(times).toFixed(1)} ms, ${answer}`,
  }
}
