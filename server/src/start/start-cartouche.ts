import type { Server } from 'node:http'
import { resolve } from 'node:path'
import type { AddressInfo } from 'node:net'
import { watchChanges } from '../ground/changes.ts'
import type { Log } from '../ground/log.ts'
import { modelHooks } from '../people/model-hooks.ts'
import type { Services } from '../ground/services.ts'
import { installAccounts } from '../people/accounts/install-accounts.ts'
import { openBlobs } from '../ground/open-blobs.ts'
import { rememberSmallBlobs } from '../ground/blobs/remember-small-blobs.ts'
import { checkDatabase } from '../ground/database/check-database.ts'
import { createDatabase, type Database } from '../ground/database/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../ground/database/embedded-postgres.ts'
import { nameServer } from '../ground/this-server.ts'
import { createStandby, type Standby } from '../ground/database/standby.ts'
import { migrate } from '../ground/database/migrate.ts'
import { listenForMetrics, openMonitoring, watchServer } from './monitoring.ts'
import { createServices } from '../features/create-services.ts'
import { archiveLog } from '../features/maintenance/archive-log.ts'
import { createMaintenanceTasks } from '../features/maintenance/maintenance-tasks.ts'
import { handlers } from './handlers.ts'
import { tasks } from './tasks.ts'
import { createServer } from '../http/create-server.ts'
import { drainServer } from '../http/drain-server.ts'
import { createHealthServer } from '../http/health.ts'
import type { Handlers } from '../http/answer-call.ts'
import { createAddJob } from '../ground/jobs/create-add-job.ts'
import { migrateJobs, startJobs } from '../ground/jobs/start-jobs.ts'
import { installLibrary } from '../model/entities/install-library.ts'
import { startLive } from '../people/live/live.ts'
import type { Settings } from '../ground/settings/settings.ts'

/** A running server. */
export interface Cartouche {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string
  /** Where `/metrics` is read on this machine alone, where the settings say so. */
  readonly metricsUrl: string | undefined
  readonly services: Services
  /** Lets requests end, gives jobs back, and ends the embedded database. */
  stop(): Promise<void>
}

export interface StartOptions {
  readonly settings: Settings
  readonly log: Log
  /** Folder of the built web application. */
  readonly webFolder?: string
  /** Receives what is to be printed once: passwords that were generated. */
  readonly announce?: (line: string) => void
}

/** Beside a pooler: renditions in the making, an index that is built, the sweep of files. */
const maxSessions = 8
const maxStandbyConnections = 4
const builtWeb = resolve(import.meta.dirname, '../../../web/dist')

/** Starts the whole: database, migrations, accounts, workers, HTTP. Ready when it resolves. */
export async function startCartouche({
  settings,
  log: givenLog,
  webFolder = builtWeb,
  announce = () => {},
}: StartOptions): Promise<Cartouche> {
  const monitoring = await openMonitoring(settings, givenLog)
  const { log, metrics, tracing, recentEvents } = monitoring
  const postgres = settings.databaseUrl === undefined ? await startOwnDatabase(settings, log) : undefined
  const url = settings.databaseUrl ?? postgres?.url ?? ''
  // Where sessions are kept: for what listens, holds locks, or migrates.
  const directUrl = settings.databaseDirectUrl ?? url
  const isPooled = directUrl !== url
  const stops: (() => Promise<unknown>)[] = [async () => postgres?.stop(), () => tracing.stop()]
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  try {
    if (!postgres) await checkDatabase(settings)
    await migrate(directUrl, {
      log: (line) => log.info({ from: 'migrations' }, line),
      finish: installLibrary,
    })
    const onIdleError = (error: Error): void =>
      log.warn({ message: error.message }, 'a connection to the database was lost')
    const database = createDatabase(url, { isPooled, onIdleError, ...monitoring.pool })
    stops.push(() => database.destroy())
    const sessions = isPooled
      ? createDatabase(directUrl, { connections: maxSessions, onIdleError, watch: monitoring.pool.watch })
      : database
    if (isPooled) stops.push(() => sessions.destroy())
    const standby = openStandby(settings, database, log, metrics)
    stops.push(async () => standby?.stop())
    const changes = await watchChanges(directUrl, log, nameServer(settings.serverRoles))
    stops.push(() => changes.stop())
    const [isWeb, isWorker] = [settings.serverRoles.includes('web'), settings.serverRoles.includes('worker')]
    const live = isWeb ? await startLive(database, directUrl, log) : undefined
    stops.push(async () => live?.stop())
    const stored = await openBlobs(settings)
    const walArchive = postgres && archiveLog(postgres, { database, settings, blobs: stored, log })
    stops.push(async () => walArchive?.stop())
    const services = createServices({
      database,
      sessions,
      ...(standby && { standby }),
      ...(walArchive && { walArchive }),
      blobs: rememberSmallBlobs(stored, (use) => metrics.watchCache('small_blobs', use)),
      settings,
      log,
      metrics,
      tracing,
      recentEvents,
      addJob: createAddJob(tracing),
      changes,
      ...(live && { live }),
      modelHooks,
    })
    // Stopped when nobody can be answered any more, and before the database is closed.
    stops.push(services.usage.start(), services.applicationCalls.start())
    watchServer(services)
    await installLibrary(database)
    for (const line of await installAccounts(services)) announce(line)
    stops.push(
      () => services.mediaWorkers.close(),
      () => services.fingerprintIndex.close(),
    )
    const ownTasks = { ...tasks, ...createMaintenanceTasks(directUrl, settings) }
    const jobs = isWorker ? await startJobs(services, ownTasks, { url: directUrl }) : undefined
    if (!isWorker) await migrateJobs(directUrl)
    stops.push(async () => jobs?.stop())
    const server = isWeb
      ? await createServer(services, handlers as unknown as Handlers, webFolder)
      : createHealthServer(services)
    await server.listen({ host: settings.host, port: settings.port })
    stops.push(() => server.close())
    if (isWeb) {
      const columns = services.searchColumns.start(directUrl, log)
      stops.push(() => columns.stop())
    }
    // Jobs are given back at once, while requests still end.
    stops.push(() => Promise.all([jobs?.stop(), drain(services, server.server)]))
    const metricsServer = await listenForMetrics(services)
    stops.push(async () => metricsServer?.close())
    const { port } = server.server.address() as AddressInfo
    return { url: `http://${settings.host}:${port}`, metricsUrl: metricsServer?.url, services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The embedded database, whose log is put aside where backups go somewhere. */
function startOwnDatabase({ dataFolder, backup }: Settings, log: Log): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataFolder,
    archivesLog: backup !== undefined && backup.keep.walDays > 0,
    log: (line) => log.info({ from: 'postgresql' }, line),
  })
}

/** The standby that the settings name, which need not be there. */
function openStandby(
  { databaseStandbyUrl }: Settings,
  database: Database,
  log: Log,
  metrics: Services['metrics'],
): Standby | undefined {
  if (databaseStandbyUrl === undefined) return undefined
  const standby = createDatabase(databaseStandbyUrl, { connections: maxStandbyConnections })
  return createStandby(database, standby, { log, onRead: (at) => metrics.heavyRead(at) })
}

/** Longest that a balancer has to notice that this server stops. */
const noticeWithinMs = 10_000

/**
 * Lets requests and downloads end, within the time that the settings give them: first those that still come,
 * until whoever sends them has noticed; event streams end then, as they would never.
 * @source decision 0194
 */
async function drain(
  { readiness, live, settings: { drainSeconds } }: Services,
  server: Server,
): Promise<void> {
  const untilMs = performance.now() + drainSeconds * 1000
  await readiness.stop(Math.min(noticeWithinMs, drainSeconds * 1000))
  await live?.stop()
  await drainServer(server, untilMs - performance.now())
}
