import { builtInRoles } from '../../../server/src/access/built-in-roles.ts'
import type { Context } from '../../../server/src/access/context.ts'
import { scopeOf } from '../../../server/src/access/decide.ts'
import type { SignedIn } from '../../../server/src/access/identity.ts'
import { createUsage } from '../../../server/src/features/analytics/usage-buffer.ts'
import { createFingerprintIndex } from '../../../server/src/features/reverse-search/fingerprint-index.ts'
import { watchChanges } from '../../../server/src/ground/changes.ts'
import type { Log } from '../../../server/src/ground/log.ts'
import { createMetrics } from '../../../server/src/ground/metrics/metrics.ts'
import { readSettings } from '../../../server/src/ground/settings/settings.ts'
import { createSchemaRegistry, readSchemas } from '../../../server/src/model/schemas/schema-registry.ts'
import { createSearchColumns } from '../../../server/src/model/search/columns/columns.ts'
import type { Search } from '../../../server/src/model/search/find.ts'
import type { SearchIn } from '../../../server/src/model/search/search-in.ts'
import { createFacetValues } from '../../../server/src/model/search/facet-values.ts'
import { createSynonyms } from '../../../server/src/model/search/synonyms.ts'
import { createSearchTurns } from '../../../server/src/model/search/take-turns.ts'
import { parseQuery } from '@cartouche/contract'
import type { BenchServer } from '../bench-server.ts'

/** The server's own functions on a library, in this process: no HTTP is timed. */
export interface SearchContext {
  readonly where: SearchIn
  readonly context: Context
  /** A search as a role sees it, by default as `editor`, who sees all. */
  search(query: unknown, fulltext?: string, role?: string): Search
  /** What the arrays of the numbers take. */
  readonly memoryBytes: number
  stop(): Promise<void>
}

const log: Log = { info: () => {}, warn: console.warn, error: console.error }

/** Loads the numbers of the library into memory. */
export async function openSearchContext({
  database,
  databaseUrl,
  blobs,
}: Pick<BenchServer, 'database' | 'databaseUrl' | 'blobs'>): Promise<SearchContext> {
  const changes = await watchChanges(databaseUrl, log)
  const searchColumns = createSearchColumns(changes)
  const columns = searchColumns.start(databaseUrl, log)
  const memoryBytes = await columns.loaded
  const synonyms = createSynonyms(changes)
  const facetValues = createFacetValues(changes)
  const settings = readSettings({ CARTOUCHE_DATA: 'data' })
  const library = { database, blobs, log, identity: identity('editor'), searchColumns, changes }
  return {
    where: {
      database,
      schemas: await readSchemas(database),
      columns: searchColumns,
      synonyms,
      facetValues,
      turns: undefined,
    },
    context: {
      ...library,
      sessions: database,
      schemaRegistry: createSchemaRegistry(changes),
      synonyms,
      facetValues,
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
    } as Context,
    search: (query, fulltext, role = 'editor') => ({
      scope: scopeOf(identity(role), 'asset', 'view'),
      query: parseQuery(query),
      ...(fulltext === undefined ? {} : { fulltext }),
    }),
    memoryBytes,
    stop: async () => {
      await columns.stop()
      await changes.stop()
    },
  }
}

function identity(role: string): SignedIn {
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
