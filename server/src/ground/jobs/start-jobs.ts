import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type CronItem,
  type JobHelpers,
  type ParsedCronItem,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerPool,
} from 'graphile-worker'
import pg from 'pg'
import type { Log } from '../log.ts'
import { measureMachine, sizeJobs } from '../settings/machine-size.ts'
import type { Outcome } from '../metrics/metrics.ts'
import { outageOf } from '../outages.ts'
import type { Services } from '../services.ts'
import { runAs, type Work } from '../work.ts'
import { createClockWatch, restartCron, runJobsFromLater } from './clock-set-back.ts'
import { splitPayload } from './create-add-job.ts'
import { releaseOnce } from './release-once.ts'
import { releaseDeadRunners, returnJobs, runnerLockClass, startLock } from './jobs.sql.ts'
import { jobPriority, type LimitedTask, type Tasks } from './task.ts'

export interface JobOptions {
  /** Address of the database whose queue is worked on: the one of `services.database`. */
  readonly url: string
  /** How many jobs run at once; by default what the settings or the size of the machine say. */
  readonly concurrency?: number
}

/** Running workers. */
export interface Jobs {
  /**
   * Lets what runs end (1 s, then its signal is aborted; 10 s at most) and stops taking jobs. What was cut
   * short is run again later.
   */
  stop(): Promise<void>
}

const abortAfterMs = 1000
const stopWithinMs = 10_000
const lookForDeadEveryMs = 15_000
const lookAtClockEveryMs = 5000
const startAgainAfterMs = 1000

/**
 * Makes or brings up to date the tables of the queue, in a schema of its own. Before the first job is added.
 */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: quiet })
}

/**
 * Starts workers in this process. Jobs that a killed process held are taken up again at once, not after
 * hours; a queue whose database went away is worked on again when it is back.
 * @source decision 0030
 */
export async function startJobs(services: Services, tasks: Tasks, options: JobOptions): Promise<Jobs> {
  await migrateJobs(options.url)
  let current = await startRunner(services, tasks, options)
  let stopping = false
  const supervise = async (): Promise<void> => {
    while (!stopping) {
      const reason = await current.ended
      if (stopping) return
      services.log.warn({}, `${reason}; starting the job queue again`)
      current = (await startAgain(services, tasks, options, () => stopping)) ?? current
    }
  }
  const supervised = supervise()
  return {
    stop: async () => {
      stopping = true
      await current.stop()
      await supervised
    },
  }
}

interface StartedRunner {
  /** Why. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

async function startAgain(
  services: Services,
  tasks: Tasks,
  options: JobOptions,
  isStopping: () => boolean,
): Promise<StartedRunner | undefined> {
  for (;;) {
    await sleep(startAgainAfterMs)
    if (isStopping()) return undefined
    try {
      return await startRunner(services, tasks, options)
    } catch (error) {
      services.log.warn({ error: String(error) }, 'The job queue could not be started; trying again')
    }
  }
}

/**
 * A runner lives as long as the session that holds its lock: without the lock others would take it for dead.
 */
async function startRunner(services: Services, tasks: Tasks, options: JobOptions): Promise<StartedRunner> {
  const session = new pg.Client({
    connectionString: options.url,
    application_name: 'cartouche jobs',
    keepAlive: true,
  })
  const lost = new Promise<void>((resolve) => {
    session.on('error', () => {
      resolve()
    })
    session.on('end', () => {
      resolve()
    })
  })
  await session.connect()
  try {
    await session.query('select pg_advisory_lock($1)', [startLock])
    await releaseDead(session, services.log)
    await runJobsFromLater(session, services.log)
    await restartCron(session)
    const state = { stopping: false }
    const { runner, pool, id } = await runTasks(services, tasks, options, () => state.stopping)
    await session.query('select pg_advisory_lock($1, hashtext($2))', [runnerLockClass, id])
    await session.query('select pg_advisory_unlock($1)', [startLock])
    return watch({ runner, pool, id, session, lost, state }, services.log)
  } catch (error) {
    await session.end().catch(() => {})
    throw error
  }
}

interface Running {
  readonly runner: Runner
  readonly pool: pg.Pool
  readonly id: string
  readonly session: pg.Client
  readonly lost: Promise<void>
  readonly state: { stopping: boolean }
}

function watch({ runner, pool, id, session, lost, state }: Running, log: Log): StartedRunner {
  const timer = setInterval(() => {
    void lookForDead(session, log)
  }, lookForDeadEveryMs).unref()
  // Recurring tasks wait for the next minute by the clock: a runner that starts again takes it as it is now.
  const isSetBack = createClockWatch()
  const setBack = Promise.withResolvers<void>()
  const clockTimer = setInterval(() => {
    if (isSetBack()) setBack.resolve()
    void runJobsFromLater(session, log).catch(() => {})
  }, lookAtClockEveryMs).unref()
  let stopped: Promise<void> | undefined
  const end = (isAsked: boolean): Promise<void> => {
    stopped ??= (async () => {
      state.stopping = true
      clearInterval(timer)
      clearInterval(clockTimer)
      await Promise.race([
        runner.stop(),
        sleep(stopWithinMs, undefined, { ref: false }).then(() => runner.kill()),
      ]).catch(() => {})
      await session.query(returnJobs, [id]).catch(() => {})
      // Where the database was lost, the runner still tries to report what became of its jobs: an ended pool
      // would throw at it, out of reach of any catch. Its connections end by themselves when idle.
      await Promise.all([session.end(), isAsked ? pool.end() : undefined]).catch(() => {})
    })()
    return stopped
  }
  const ended = Promise.race([
    Promise.race([lost, runner.promise.catch(() => {})]).then(async () => {
      await end(false)
      return 'The job queue lost its database'
    }),
    setBack.promise.then(async () => {
      await end(true)
      return 'The clock was set back'
    }),
  ])
  return { ended, stop: () => end(true) }
}

async function lookForDead(session: pg.Client, log: Log): Promise<void> {
  try {
    const { rows } = await session.query<{ free: boolean }>('select pg_try_advisory_lock($1) free', [
      startLock,
    ])
    if (!rows[0]?.free) return
    await releaseDead(session, log)
    await session.query('select pg_advisory_unlock($1)', [startLock])
  } catch {
    // The session is gone: `lost` starts the runner again.
  }
}

async function releaseDead(session: pg.Client, log: Log): Promise<void> {
  const { rowCount } = await session.query(releaseDeadRunners, [runnerLockClass])
  if (rowCount) log.info({ jobs: rowCount }, 'Took up the jobs of a worker that was killed')
}

async function runTasks(
  services: Services,
  tasks: Tasks,
  options: JobOptions,
  isStopping: () => boolean,
): Promise<{ runner: Runner; pool: pg.Pool; id: string }> {
  const events = new EventEmitter()
  const created = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => {
      resolve(workerPool.id)
    })
  })
  const concurrency = options.concurrency ?? services.settings.jobsAtOnce ?? sizeJobs(measureMachine())
  const pool = new pg.Pool({
    connectionString: options.url,
    max: concurrency + 2,
    application_name: 'cartouche jobs',
    keepAlive: true,
  })
  releaseOnce(pool)
  // Without listeners, a database that is stopped would end the server. The runner reports what goes wrong.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const runner = await run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    logger: loggerOf(services.log, isStopping),
    events,
    gracefulShutdownAbortTimeout: abortAfterMs,
    pollInterval: 2000,
    taskList: taskListOf(services, tasks),
    parsedCronItems: cronItemsOf(tasks),
  } satisfies RunnerOptions)
  return { runner, pool, id: await created }
}

function taskListOf(services: Services, tasks: Tasks): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (stored: unknown, { abortSignal, job }: JobHelpers) => {
        const signal = abortSignal ?? new AbortController().signal
        const { attempts: attempt, last_error: lastError } = job
        const { payload, work } = splitPayload(stored)
        const run = () =>
          watchJob(services, name, attempt, work, () =>
            runJob(services, task, payload, { signal, attempt, task: name, lastError: lastError ?? '' }),
          )
        return runAs(work ?? { requestId: `job-${job.id}` }, run)
      },
    ]),
  )
}

/** Counts a run of a job, which is a span of the request that asked for it. */
async function watchJob(
  { metrics, tracing }: Services,
  task: string,
  attempt: number,
  work: Work | undefined,
  run: () => Promise<Outcome>,
): Promise<void> {
  const startedMs = performance.now()
  let outcome: Outcome = 'failed'
  try {
    outcome = await tracing.span(
      {
        name: `job ${task}`,
        kind: 'consumer',
        attributes: {
          'cartouche.job.attempt': attempt,
          ...(work && { 'cartouche.request.id': work.requestId }),
        },
        traceparent: work?.traceparent,
      },
      run,
    )
  } finally {
    metrics.jobRun(task, (performance.now() - startedMs) / 1000, outcome)
  }
}

async function runJob(
  services: Services,
  task: Tasks[string],
  payload: unknown,
  attempt: Attempt,
): Promise<Outcome> {
  // Another server may have put it in, after a change that it rests on.
  await services.changes?.catchUp()
  if (typeof task !== 'function' && 'giveUp' in task) return runLimited(services, task, payload, attempt)
  await (typeof task === 'function' ? task : task.run)(services, payload, attempt.signal)
  return 'done'
}

/** Tries that are mostly not the job's fault: its process ended, as by a power cut, or there was no room. */
const maxStarts = 20

interface Attempt {
  readonly signal: AbortSignal
  readonly attempt: number
  readonly task: string
  readonly lastError: string
}

async function runLimited(
  services: Services,
  { run, maxAttempts, giveUp }: LimitedTask,
  payload: unknown,
  { signal, attempt, task, lastError }: Attempt,
): Promise<Outcome> {
  const end = async (reason: string): Promise<Outcome> => {
    services.log.error({ task, payload, reason }, 'A job was given up')
    await giveUp(services, payload, reason)
    return 'failed'
  }
  // Tries that ended with their process: a file that ends the server must not do so at every start, for ever.
  if (attempt > maxStarts) return end(lastError)
  try {
    await run(services, payload, signal)
    return 'done'
  } catch (error) {
    // A full disk or a database that is away ends no work: it is tried again, ever more seldom.
    if (attempt < maxAttempts || signal.aborted || outageOf(error) !== undefined) throw error
    return end(error instanceof Error ? error.message : String(error))
  }
}

/** A recurring task that is still at it is not put in a second time. */
function cronItemsOf(tasks: Tasks): ParsedCronItem[] {
  const items = Object.entries(tasks).flatMap(([task, about]): CronItem[] =>
    typeof about === 'function' || !('crontab' in about) || about.crontab === undefined
      ? []
      : [
          {
            task,
            match: about.crontab,
            options: { jobKey: `recurring:${task}`, priority: jobPriority.sweep, maxAttempts: 3 },
          },
        ],
  )
  return parseCronItems(items)
}

const quiet = new Logger(() => () => {})

/** What goes wrong is logged; that a job began or ended is not, nor that one was cut short by the stop. */
function loggerOf(log: Log, isStopping: () => boolean = () => false): Logger {
  return new Logger((scope) => (level, message) => {
    const about = { task: scope.taskIdentifier, job: scope.jobId }
    if (isStopping()) return
    if (level === 'error') log.error(about, message)
    else if (level === 'warning') log.warn(about, message)
  })
}
