import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { at, median, type Figure } from './figure.ts'
import { seedItems } from './seed-items.ts'
import { timeAnswer } from './time-answer.ts'

const count = 100_000
const rounds = 100
/** Of each page before those that count: the server has just begun, and its code is not compiled yet. */
const warmUps = 20

interface PageAnswer {
  readonly links: { readonly nextResultsToken?: string }
  readonly response: { readonly total: number; readonly data: readonly unknown[] }
}

/** Pages of an import of 100,000 items, as a person reads them and as existing clients do. */
const pages: readonly { readonly what: string; readonly parameters: Readonly<Record<string, unknown>> }[] = [
  { what: 'first page', parameters: { max: 24 } },
  { what: 'of one state', parameters: { max: 24, query: { status: { eq: 3 } } } },
  { what: 'of one city in 100', parameters: { max: 24, query: { city: { eq: 'City 7' } } } },
  { what: 'by file name', parameters: { max: 24, orderby: 'filename' } },
  { what: 'by date', parameters: { max: 24, orderby: 'takenat desc' } },
  { what: 'with states and problems counted', parameters: { max: 24, aggFields: 'status,problems' } },
  { what: 'with rights', parameters: { max: 24, withRights: true, workflows: true } },
  { what: 'of a word', parameters: { max: 24, fulltext: 'lighthouse' } },
  { what: 'of 200 ids and states', parameters: { max: 200, props: 'id,status', withSimu: false } },
]

/**
 * The search inside an import of 100,000 items: first pages and those that follow, beside the bare statement
 * that reads the rows of the first page.
 */
export async function benchImportItems(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    const job = await createJob(server)
    say(`filling an import with ${count} items`)
    await seedItems(server, job, count)
    await projected(server, job, say)
    const figures: Figure[] = []
    for (const { what, parameters } of pages) {
      const first: number[] = []
      const later: number[] = []
      const bare: number[] = []
      for (let round = 0; round < warmUps; round++) await ask(server, job, parameters)
      for (let round = 0; round < rounds; round++) {
        const { ms, page } = await ask(server, job, parameters)
        first.push(ms)
        const after = page.links.nextResultsToken
        if (after !== undefined) later.push((await ask(server, job, { ...parameters, after })).ms)
        const start = performance.now()
        await barePage(server, job, Number(parameters['max']))
        bare.push(performance.now() - start)
      }
      figures.push({
        what: `${what} of an import of ${count} items: p95`,
        value: at(first, 0.95),
        limit: 20,
        unit: 'ms',
        wanted: 'at most',
        beside: `median ${median(first).toFixed(1)}; the next page ${median(later).toFixed(1)}, p95 ${at(later, 0.95).toFixed(1)}; a bare statement ${median(bare).toFixed(1)}, p95 ${at(bare, 0.95).toFixed(1)}`,
      })
    }
    return figures
  } finally {
    await server.stop()
  }
}

async function createJob(server: BenchServer): Promise<number> {
  const answer = await server.call('POST', '/rest/massimport/job', { json: { name: 'Bench' } })
  return ((await answer.json()) as { response: { data: { id: number } } }).response.data.id
}

/** An edit of all items has the server write what they are searched by. */
async function projected(server: BenchServer, job: number, say: (line: string) => void): Promise<void> {
  const start = performance.now()
  await server.call('PUT', `/rest/massimport/job/${job}`, { metadata: { data: { country: 'France' } } })
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from import_item where job_id = ${job} and (keys is null or metadata ->> 'country' is null)`.execute(
      server.database,
    )
    if (rows[0]?.left === 0) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  await sql`vacuum analyze import_item`.execute(server.database)
  say(`described and projected after ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

async function ask(
  server: BenchServer,
  job: number,
  parameters: Readonly<Record<string, unknown>>,
): Promise<{ ms: number; page: PageAnswer }> {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const { ms, json } = await timeAnswer(server, `/rest/massimport/job/${job}/item?${query.toString()}`)
  return { ms, page: json as PageAnswer }
}

async function barePage(server: BenchServer, job: number, max: number): Promise<void> {
  await sql`
    select i.*, b.size_bytes from import_item i join blob b on b.sha256 = i.sha256 where i.job_id = ${job} order by i.id limit ${max}`.execute(
    server.database,
  )
}
