import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import type { Figure } from './figure.ts'
import { seedLibrary } from './seed-library.ts'

/** Assets that link to one keyword. */
const linked = 100_000
/** As many follow within the request. */
const few = 1000

/**
 * One keyword of a hundred thousand assets: given another name, and put into another one. What follows is
 * looked for before a time counts.
 */
export async function benchVocabularies(say: (line: string) => void, count = linked): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    await seedLibrary(server.database, count, say)
    // The generated library numbers itself.
    await sql`select setval('entity_id', 10000000)`.execute(server.database)
    return await measure(server, count)
  } finally {
    await server.stop()
  }
}

async function measure(server: BenchServer, count: number): Promise<Figure[]> {
  const small = await newKeyword(server, 'Fewfold', Math.min(few, count))
  const large = await newKeyword(server, 'Manifold', count)
  const [fewMs, manyMs] = [await rename(server, small, 'Fewersome'), await rename(server, large, 'Multitude')]
  const { response } = await call(
    server,
    'GET',
    `/rest/dam/data/asset?query=${encodeURIComponent(JSON.stringify({ keywords: large }))}&max=1`,
  )
  if (!response.data[0]?.keywords.some(({ name }) => name === 'Multitude'))
    throw new Error('The new name is not read at once')
  const followed = await until(server, 'multitude', count)
  const other = await newKeyword(server, 'Otherwise', 0)
  const start = performance.now()
  const { response: merge } = await call(server, 'POST', `/rest/dam/data/assetkeyword/${large}/merge`, {
    into: other,
  })
  const mergeMs = performance.now() - start
  if (merge.data.total !== count) throw new Error(`${merge.data.total} links were to be moved`)
  const moved = await until(server, 'otherwise', count)
  return [
    figure(`a keyword of ${few} assets renamed, search too`, fewMs, 1000),
    figure(
      `a keyword of ${count} assets renamed: the request`,
      manyMs,
      1000,
      `search follows in ${(followed / 1000).toFixed(1)} s`,
    ),
    figure(
      `a keyword of ${count} assets put into another: the request`,
      mergeMs,
      1000,
      `all links in ${(moved / 1000).toFixed(1)} s`,
    ),
  ]
}

function figure(what: string, value: number, limit: number, beside?: string): Figure {
  return { what, value, limit, unit: 'ms', wanted: 'at most', ...(beside === undefined ? {} : { beside }) }
}

interface Answer {
  readonly response: {
    readonly data: { readonly id: number; readonly total: number } & readonly {
      readonly keywords: readonly { readonly name: string }[]
    }[]
    readonly total: number
  }
}

async function call(server: BenchServer, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await server.call(method, path, body)
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function newKeyword(server: BenchServer, name: string, links: number): Promise<number> {
  const { response } = await call(server, 'POST', '/rest/dam/data/assetkeyword', { json: { name } })
  await sql`
    insert into link (resource, id, field, position, target_resource, target_id)
    select 'asset', id, 'keywords', 900, 'assetkeyword', ${response.data.id}::bigint from entity where resource = 'asset' order by id limit ${links}`.execute(
    server.database,
  )
  return response.data.id
}

async function rename(server: BenchServer, id: number, name: string): Promise<number> {
  const start = performance.now()
  await call(server, 'PATCH', `/rest/dam/data/assetkeyword/${id}`, { json: { name } })
  return performance.now() - start
}

/** Milliseconds until as many assets are found by a word. */
async function until(server: BenchServer, word: string, count: number): Promise<number> {
  const start = performance.now()
  while ((await call(server, 'GET', `/rest/dam/data/asset?fulltext=${word}&max=0`)).response.total < count)
    await wait(200)
  return performance.now() - start
}
