import type { AddressInfo } from 'node:net'
import type { PoolOptions } from '../ground/database/create-pool.ts'
import { watchStatements } from '../ground/watch-statements.ts'
import { selectQueue } from '../ground/jobs/jobs.sql.ts'
import type { Log } from '../ground/log.ts'
import { readStanding } from '../ground/maintenance/read-standing.ts'
import { createMetrics, type Metrics } from '../ground/metrics/metrics.ts'
import { createRecentEvents, noteProblems, type RecentEvents } from '../ground/recent-events.ts'
import type { Services } from '../ground/services.ts'
import type { Settings } from '../ground/settings/settings.ts'
import { openTracing } from '../ground/tracing/open-tracing.ts'
import type { Tracing } from '../ground/tracing/tracing.ts'
import { instance, version } from '../ground/this-server.ts'
import { createMetricsServer } from '../http/metrics-page.ts'

/** What looks at a server from its first statement on. */
export interface Monitoring {
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly recentEvents: RecentEvents
  /** What the pool of the database is opened with. */
  readonly pool: Pick<PoolOptions, 'watch' | 'onPool'>
}

/** Opens it. `log` is that of the server, whose warnings and errors are noted and counted. */
export async function openMonitoring({ monitoring }: Settings, givenLog: Log): Promise<Monitoring> {
  const metrics = createMetrics()
  const recentEvents = createRecentEvents()
  const log = noteProblems(givenLog, recentEvents, metrics)
  const tracing = await openTracing(monitoring, { version, instance })
  const watch = watchStatements({
    metrics,
    tracing,
    log,
    recent: recentEvents,
    slowMs: monitoring.slowQueryMs,
  })
  return {
    log,
    metrics,
    tracing,
    recentEvents,
    pool: { watch, onPool: (pool, maxConnections) => metrics.watchPool('main', maxConnections, () => pool) },
  }
}

/** Has the metrics of a server ask it for what is counted by nobody. */
export function watchServer(services: Services): void {
  const { metrics, database, readiness, live, settings, walArchive } = services
  metrics.watchProcess({ version, roles: settings.serverRoles })
  metrics.watchQueue(() => selectQueue(database))
  metrics.watchMaintenance(async () => {
    const { standing } = await readStanding(database, settings)
    const archive = walArchive?.standing()
    if (!archive) return standing
    // What is not stored is reported as failing; nothing comes where nothing was written.
    return { ...standing, wal: { ...archive, isOverdue: false, lastGoodAt: archive.reach?.until } }
  })
  metrics.watchReadiness(() => readiness.isReady())
  if (live) metrics.watchEventStreams(() => live.count())
}

/** Listens on the port of this machine alone that answers `/metrics`, where the settings name one. */
export async function listenForMetrics(
  services: Services,
): Promise<{ readonly url: string; close(): Promise<void> } | undefined> {
  const { metricsPort } = services.settings.monitoring
  if (metricsPort === undefined) return undefined
  const server = createMetricsServer(services)
  await server.listen({ host: '127.0.0.1', port: metricsPort })
  const { port } = server.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/metrics`, close: () => server.close() }
}
