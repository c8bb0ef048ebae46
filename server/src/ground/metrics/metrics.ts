import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** How something ended, as a metric reports it. */
export type Outcome = 'done' | 'failed'

/** What a cache holds, and how often it was of use so far. */
export interface CacheUse {
  readonly entries: number
  readonly hits: number
  readonly misses: number
}

/** What a pool of connections says of itself. */
export interface PoolUse {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** What the processes that decode files are doing. */
export interface MediaWorkersUse {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
}

/** Jobs of one kind in the queue, which all servers share. */
export interface QueuedJobs {
  readonly task: string
  readonly waiting: number
  readonly scheduled: number
  readonly running: number
  readonly failed: number
  /** How long the first of those that wait has been due; 0 where none waits. */
  readonly oldestSeconds: number
}

/** How it stands with backups and what else looks after a library. */
export interface MaintenanceStanding {
  readonly state: string
  readonly isOverdue: boolean
  readonly lastGoodAt: Date | undefined
}

/** What a server is doing at this moment. */
export interface MetricsState {
  readonly pool: {
    readonly used: number
    readonly open: number
    readonly max: number
    readonly waiting: number
  }
  readonly mediaWorkers: MediaWorkersUse & { readonly max: number }
  readonly caches: readonly (CacheUse & { readonly name: string })[]
}

/** Counts what this server does, and reports it as Prometheus reads it. */
export interface Metrics {
  /** `call`: a name of the contract, or of the few other things that are served. */
  callAnswered(call: string, status: string, seconds: number | undefined): void
  bytesSent(call: string, bytes: number): void
  statementRun(kind: string, seconds: number, outcome: Outcome): void
  slowStatement(): void
  /** One that a standby may do, where there is one. */
  heavyRead(at: 'standby' | 'primary'): void
  jobRun(task: string, seconds: number, outcome: Outcome): void
  mediaTaskRun(kind: string, seconds: number, outcome: Outcome): void
  mediaWorkerStarted(): void
  /** A process had to end: `timeout`, `memory`, `crashed`. */
  mediaWorkerLost(reason: string): void
  archiveSent(bytes: number): void
  fileImported(bytes: number): void
  logged(level: string): void
  watchPool(name: string, maxConnections: number, use: () => PoolUse): void
  watchMediaWorkers(size: number, use: () => MediaWorkersUse): void
  watchCache(name: string, use: () => CacheUse): void
  watchEventStreams(count: () => number): void
  watchConnections(count: () => Promise<number>): void
  /** `read` is asked at a scrape; where it fails, the database counts as away. */
  watchQueue(read: () => Promise<readonly QueuedJobs[]>): void
  /** By kinds of runs: backups, their checks, the reading of files. Asked at a scrape. */
  watchMaintenance(read: () => Promise<Readonly<Record<string, MaintenanceStanding>>>): void
  watchReadiness(isReady: () => Promise<boolean>): void
  /** Node's own: event loop, heap, garbage collection, processor. Once a process, for as long as it runs. */
  watchProcess(about: { readonly version: string; readonly roles: readonly string[] }): void
  /** Called at each scrape, before anything is answered. */
  beforeScrape(count: () => void): void
  /** What was asked to be watched, at this moment. */
  state(): MetricsState
  /** All of them in the text format of Prometheus. */
  expose(): Promise<{ readonly contentType: string; readonly text: string }>
}

declare module '../services.ts' {
  interface Services {
    readonly metrics: Metrics
  }
}

const callBuckets = [0.005, 0.02, 0.1, 0.25, 1, 2.5, 10]
const statementBuckets = [0.001, 0.005, 0.02, 0.1, 0.5, 1, 5, 30]
const workBuckets = [0.05, 0.25, 1, 5, 20, 60, 300, 1800]

/**
 * Creates the metrics of a server, all at zero. Names follow the conventions of Prometheus; labels have few
 * values: names of calls, tasks and caches, never an address, an id or a text of somebody.
 * @source decision 0205
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const watched: Watched = {
    pool: { max: 0, use: () => ({ totalCount: 0, idleCount: 0, waitingCount: 0 }) },
    mediaWorkers: { max: 0, use: () => ({ busy: 0, idle: 0, waiting: 0 }) },
    caches: new Map(),
  }
  return {
    ...countWork(registry),
    ...countMedia(registry, watched),
    ...watchState(registry, watched),
    state: () => stateOf(watched),
  }
}

interface Watched {
  pool: { readonly max: number; readonly use: () => PoolUse }
  mediaWorkers: { readonly max: number; readonly use: () => MediaWorkersUse }
  readonly caches: Map<string, () => CacheUse>
}

function stateOf({ pool, mediaWorkers, caches }: Watched): MetricsState {
  const { totalCount: open, idleCount, waitingCount: waiting } = pool.use()
  return {
    pool: { used: open - idleCount, open, max: pool.max, waiting },
    mediaWorkers: { ...mediaWorkers.use(), max: mediaWorkers.max },
    caches: [...caches].map(([name, use]) => ({ name, ...use() })),
  }
}

type Counting = Pick<
  Metrics,
  | 'callAnswered'
  | 'bytesSent'
  | 'statementRun'
  | 'slowStatement'
  | 'heavyRead'
  | 'jobRun'
  | 'archiveSent'
  | 'fileImported'
  | 'logged'
>

function countWork(registry: Registry): Counting {
  const counter = counterOf(registry)
  const histogram = histogramOf(registry)
  const calls = counter('http_requests_total', 'Requests answered, by call and class of status', [
    'call',
    'status',
  ])
  const callSeconds = histogram(
    'http_request_duration_seconds',
    'From the head of a request to the end of its answer',
    ['call'],
    callBuckets,
  )
  const sent = counter('http_sent_bytes_total', 'Bytes of answers that were sent', ['call'])
  const statements = histogram(
    'database_statement_duration_seconds',
    'SQL statements, from sending one to its answer',
    ['kind'],
    statementBuckets,
  )
  const failures = counter('database_statement_failures_total', 'SQL statements that failed', ['kind'])
  const heavy = counter('database_heavy_reads_total', 'Heavy reads, where a standby may do them', ['at'])
  const slow = counter('database_slow_statements_total', 'SQL statements above CARTOUCHE_SLOW_QUERY_MS', [])
  const jobs = histogram('job_duration_seconds', 'Runs of jobs on this server', ['task'], workBuckets)
  const jobRuns = counter('job_runs_total', 'Runs of jobs on this server, by how they ended', [
    'task',
    'outcome',
  ])
  const archive = counter('archive_sent_bytes_total', 'Bytes of archives that were sent', [])
  const files = counter('import_files_total', 'Files that were taken into imports', [])
  const fileBytes = counter('import_bytes_total', 'Bytes of files that were taken into imports', [])
  const lines = counter('log_lines_total', 'Warnings and errors in the log of this server', ['level'])
  for (const level of ['warn', 'error']) lines.inc({ level }, 0)
  return {
    callAnswered: (call, status, seconds) => {
      calls.inc({ call, status })
      if (seconds !== undefined) callSeconds.observe({ call }, seconds)
    },
    bytesSent: (call, bytes) => sent.inc({ call }, bytes),
    statementRun: (kind, seconds, outcome) => {
      statements.observe({ kind }, seconds)
      if (outcome === 'failed') failures.inc({ kind })
    },
    slowStatement: () => slow.inc(),
    heavyRead: (at) => heavy.inc({ at }),
    jobRun: (task, seconds, outcome) => {
      jobs.observe({ task }, seconds)
      jobRuns.inc({ task, outcome })
    },
    archiveSent: (bytes) => archive.inc(bytes),
    fileImported: (bytes) => {
      files.inc()
      fileBytes.inc(bytes)
    },
    logged: (level) => lines.inc({ level }),
  }
}

type Media = Pick<Metrics, 'mediaTaskRun' | 'mediaWorkerStarted' | 'mediaWorkerLost' | 'watchMediaWorkers'>

function countMedia(registry: Registry, watched: Watched): Media {
  const counter = counterOf(registry)
  const seconds = histogramOf(registry)(
    'media_task_duration_seconds',
    'Work on files in processes of their own, without the wait for one',
    ['kind'],
    workBuckets,
  )
  const tasks = counter('media_tasks_total', 'Work on files, by how it ended', ['kind', 'outcome'])
  const started = counter('media_worker_starts_total', 'Processes that were started to decode files', [])
  const lost = counter(
    'media_worker_losses_total',
    'Processes that ended, and why: a file ended them, or others did (killed)',
    ['reason'],
  )
  for (const reason of ['timeout', 'memory', 'crashed', 'killed']) lost.inc({ reason }, 0)
  return {
    mediaTaskRun: (kind, taken, outcome) => {
      seconds.observe({ kind }, taken)
      tasks.inc({ kind, outcome })
    },
    mediaWorkerStarted: () => started.inc(),
    mediaWorkerLost: (reason) => lost.inc({ reason }),
    watchMediaWorkers: (size, use) => {
      watched.mediaWorkers = { max: size, use }
      const gauge = gaugeOf(registry)
      gauge('media_workers_max', 'Most processes that decode files at once', [], (max) => max.set(size))
      gauge('media_workers', 'Processes that decode files', ['state'], (workers) => {
        const { busy, idle } = use()
        workers.set({ state: 'busy' }, busy)
        workers.set({ state: 'idle' }, idle)
      })
      gauge('media_tasks_waiting', 'Work on files that waits for a process', [], (waiting) =>
        waiting.set(use().waiting),
      )
    },
  }
}

type Watching = Omit<Metrics, keyof Counting | keyof Media | 'state'>

function watchState(registry: Registry, watched: Watched): Watching {
  const gauge = gaugeOf(registry)
  const scraped: (() => void)[] = []
  watchCaches(registry, watched.caches)
  return {
    watchPool: (name, max, use) => {
      watched.pool = { max, use }
      watchPool(registry, name, max, use)
    },
    watchCache: (name, use) => void watched.caches.set(name, use),
    watchEventStreams: (count) =>
      gauge('event_streams', 'Browsers that listen for what changes', [], (streams) => streams.set(count())),
    watchConnections: (count) =>
      gauge('http_connections', 'Open connections to the HTTP server', [], async (connections) =>
        connections.set(await count()),
      ),
    watchReadiness: (isReady) =>
      gauge('ready', '1 while this server is ready for requests, as /ready reports it', [], async (ready) =>
        ready.set((await isReady()) ? 1 : 0),
      ),
    watchQueue: (read) => watchQueue(registry, read),
    watchMaintenance: (read) => watchMaintenance(registry, read),
    watchProcess: ({ version, roles }) => {
      collectDefaultMetrics({ register: registry })
      for (const name of misnamed) registry.removeSingleMetric(name)
      gauge('build_info', '1, by the version and the role of this server', ['version', 'role'], (info) =>
        info.set({ version, role: roles.join(',') }, 1),
      )
    },
    beforeScrape: (count) => void scraped.push(count),
    expose: async () => {
      for (const count of scraped) count()
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

function watchCaches(registry: Registry, caches: ReadonlyMap<string, () => CacheUse>): void {
  const gauge = gaugeOf(registry)
  const each = (set: (cache: string, use: CacheUse) => void): void => {
    for (const [cache, use] of caches) set(cache, use())
  }
  gauge('cache_entries', 'What a cache holds', ['cache'], (entries) =>
    each((cache, use) => entries.set({ cache }, use.entries)),
  )
  const counter = counterOf(registry)
  counter('cache_hits_total', 'Reads that a cache answered', ['cache'], (hits) => {
    hits.reset()
    each((cache, use) => hits.inc({ cache }, use.hits))
  })
  counter('cache_misses_total', 'Reads that a cache could not answer', ['cache'], (misses) => {
    misses.reset()
    each((cache, use) => misses.inc({ cache }, use.misses))
  })
}

function watchPool(registry: Registry, pool: string, maxConnections: number, use: () => PoolUse): void {
  const gauge = gaugeOf(registry)
  gauge('database_connections_max', 'Most connections of a pool', ['pool'], (max) =>
    max.set({ pool }, maxConnections),
  )
  gauge('database_connections', 'Connections of a pool', ['pool', 'state'], (connections) => {
    const { totalCount, idleCount } = use()
    connections.set({ pool, state: 'used' }, totalCount - idleCount)
    connections.set({ pool, state: 'idle' }, idleCount)
  })
  gauge('database_connection_waits', 'Work that waits for a connection of a pool', ['pool'], (waiting) =>
    waiting.set({ pool }, use().waitingCount),
  )
}

/** Gauges of one scrape are collected together and share one question; undefined where it fails. */
function askOnce<Answer>(read: () => Promise<Answer>): () => Promise<Answer | undefined> {
  let asked: Promise<Answer | undefined> | undefined
  return () => {
    asked ??= read()
      .catch(() => undefined)
      .finally(() => {
        asked = undefined
      })
    return asked
  }
}

function watchMaintenance(
  registry: Registry,
  read: () => Promise<Readonly<Record<string, MaintenanceStanding>>>,
): void {
  const gauge = gaugeOf(registry)
  const ask = askOnce(read)
  const gaugeByKind = (name: string, help: string, value: (standing: MaintenanceStanding) => number): void =>
    gauge(name, help, ['kind'], async (series) => {
      const standing = await ask()
      // What is not known is not reported as good.
      series.reset()
      for (const [kind, one] of Object.entries(standing ?? {})) series.set({ kind }, value(one))
    })
  gaugeByKind(
    'maintenance_failing',
    '1 where the last run failed, or found files missing or damaged',
    ({ state }) => (state === 'failed' || state === 'faults' ? 1 : 0),
  )
  gaugeByKind(
    'maintenance_overdue',
    '1 where no run was good for twice the time between two',
    ({ isOverdue }) => (isOverdue ? 1 : 0),
  )
  gaugeByKind(
    'maintenance_last_success_timestamp_seconds',
    'When the last good run ended; 0: never',
    (one) => (one.lastGoodAt?.getTime() ?? 0) / 1000,
  )
}

function watchQueue(registry: Registry, read: () => Promise<readonly QueuedJobs[]>): void {
  const gauge = gaugeOf(registry)
  const ask = askOnce(read)
  gauge('database_up', '1 where the database answers', [], async (up) => up.set((await ask()) ? 1 : 0))
  gauge('jobs', 'Jobs in the queue of all servers', ['task', 'state'], async (jobs) => {
    const queued = (await ask()) ?? []
    jobs.reset()
    for (const { task, waiting, scheduled, running, failed } of queued)
      for (const [state, count] of Object.entries({ waiting, scheduled, running, failed }))
        jobs.set({ task, state }, count)
  })
  gauge('jobs_oldest_waiting_seconds', 'How long the first job has been due', ['task'], async (oldest) => {
    const queued = (await ask()) ?? []
    oldest.reset()
    for (const { task, oldestSeconds } of queued) oldest.set({ task }, oldestSeconds)
  })
}

/** Gauges that are called as counters are: tools complain of them, and the others say as much. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

const prefix = 'cartouche_'

function counterOf(registry: Registry) {
  return (
    name: string,
    help: string,
    labelNames: string[],
    collect: (counter: Counter) => void = () => {},
  ): Counter =>
    new Counter({
      name: `${prefix}${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        collect(this)
      },
    })
}

function histogramOf(registry: Registry) {
  return (name: string, help: string, labelNames: string[], buckets: number[]): Histogram =>
    new Histogram({ name: `${prefix}${name}`, help, labelNames, buckets, registers: [registry] })
}

function gaugeOf(registry: Registry) {
  return (
    name: string,
    help: string,
    labelNames: string[],
    collect: (gauge: Gauge) => void | Promise<void>,
  ): void => {
    // A second server in one process registers it again: the last one counts.
    registry.removeSingleMetric(`${prefix}${name}`)
    registry.registerMetric(
      new Gauge({
        name: `${prefix}${name}`,
        help,
        labelNames,
        registers: [],
        async collect() {
          await collect(this)
        },
      }),
    )
  }
}
