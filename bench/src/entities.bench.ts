import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { at, median, type Figure } from './figure.ts'
import { seedLibrary } from './seed-library.ts'

const runs = 300
const warmUp = 100

/**
 * Reads and changes of single assets over HTTP, in a library of a million; each change is looked for before
 * it counts.
 */
export async function benchEntities(say: (line: string) => void, count = 1_000_000): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    await seedLibrary(server.database, count, say)
    return await measureEntities(server, count)
  } finally {
    await server.stop()
  }
}

/** The same on a library that is there. */
export async function measureEntities(server: BenchServer, count: number): Promise<Figure[]> {
  // What was loaded behind the server's back is heard of by its next change; until the numbers are in memory
  // again, a core is busy with that.
  await changed(server, 100_001, 'a first change')
  await found(server, 'a first change')
  await untilInMemory(server)
  const ids = Array.from({ length: runs + warmUp }, (_, n) => 100_001 + ((n * 7919) % count))
  const reads = await times(ids, (id) => read(server, id))
  const bare = await times(ids, (id) =>
    sql`select * from entity where resource = 'asset' and id = ${id}`.execute(server.database),
  )
  const bareChange = await times(ids, (id) =>
    sql`update entity set modified_at = modified_at where resource = 'asset' and id = ${id}`.execute(
      server.database,
    ),
  )
  const patches = await times(
    ids,
    (id, n) => changed(server, id, `city of run ${n}`),
    (n) => found(server, `city of run ${n}`),
  )
  const linked = await times(ids, (id, n) =>
    call(server, 'PATCH', `/rest/dam/data/asset/${id}`, {
      json: { keywords: { $mode: 'appendnew', $values: [1001 + (n % 400)] } },
    }),
  )
  return [
    figure('an asset by its id, with rights, over HTTP', reads, 3, bare, 'one row by its key'),
    figure(
      'a change of a facet, found by the next search',
      patches,
      10,
      bareChange,
      'one row changed by its key and committed',
    ),
    figure('a keyword appended', linked, 10, bareChange, 'one row changed'),
  ]
}

const soonMs = 50
const inMemoryWithinMs = 120_000

/** Waits until all facets of the library are counted at once, as only the numbers in memory are. */
async function untilInMemory(server: BenchServer): Promise<void> {
  const until = performance.now() + inMemoryWithinMs
  for (;;) {
    const start = performance.now()
    await call(server, 'GET', '/rest/dam/data/asset?max=1&withAggregates=true&aggFields=rootnature,keywords')
    if (performance.now() - start < soonMs) return
    if (performance.now() > until) throw new Error('The numbers were not in memory in time')
    await wait(500)
  }
}

function figure(
  what: string,
  measured: readonly number[],
  limit: number,
  beside?: readonly number[],
  name = '',
): Figure {
  return {
    what: `${what}, p95`,
    value: at(measured, 0.95),
    limit,
    unit: 'ms',
    wanted: 'at most',
    beside: `median ${median(measured).toFixed(1)} ms${beside ? `; ${name} ${at(beside, 0.95).toFixed(1)} ms` : ''}`,
  }
}

async function times(
  ids: readonly number[],
  work: (id: number, n: number) => Promise<unknown>,
  after: (n: number) => Promise<unknown> = async () => {},
): Promise<number[]> {
  const measured: number[] = []
  for (const [n, id] of ids.entries()) {
    const start = performance.now()
    await work(id, n)
    if (n >= warmUp) measured.push(performance.now() - start)
    await after(n)
  }
  return measured
}

async function call(
  server: BenchServer,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ response: { data: { id: number; city: string }; total: number } }> {
  const answer = await server.call(method, path, body)
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as { response: { data: { id: number; city: string }; total: number } }
}

async function read(server: BenchServer, id: number): Promise<void> {
  const { response } = await call(server, 'GET', `/rest/dam/data/asset/${id}`)
  if (response.data.id !== id) throw new Error(`asked for ${id}, got ${response.data.id}`)
}

async function changed(server: BenchServer, id: number, city: string): Promise<void> {
  const { response } = await call(server, 'PATCH', `/rest/dam/data/asset/${id}`, { json: { city } })
  if (response.data.city !== city) throw new Error(`wrote ${city}, got ${response.data.city}`)
}

async function found(server: BenchServer, city: string): Promise<void> {
  const { response } = await call(
    server,
    'GET',
    `/rest/dam/data/asset?withData=false&query=${encodeURIComponent(JSON.stringify({ city }))}`,
  )
  if (response.total !== 1) throw new Error(`${city}: ${response.total} hits`)
}
