import type { CompiledQuery, KyselyPlugin } from 'kysely'
import pg from 'pg'
import type { Database } from '../../../server/src/ground/database/database.ts'
import { findPage, type PageRequest, type Search } from '../../../server/src/model/search/find.ts'
import type { SearchIn } from '../../../server/src/model/search/search-in.ts'
import { alternatePair, timed } from './alternate.ts'
import type { QuickLibrary } from './quick-library.ts'
import { ratioOf, worstOf, type QuickRow, type RatioRow } from './ratio-row.ts'
import type { SearchContext } from './search-context.ts'

const runs = 40

/**
 * First and next pages under several filters and orders, each beside the statement that reads its ids, sent
 * by a bare connection. Of each kind the filter whose ratio is furthest from the goal is reported; the others
 * are said.
 */
export async function benchSearchPages(
  library: QuickLibrary,
  { where, search }: SearchContext,
): Promise<QuickRow[]> {
  const bare = new pg.Client({ connectionString: library.databaseUrl })
  await bare.connect()
  try {
    const rows: { first: RatioRow[]; next: RatioRow[] } = { first: [], next: [] }
    for (const [filter, wanted, orderby] of casesOf(search)) {
      const request: PageRequest = { orderby, max: 24 }
      rows.first.push(await compare(where, bare, { filter, page: 'first', wanted, request }))
      const { next } = await findPage(where, wanted, request)
      if (next !== undefined)
        rows.next.push(
          await compare(where, bare, { filter, page: 'next', wanted, request: { ...request, after: next } }),
        )
    }
    for (const row of [...rows.first, ...rows.next]) library.say(`${row.what}: ${ratioOf(row).toFixed(2)} ×`)
    return [worstOf(rows.first), worstOf(rows.next)].filter((row) => row !== undefined)
  } finally {
    await bare.end()
  }
}

type Case = [filter: string, search: Search, orderby?: string]

function casesOf(search: SearchContext['search']): Case[] {
  return [
    ['no filter', search({})],
    ['no filter, by name', search({}), 'name'],
    ['no filter, newest first', search({}), 'createdat desc'],
    ['no filter, by size', search({}), 'metadata.filesize desc'],
    ['a value of 3,000', search({ city: 'city 150' }), 'createdat desc'],
    ['two rare values', search({ and: [{ keywords: { in: [1200] } }, { camera: 'camera 20' }] }), 'name'],
    ['a value of most', search({ rootnature: { in: [1] } }), 'createdat desc'],
    [
      'two frequent values',
      search({ and: [{ rootnature: 1 }, { country: { in: ['country 0', 'country 1'] } }] }),
      'name',
    ],
    ['what a viewer may see', search({}, undefined, 'viewer'), 'createdat desc'],
  ]
}

interface Compared {
  readonly filter: string
  readonly page: 'first' | 'next'
  readonly wanted: Search
  readonly request: PageRequest
}

async function compare(
  where: SearchIn,
  bare: pg.Client,
  { filter, page, wanted, request }: Compared,
): Promise<RatioRow> {
  const { sql, parameters } = await statementOf(where, wanted, request)
  const times = await alternatePair(
    timed(() => findPage(where, wanted, request)),
    timed(() => bare.query(sql, [...parameters])),
    { runs, warmUp: 5 },
  )
  return {
    id: `${page}-page`,
    what: `${page} page of a million, any filter; furthest: ${filter}`,
    ...times,
    beside: 'its one SQL statement, bare',
    goal: { atMost: 1.5 },
  }
}

/** The statement by which a page is read. */
async function statementOf(where: SearchIn, wanted: Search, request: PageRequest): Promise<CompiledQuery> {
  const statements: CompiledQuery[] = []
  const recording: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(where.database.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const database: Database = where.database.withPlugin(recording)
  await findPage({ ...where, database }, wanted, request)
  const page = statements.find(({ sql }) => /\]::text\[\] sort\s+from search s/.test(sql))
  if (!page) throw new Error('No statement of the search reads a page')
  return page
}
