import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startDirectus, type Directus } from '../directus.ts'
import { alternatePair, timed } from './alternate.ts'
import type { QuickLibrary } from './quick-library.ts'
import type { QuickRow } from './ratio-row.ts'

const runs = 20
/** Both are compiled by then: the first answers of a process take several times as long. */
const warmUp = 20

interface Question {
  readonly id: string
  readonly what: string
  readonly ours: string
  readonly theirs: string
}

const questions: readonly Question[] = [
  {
    id: 'directus-list',
    what: 'the newest 24 with the total, over HTTP',
    ours: '/rest/dam/data/asset?max=24&orderby=createdat%20desc',
    theirs: '/items/asset?limit=24&sort=-created_at&meta=filter_count',
  },
  {
    id: 'directus-search',
    what: 'a search with 50,000 hits and the total, over HTTP',
    ours: '/rest/dam/data/asset?max=24&fulltext=harbour',
    theirs: '/items/asset?limit=24&search=harbour&meta=filter_count',
  },
  {
    id: 'directus-types',
    what: 'how many there are of each type, over HTTP',
    ours: '/rest/dam/data/asset?max=0&withAggregates=true&aggFields=metadata.mediatype',
    theirs: '/items/asset?aggregate[count]=*&groupBy[]=mediatype',
  },
]

/** A list, a search and counts over HTTP, beside Directus on the same rows in the same PostgreSQL. */
export async function benchDirectusLists(library: QuickLibrary): Promise<QuickRow[]> {
  const directus = await startDirectus(library, library.say)
  try {
    await fillOnce(library, directus)
    const rows: QuickRow[] = []
    for (const { id, what, ours, theirs } of questions) {
      const times = await alternatePair(
        timed(async () => requireSome(await (await library.call('GET', ours)).json())),
        timed(async () => requireSome(await directus.call('GET', theirs))),
        { runs, warmUp },
      )
      rows.push({ id, what, ...times, beside: 'Directus', goal: { atMost: 0.1 } })
    }
    return rows
  } finally {
    await directus.stop()
  }
}

function requireSome(answer: unknown): void {
  if (JSON.stringify(answer ?? '').length < 100) throw new Error(`An empty answer: ${JSON.stringify(answer)}`)
}

const texts = ['name', 'description', 'creator', 'city', 'country', 'camera', 'colorspace', 'mediatype']

/**
 * A collection with the assets' own fields as columns, with indexes for what is asked, made once for each
 * library: it stays beside the library's database.
 */
async function fillOnce(library: QuickLibrary, directus: Directus): Promise<void> {
  if ((await directus.call('GET', '/collections/asset')) !== undefined) return
  library.say('filling Directus with the same assets')
  const client = new pg.Client({ connectionString: directus.databaseUrl })
  const source = new pg.Client({ connectionString: library.databaseUrl })
  const file = join(tmpdir(), `cartouche-bench-${process.pid}.copy`)
  await Promise.all([client.connect(), source.connect()])
  try {
    await source.query(
      `copy (select id, status, created_at, ${texts.map((field) => `props ->> '${field === 'mediatype' ? 'metadata.mediatype' : field}'`).join(', ')}
        from entity where resource = 'asset' and id > 100000) to '${file}'`,
    )
    await client.query('drop table if exists filled')
    await client.query(
      `create table filled (id int primary key, status int, created_at timestamptz, ${texts.map((field) => `${field} varchar(255)`).join(', ')})`,
    )
    await client.query(`copy filled from '${file}'`)
    for (const column of ['created_at', 'mediatype', 'status'])
      await client.query(`create index on filled (${column})`)
    await client.query('vacuum analyze filled')
    await client.query('alter table filled rename to asset')
  } finally {
    await Promise.all([client.end(), source.end()])
    await rm(file, { force: true })
  }
  // Directus takes every table with a key for a collection, once it looks.
  await directus.call('POST', '/utils/cache/clear?system')
}
