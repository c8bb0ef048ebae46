import { setTimeout as wait } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { alternatePair, timed } from './alternate.ts'
import type { QuickLibrary } from './quick-library.ts'
import type { QuickRow } from './ratio-row.ts'

const runs = 200
const warmUp = 60

/**
 * Reads and changes of single assets over HTTP; each change is looked for before it counts.
 */
export async function benchEntities(library: QuickLibrary): Promise<QuickRow[]> {
  await untilInMemory(library)
  const idOf = (run: number): number => 100_001 + ((run * 7919) % library.assets)
  // A library that grows is measured again.
  const cityOf = (run: number): string => `city of run ${run} of ${library.assets}`
  const reads = await alternatePair(
    timed((run) => read(library, idOf(run))),
    timed(async (run) => {
      await (await fetch(`${library.url}/health`)).json()
      await sql`select * from entity where resource = 'asset' and id = ${idOf(run)}`.execute(library.database)
    }),
    { runs, warmUp },
  )
  const changes = await alternatePair(
    timed((run) => change(library, idOf(run), cityOf(run)), {
      check: (_answer, run) => requireFound(library, cityOf(run)),
    }),
    timed((run) =>
      sql`update entity set props = props || jsonb_build_object('country', ${`country of run ${run}`}::text)
        where resource = 'asset' and id = ${idOf(run + 1_000_003)}`.execute(library.database),
    ),
    { runs, warmUp },
  )
  return [
    {
      id: 'entity',
      what: 'an asset by its id, with rights, over HTTP',
      ...reads,
      beside: 'the same server’s constant answer and one row by its key',
      goal: { atMost: 2 },
    },
    {
      id: 'change',
      what: 'one facet of an asset changed, which the next search finds',
      ...changes,
      beside: 'one row updated by its key',
      goal: { atMost: 3 },
    },
  ]
}

const soonMs = 50
/** Ten million take minutes. */
const inMemoryWithinMs = 900_000

/** Waits until all facets of the library are counted at once, as only the numbers in memory are. */
export async function untilInMemory(library: QuickLibrary): Promise<void> {
  const until = performance.now() + inMemoryWithinMs
  for (;;) {
    const start = performance.now()
    await call(library, 'GET', '/rest/dam/data/asset?max=1&withAggregates=true&aggFields=rootnature,keywords')
    if (performance.now() - start < soonMs) return
    if (performance.now() > until) throw new Error('The numbers were not in memory in time')
    await wait(500)
  }
}

async function call(
  library: QuickLibrary,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ response: { data: { id: number; city: string }; total: number } }> {
  const answer = await library.call(method, path, body)
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as { response: { data: { id: number; city: string }; total: number } }
}

async function read(library: QuickLibrary, id: number): Promise<void> {
  const { response } = await call(library, 'GET', `/rest/dam/data/asset/${id}`)
  if (response.data.id !== id) throw new Error(`asked for ${id}, got ${response.data.id}`)
}

async function change(library: QuickLibrary, id: number, city: string): Promise<void> {
  const { response } = await call(library, 'PATCH', `/rest/dam/data/asset/${id}`, { json: { city } })
  if (response.data.city !== city) throw new Error(`wrote ${city}, got ${response.data.city}`)
}

async function requireFound(library: QuickLibrary, city: string): Promise<void> {
  const query = encodeURIComponent(JSON.stringify({ city }))
  const { response } = await call(library, 'GET', `/rest/dam/data/asset?withData=false&query=${query}`)
  if (response.total !== 1) throw new Error(`${city}: ${response.total} hits`)
}
