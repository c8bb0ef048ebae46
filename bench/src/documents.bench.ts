import { performance } from 'node:perf_hooks'
import { everything } from '@cartouche/contract'
import { sql } from 'kysely'
import { builtInRoles } from '../../server/src/access/built-in-roles.ts'
import { scopeOf } from '../../server/src/access/decide.ts'
import type { Grant, SignedIn } from '../../server/src/access/identity.ts'
import type { Database } from '../../server/src/ground/database/database.ts'
import { upsertDocumentWords } from '../../server/src/model/document-words/document-words.sql.ts'
import { findPage } from '../../server/src/model/search/find.ts'
import type { SearchIn } from '../../server/src/model/search/search-in.ts'
import { startBenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { openSearchContext } from './quick/search-context.ts'
import { seedLibrary } from './seed-library.ts'

const assets = 100_000
const documents = 10_000
const runs = 9

/** What is searched for: rare and frequent words, several of them, and one that is being typed. */
const texts = ['w700 ', 'harbour ', 'w1 w250 ', 'picture w31 w1200 ', 'd17 ', 'd17 w31 ', 'w7', 'd']
const orders = ['relevance', 'createdat desc']

/**
 * The first page of full texts among 100,000 assets, of which 10,000 are documents of some 1,500 words that
 * differ, each for an editor and for the same without the right to download, to whom there are no documents.
 */
export async function benchDocuments(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    const { database } = server
    await seedLibrary(database, assets, say)
    await seedDocuments(database, say)
    const searching = await openSearchContext(server)
    try {
      const figures: Figure[] = []
      for (const order of orders)
        for (const text of texts) figures.push(...(await compare(searching.where, text, order)))
      for (const count of [2_000, 60_000]) say(await timeWriting(database, count))
      return figures
    } finally {
      await searching.stop()
    }
  } finally {
    await server.stop()
  }
}

/** `w` and a number are words of other assets too, `d` and a number of documents alone; many are skewed. */
async function seedDocuments(database: Database, say: (line: string) => void): Promise<void> {
  const start = performance.now()
  await database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`create temporary table paper as
      select n, 100000 + n * ${assets / documents}::int id, lpad(to_hex(n), 64, '0') sha256 from generate_series(1, ${documents}::int) n`.execute(
      connection,
    )
    await sql`insert into blob (sha256, size_bytes, crc32) select sha256, 1, 1 from paper`.execute(connection)
    await sql`insert into entity_file (resource, id, sha256, file_name, media_type, facts)
      select 'asset', id, sha256, 'paper.pdf', 'application/pdf', '{"nature": "DOCUMENT"}' from paper`.execute(
      connection,
    )
    for (let first = 1; first <= documents; first += 1000)
      await sql`insert into document_words (sha256, version, words)
        select sha256, 1, array_to_tsvector(array(
          select 'w' || floor(power(random(), 3) * 20000) from generate_series(1, 1200) where n > 0
          union select 'd' || floor(power(random(), 2) * 50000) from generate_series(1, 600)
          union select 'x' || floor(random() * 2000000) from generate_series(1, 200)))
        from paper where n between ${first} and ${first + 999}`.execute(connection)
    await sql`drop table paper`.execute(connection)
    for (const table of ['entity_file', 'blob', 'document_words'])
      await sql`vacuum analyze ${sql.id(table)}`.execute(connection)
  })
  const { rows } = await sql<{ words: number; table: number; index: number; search: number }>`
    select (select avg(length(words))::int from document_words) words, pg_table_size('document_words') "table",
      pg_relation_size('document_words_words') "index", pg_total_relation_size('search') search`.execute(
    database,
  )
  const [size] = rows
  const inMb = (bytes = 0): string => `${(bytes / 1e6).toFixed(0)} MB`
  say(
    `${documents} documents of ${size?.words} words: table ${inMb(size?.table)}, index ${inMb(size?.index)}; search ${inMb(size?.search)}; ${((performance.now() - start) / 1000).toFixed(0)} s`,
  )
}

async function compare(where: SearchIn, fulltext: string, orderby: string): Promise<Figure[]> {
  const time = async (
    place: SearchIn,
    reader: SignedIn,
    text: string,
  ): Promise<[ms: number, total: number]> => {
    const start = performance.now()
    const search = { scope: scopeOf(reader, 'asset', 'view'), query: everything, fulltext: text }
    const { total } = await findPage(place, search, { orderby, max: 24, withFacets: true })
    return [performance.now() - start, total]
  }
  const inSql = { ...where, columns: undefined }
  const figures: Figure[] = []
  for (const [how, place] of [
    ['asked for again', where],
    ['in SQL', inSql],
  ] as const) {
    const [plain, whole]: [number[], number[]] = [[], []]
    let [totals, first] = ['', '']
    for (let run = 0; run < runs + 1; run++) {
      const [without, few] = await time(place, editorWithout, fulltext)
      const [ms, all] = await time(place, editor, fulltext)
      totals = `${few} and ${all} hits`
      if (run === 0) first = `${ms.toFixed(0)} ms for the first time, ${without.toFixed(0)} without`
      if (run === 0) continue
      plain.push(without)
      whole.push(ms)
    }
    figures.push({
      what: `"${fulltext}" by ${orderby}, ${how}, with documents (${totals})`,
      value: median(whole),
      limit: 500,
      unit: 'ms',
      wanted: 'at most',
      beside: `${median(plain).toFixed(1)} ms without; ${first}`,
    })
  }
  return figures
}

async function timeWriting(database: Database, count: number): Promise<string> {
  const words = Array.from({ length: count }, (_, at) => `n${at}`)
  const start = performance.now()
  await upsertDocumentWords(database, '1'.padStart(64, '0'), { words, isComplete: true, problem: null })
  return `${count} words are kept in ${(performance.now() - start).toFixed(0)} ms`
}

const own = builtInRoles.find(({ name }) => name === 'editor')
const readerOf = (grants: (grant: Grant) => boolean): SignedIn => ({
  kind: 'user',
  id: 1,
  login: 'editor',
  name: 'Editor',
  locale: 'en',
  role: { id: 2, name: 'editor', watermark: false, grants: (own?.grants ?? []).filter(grants) },
  session: { key: '', csrfToken: '', cookie: false },
})
const editor = readerOf(() => true)
const editorWithout = readerOf(({ action }) => action !== 'download')
