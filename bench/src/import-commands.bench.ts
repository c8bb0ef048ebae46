import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { seedItems } from './seed-items.ts'

const count = 10_000
const rounds = 3

interface JobAnswer {
  readonly response: { readonly data: { readonly id: number } }
}
interface CommandAnswer {
  readonly response: { readonly $action: { readonly commands: readonly string[] } }
}
interface ChangesAnswer {
  readonly response: { readonly data: readonly { readonly done: boolean; readonly finished: number }[] }
}

/**
 * A description of 10,000 items of an import at once, and their validation into assets, each beside the bare
 * statements that write the same rows, alternating.
 */
export async function benchImportCommands(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    const edits: { answered: number; done: number; bare: number }[] = []
    const validations: { done: number; bare: number }[] = []
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}: ${count} items`)
      const job = await createJob(server)
      await seedItems(server, job, count)
      edits.push({
        ...(await command(server, job, { data: { city: `Brest ${round}`, creator: 'Bench' } })),
        bare: await time(() => bareEdit(server, job)),
      })
      const { done } = await command(server, job, { validate: true })
      validations.push({ done, bare: await time(() => bareAssets(server, job)) })
    }
    return [
      {
        what: `description of ${count} items at once: until it is done`,
        value: median(edits.map(({ done }) => done)) / 1000,
        limit: 5,
        unit: 's',
        wanted: 'at most',
        beside: `answered after ${median(edits.map(({ answered }) => answered)).toFixed(0)} ms; one bare update of the same rows ${median(edits.map(({ bare }) => bare)).toFixed(0)} ms`,
      },
      {
        what: `validation of ${count} items into assets: until it is done`,
        value: median(validations.map(({ done }) => done)) / 1000,
        limit: 10,
        unit: 's',
        wanted: 'at most',
        beside: `bare inserts of as many entities and files ${median(validations.map(({ bare }) => bare)).toFixed(0)} ms`,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function createJob(server: BenchServer): Promise<number> {
  const answer = await server.call('POST', '/rest/massimport/job', { json: { name: 'Bench' } })
  return ((await answer.json()) as JobAnswer).response.data.id
}

/** Changes all items of a job; milliseconds until the call answered, and until it was done. */
async function command(
  server: BenchServer,
  job: number,
  metadata: object,
): Promise<{ answered: number; done: number }> {
  const start = performance.now()
  const answer = await server.call('PUT', `/rest/massimport/job/${job}`, { metadata })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const [id] = ((await answer.json()) as CommandAnswer).response.$action.commands
  const answered = performance.now() - start
  for (;;) {
    const changes = await server.call('GET', `/rest/massimport/job/${job}/changes/${id}`)
    const [change] = ((await changes.json()) as ChangesAnswer).response.data
    if (change?.done === true) {
      if (change.finished !== count) throw new Error(`${change.finished} of ${count} were changed`)
      return { answered, done: performance.now() - start }
    }
    await sleep(50)
  }
}

async function bareEdit(server: BenchServer, job: number): Promise<void> {
  await sql`update import_item set metadata = metadata || '{"country": "France", "credit": "Bench"}', changed_at = now() where job_id = ${job}`.execute(
    server.database,
  )
}

/** Entities and files as a validation makes them, without links, search rows or journal; taken back. */
async function bareAssets(server: BenchServer, job: number): Promise<void> {
  await server.database
    .transaction()
    .execute(async (transaction) => {
      await sql`
        insert into entity (resource, id, status, owner_id, modified_by, props)
        select 'asset', id + 1000000000, 1, 12, 12, metadata from import_item where job_id = ${job}`.execute(
        transaction,
      )
      await sql`
        insert into entity_file (resource, id, sha256, file_name, media_type, facts)
        select 'asset', id + 1000000000, sha256, file_name, 'image/jpeg', '{}' from import_item where job_id = ${job}`.execute(
        transaction,
      )
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
}

class TakenBack extends Error {}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
