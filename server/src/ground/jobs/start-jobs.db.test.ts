import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Services } from '../services.ts'
import { withTransaction } from '../database/database.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { noTracing } from '../tracing/tracing.ts'
import { currentWork, runAs } from '../work.ts'
import { createClockWatch } from './clock-set-back.ts'
import { createAddJob } from './create-add-job.ts'
import { migrateJobs, startJobs, type Jobs } from './start-jobs.ts'
import type { Tasks } from './task.ts'

let testDatabase: TestDatabase
let jobs: Jobs | undefined
const metrics = createMetrics()
const addJob = createAddJob()

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  await migrateJobs(testDatabase.url)
})
afterEach(async () => {
  await jobs?.stop()
  jobs = undefined
  await testDatabase.drop()
})

/** These jobs use no other service. */
const services = (): Services =>
  ({
    database: testDatabase.database,
    addJob,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    metrics,
    tracing: noTracing,
  }) as Partial<Services> as Services

const start = async (tasks: Tasks, concurrency = 2): Promise<void> => {
  jobs = await startJobs(services(), tasks, { url: testDatabase.url, concurrency })
}

async function listJobs(): Promise<
  { last_error: string | null; attempts: number; locked_by: string | null; key: string | null }[]
> {
  const { rows } = await sql<{
    last_error: string | null
    attempts: number
    locked_by: string | null
    key: string | null
  }>`
    select last_error, attempts, locked_by, key from graphile_worker._private_jobs order by id`.execute(
    testDatabase.database,
  )
  return rows
}

test('a job goes on under the id of the request that asked for it, also through a job of its own', async () => {
  const seen: unknown[] = []
  await start({
    first: async ({ database }, payload) => {
      seen.push([payload, currentWork()?.requestId])
      await addJob(database, 'second', { n: 2 })
    },
    second: async (_services, payload) => {
      seen.push([payload, currentWork()?.requestId])
    },
  })
  await runAs({ requestId: 'request-of-somebody' }, () => addJob(testDatabase.database, 'first', { n: 1 }))
  const expected = [
    [{ n: 1 }, 'request-of-somebody'],
    [{ n: 2 }, 'request-of-somebody'],
  ]
  await vi.waitFor(() => {
    expect(seen).toEqual(expected)
  }, 5000)
  await addJob(testDatabase.database, 'second', { n: 3 })
  await vi.waitFor(() => {
    expect(seen).toHaveLength(3)
  }, 5000)
  expect(seen[2]).toEqual([{ n: 3 }, expect.stringMatching(/^job-\d+$/)])
})

test('a job that is added in a transaction exists when that is committed, and never otherwise', async () => {
  const seen: unknown[] = []
  await start({
    note: async (_services, payload) => {
      seen.push(payload)
    },
  })
  await withTransaction(testDatabase.database, async (transaction) => {
    await addJob(transaction, 'note', { n: 1 })
    throw new Error('changed my mind')
  }).catch(() => {})
  await withTransaction(testDatabase.database, (transaction) => addJob(transaction, 'note', { n: 2 }))
  await vi.waitFor(() => {
    expect(seen).toEqual([{ n: 2 }])
  }, 5000)
})

test('jobs under one key wait once; the smaller priority number goes first', async () => {
  await addJob(testDatabase.database, 'note', { n: 'late' }, { priority: 5 })
  await addJob(testDatabase.database, 'note', { n: 'old' }, { key: 'one' })
  await addJob(testDatabase.database, 'note', { n: 'new' }, { key: 'one' })
  const seen: unknown[] = []
  await start(
    {
      note: async (_services, payload) => {
        seen.push((payload as { n: string }).n)
      },
    },
    1,
  )
  await vi.waitFor(() => {
    expect(seen).toEqual(['new', 'late'])
  }, 5000)
})

test('a job that fails keeps its reason and waits longer each time', async () => {
  await start({
    fails: async () => {
      throw new Error('no such luck')
    },
  })
  await addJob(testDatabase.database, 'fails', {})
  await vi.waitFor(async () => {
    expect(await listJobs()).toMatchObject([{ last_error: 'no such luck', attempts: 1, locked_by: null }])
  }, 5000)
})

test('stopping aborts what runs, and the next start runs it again', async () => {
  let runs = 0
  await start({
    long: async (_services, _payload, signal) => {
      runs++
      if (runs === 1)
        await once(signal, 'abort').then(() => {
          throw new Error('stopped')
        })
    },
  })
  await addJob(testDatabase.database, 'long', {})
  await vi.waitFor(() => {
    expect(runs).toBe(1)
  }, 5000)
  await jobs?.stop()
  expect(await listJobs()).toMatchObject([{ locked_by: null }])
  await start({
    long: async () => {
      runs++
    },
  })
  await vi.waitFor(() => {
    expect(runs).toBe(2)
  }, 10_000)
})

test.for([
  { of: 'jobs', queue: undefined },
  { of: 'jobs of a named queue', queue: 'one after another' },
])(
  '$of of a process that was killed are run by the next start; those of a running one are left alone',
  async ({ queue }) => {
    const child = fork(join(import.meta.dirname, 'hold-job.ts'), [testDatabase.url], { stdio: 'inherit' })
    await once(child, 'message')
    await addJob(testDatabase.database, 'hold', {}, queue === undefined ? {} : { queue })
    await once(child, 'message')
    let runs = 0
    const tasks: Tasks = {
      hold: async () => {
        runs++
      },
    }
    await start(tasks)
    await addJob(testDatabase.database, 'hold', { mine: true })
    await vi.waitFor(() => {
      expect(runs).toBe(1)
    }, 5000)
    await vi.waitFor(async () => {
      expect((await listJobs()).filter((job) => job.locked_by !== null)).toHaveLength(1)
    }, 5000)
    await jobs?.stop()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await start(tasks)
    await vi.waitFor(() => {
      expect(runs).toBe(2)
    }, 5000)
    await vi.waitFor(async () => {
      expect(await listJobs()).toEqual([])
    }, 5000)
  },
)

test('a named queue that a dead worker holds goes on, also where its job was freed before', async () => {
  let runs = 0
  await addJob(testDatabase.database, 'note', {}, { queue: 'one after another' })
  await sql`update graphile_worker._private_job_queues set locked_by = 'gone', locked_at = now()`.execute(
    testDatabase.database,
  )
  await start({
    note: async () => {
      runs++
    },
  })
  await vi.waitFor(() => {
    expect(runs).toBe(1)
  }, 5000)
})

test('a queue whose database cut every connection goes on when it is back', async () => {
  let runs = 0
  await start({
    note: async () => {
      runs++
    },
  })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    testDatabase.database,
  )
  await vi.waitFor(() => addJob(testDatabase.database, 'note', {}), 5000)
  await vi.waitFor(() => {
    expect(runs).toBe(1)
  }, 10_000)
})

test('a task with few tries ends with what its room writes then, and not before', async () => {
  const [runs, ends]: [number[], string[]] = [[], []]
  await start({
    limited: {
      maxAttempts: 2,
      run: async () => {
        runs.push(runs.length)
        throw new Error(`no luck ${runs.length}`)
      },
      giveUp: async (_services, payload, reason) => {
        ends.push(`${(payload as { n: number }).n}: ${reason}`)
      },
    },
  })
  await addJob(testDatabase.database, 'limited', { n: 7 })
  await vi.waitFor(() => {
    expect(runs).toHaveLength(1)
  }, 5000)
  expect(ends).toEqual([])
  // What it waits before the next try is of no interest here.
  await vi.waitFor(async () => {
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(
      testDatabase.database,
    )
    expect(ends).toEqual(['7: no luck 2'])
  }, 10_000)
  await vi.waitFor(async () => {
    expect(await listJobs()).toEqual([])
  }, 5000)
})

test('a full disk ends no task, however few its tries are', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const ends: string[] = []
  let runs = 0
  await start({
    limited: {
      maxAttempts: 2,
      run: async () => {
        runs++
        if (runs < 4) throw full
      },
      giveUp: async () => {
        ends.push('given up')
      },
    },
  })
  await addJob(testDatabase.database, 'limited', {})
  // What it waits before the next try is of no interest here.
  await vi.waitFor(async () => {
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(
      testDatabase.database,
    )
    expect(await listJobs()).toEqual([])
  }, 20_000)
  expect([runs, ends]).toEqual([4, []])
})

test('a task whose tries ended with their process again and again is given up without another', async () => {
  const ends: string[] = []
  let runs = 0
  await addJob(testDatabase.database, 'limited', {})
  await sql`update graphile_worker._private_jobs set attempts = 20, last_error = 'killed'`.execute(
    testDatabase.database,
  )
  await start({
    limited: {
      maxAttempts: 2,
      run: async () => {
        runs++
      },
      giveUp: async (_services, _payload, reason) => {
        ends.push(reason)
      },
    },
  })
  await vi.waitFor(() => {
    expect(ends).toEqual(['killed'])
  }, 5000)
  expect(runs).toBe(0)
})

test('a task whose process was killed a few times is run as if nothing had been', async () => {
  let runs = 0
  await addJob(testDatabase.database, 'limited', {})
  await sql`update graphile_worker._private_jobs set attempts = 6, last_error = 'killed'`.execute(
    testDatabase.database,
  )
  await start({
    limited: {
      maxAttempts: 2,
      run: async () => {
        runs++
      },
      giveUp: async () => {
        throw new Error('given up')
      },
    },
  })
  await vi.waitFor(async () => {
    expect(await listJobs()).toEqual([])
  }, 5000)
  expect(runs).toBe(1)
})

test('after the clock was set back, jobs from later run now in their order, and those for a moment keep it', async () => {
  const add = (n: string, runAt?: Date): Promise<void> =>
    addJob(testDatabase.database, 'note', { n }, runAt && { runAt })
  for (const n of ['first', 'second', 'third']) await add(n)
  await add('tomorrow', new Date(Date.now() + 86_400_000))
  // As they look to a clock that is an hour behind; a failed one would wait for longer.
  await sql`
    update graphile_worker._private_jobs set created_at = created_at + interval '1 hour', updated_at = updated_at + interval '1 hour', run_at = run_at + interval '1 hour'`.execute(
    testDatabase.database,
  )
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ('sweep', now(), now() + interval '1 hour')`.execute(
    testDatabase.database,
  )
  const seen: unknown[] = []
  const note = async (_services: Services, payload: unknown): Promise<void> => {
    seen.push((payload as { n: string }).n)
  }
  await start({ note, sweep: { crontab: '* * * * *', run: async () => {} } }, 1)
  await vi.waitFor(() => {
    expect(seen).toEqual(['first', 'second', 'third'])
  }, 5000)
  const { rows } = await sql<{ is_behind: boolean }>`
    select bool_and(last_execution <= now()) is_behind from graphile_worker._private_known_crontabs`.execute(
    testDatabase.database,
  )
  expect(rows).toEqual([{ is_behind: true }])
  expect(await listJobs()).toHaveLength(1)
})

test('a clock that is set back by more than a minute is noticed once', () => {
  let [nowMs, passedMs] = [1_000_000, 0]
  const isSetBack = createClockWatch(
    () => nowMs,
    () => passedMs,
  )
  const step = (byMs: number): boolean => {
    nowMs += byMs
    passedMs += 5000
    return isSetBack()
  }
  expect([step(5000), step(5000 + 3_600_000), step(5000 - 3_600_000), step(5000)]).toEqual([
    false,
    false,
    true,
    false,
  ])
})
