import { resolve } from 'node:path'
import type { AddressInfo } from 'node:net'
import { watchChanges } from '../ground/changes.ts'
import type { Log } from '../ground/log.ts'
import { applicationTasks } from '../people/applications/application-tasks.ts'
import { modelHooks } from '../people/model-hooks.ts'
import type { Services } from '../ground/services.ts'
import { installAccounts } from '../people/accounts/install-accounts.ts'
import { auditTasks } from '../access/audit/audit-tasks.ts'
import { openBlobs } from '../ground/open-blobs.ts'
import { rememberSmallBlobs } from '../ground/blobs/remember-small-blobs.ts'
import { createDatabase } from '../ground/database/database.ts'
import { startEmbeddedPostgres } from '../ground/database/embedded-postgres.ts'
import { migrate } from '../ground/database/migrate.ts'
import { createServices } from '../features/create-services.ts'
import { trackTasks } from '../features/tracks/track-tasks.ts'
import { reverseSearchTasks } from '../features/reverse-search/reverse-search-tasks.ts'
import { usageTasks } from '../features/analytics/usage-tasks.ts'
import { cartTasks } from '../features/carts/cart-tasks.ts'
import { archiveTasks } from '../features/downloads/archive-tasks.ts'
import { linkingTasks } from '../model/entities/project-linking.ts'
import { handlers } from './handlers.ts'
import { createServer } from '../http/create-server.ts'
import type { Handlers } from '../http/answer-call.ts'
import { createAddJob } from '../ground/jobs/create-add-job.ts'
import { startJobs } from '../ground/jobs/start-jobs.ts'
import { installLibrary } from '../model/entities/install-library.ts'
import { startLive } from '../people/live/live.ts'
import { mailTasks } from '../ground/mail/mail-tasks.ts'
import { logTasks } from '../features/logs/log-tasks.ts'
import { importTasks } from '../features/imports/import-tasks.ts'
import { mergeTasks } from '../model/entities/merges/merge-entity.ts'
import { trashTasks } from '../model/entities/trash/trash-tasks.ts'
import { notificationTasks } from '../people/notifications/notification-tasks.ts'
import { mediaTasks } from '../media/renditions/media-tasks.ts'
import { schemaTasks } from '../model/schema-changes/schema-work.ts'
import { pageTasks } from '../features/pages/page-tasks.ts'
import { shareTasks } from '../features/shares/share-tasks.ts'
import { searchTasks } from '../model/search/search-tasks.ts'
import type { Settings } from '../ground/settings/settings.ts'

/** A running server. */
export interface Cartouche {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly services: Services
  /** Ends requests, jobs and the embedded database, in this order. */
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

const builtWeb = resolve(import.meta.dirname, '../../../web/dist')

/** Starts the whole: database, migrations, accounts, workers, HTTP. Ready when it resolves. */
export async function startCartouche({
  settings,
  log,
  webFolder = builtWeb,
  announce = () => {},
}: StartOptions): Promise<Cartouche> {
  const postgres =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({
          dataFolder: settings.dataFolder,
          log: (line) => log.info({ from: 'postgresql' }, line),
        })
      : undefined
  const url = settings.databaseUrl ?? postgres?.url ?? ''
  const stops: (() => Promise<unknown>)[] = [async () => postgres?.stop()]
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  try {
    await migrate(url, { log: (line) => log.info({ from: 'migrations' }, line) })
    const database = createDatabase(url, {
      onIdleError: (error) => log.warn({ message: error.message }, 'a connection to the database was lost'),
    })
    stops.push(() => database.destroy())
    const changes = await watchChanges(url, log)
    stops.push(() => changes.stop())
    const live = await startLive(database, url, log)
    stops.push(() => live.stop())
    const services = createServices({
      database,
      blobs: rememberSmallBlobs(await openBlobs(settings)),
      settings,
      log,
      addJob: createAddJob(),
      changes,
      live,
      modelHooks,
    })
    // Stopped when nobody can be answered any more, and before the database is closed.
    stops.push(services.usage.start(), services.applicationCalls.start())
    await installLibrary(database)
    for (const line of await installAccounts(services)) announce(line)
    stops.push(
      () => services.mediaWorkers.close(),
      () => services.fingerprintIndex.close(),
    )
    const jobs = await startJobs(
      services,
      {
        ...importTasks,
        ...mediaTasks,
        ...archiveTasks,
        ...cartTasks,
        ...mailTasks,
        ...shareTasks,
        ...searchTasks,
        ...schemaTasks,
        ...linkingTasks,
        ...mergeTasks,
        ...trashTasks,
        ...notificationTasks,
        ...logTasks,
        ...auditTasks,
        ...applicationTasks,
        ...usageTasks,
        ...reverseSearchTasks,
        ...pageTasks,
        ...trackTasks,
      },
      { url },
    )
    stops.push(() => jobs.stop())
    const server = await createServer(services, handlers as unknown as Handlers, webFolder)
    await server.listen({ host: settings.host, port: settings.port })
    // Event streams end before the server does; stopped twice is stopped.
    stops.push(
      () => server.close(),
      () => live.stop(),
    )
    const columns = services.searchColumns.start(url, log)
    stops.push(() => columns.stop())
    const { port } = server.server.address() as AddressInfo
    return { url: `http://${settings.host}:${port}`, services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
