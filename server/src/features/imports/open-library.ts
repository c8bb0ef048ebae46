import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '../../ground/log.ts'
import { modelHooks } from '../../people/model-hooks.ts'
import type { Services } from '../../ground/services.ts'
import { openBlobs } from '../../ground/open-blobs.ts'
import { getClusterFolder, hasCluster } from '../../ground/database/cluster-folder.ts'
import { createDatabase, type Database } from '../../ground/database/database.ts'
import {
  startEmbeddedPostgres,
  starterSetting,
  type DatabaseStarter,
} from '../../ground/database/embedded-postgres.ts'
import { listPendingMigrations, migrate } from '../../ground/database/migrate.ts'
import { getPostgresAccount } from '../../ground/database/postgres-account.ts'
import { createAddJob } from '../../ground/jobs/create-add-job.ts'
import { hasRunner } from '../../ground/jobs/jobs.sql.ts'
import { migrateJobs, startJobs, type Jobs } from '../../ground/jobs/start-jobs.ts'
import { installLibrary } from '../../model/entities/install-library.ts'
import { mediaTasks } from '../../media/renditions/media-tasks.ts'
import { searchTasks } from '../../model/search/search-tasks.ts'
import type { Settings } from '../../ground/settings/settings.ts'
import { createServices } from '../create-services.ts'
import { selectNewestBlobs } from './assets.sql.ts'
import { importTasks } from './import-tasks.ts'

/** A library opened beside the server, or without it. */
export interface OpenLibrary {
  readonly services: Services
  close(): Promise<void>
}

/** What stands in the way of opening a library, in words for whoever typed the command. */
export class LibraryError extends Error {
  override name = 'LibraryError'
}

const alone =
  'Another import is running on this data folder, and no server. Wait until it is done; beside a server, several imports run at once.'

/** How often it is looked whether some process works on the queue: the server may be stopped meanwhile. */
const lookForWorkersEveryMs = 3000

/**
 * Opens an existing library for a program of the command line: the database of the server that runs on this
 * data folder, or one that is started here. Accounts, passwords and secrets are neither made nor changed.
 * Workers run here while no other process has some. Where a server runs, the database must be of its version,
 * and is not migrated under its feet.
 * @throws LibraryError in plain words where there is no library, or not one that can be opened safely
 * @source decision 0120
 */
export async function openLibrary(settings: Settings, log: Log): Promise<OpenLibrary> {
  const closes: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const end of closes.splice(0).toReversed()) await end()
  }
  try {
    const url = await findDatabase(settings, closes)
    const database = createDatabase(url)
    closes.push(() => database.destroy())
    const services = createServices({
      database,
      blobs: await openBlobs(settings),
      settings,
      log,
      addJob: createAddJob(),
      modelHooks,
    })
    await bringUpToDate(url, database)
    await checkBlobs(services)
    const workers = await keepWorkers(services, url)
    closes.push(() => workers.stop())
    return { services, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function findDatabase(settings: Settings, closes: (() => Promise<unknown>)[]): Promise<string> {
  const { dataFolder, databaseUrl } = settings
  if (databaseUrl !== undefined) return databaseUrl
  if (!(await hasCluster(dataFolder))) {
    throw new LibraryError(
      `There is no library in ${dataFolder}. Give the server's settings (CARTOUCHE_DATA, or DATABASE_URL), or start the server once: npm start.`,
    )
  }
  await requireOwner(dataFolder)
  const running = await findRunningPostgres(dataFolder)
  // The database of another command ends with it.
  if (running?.startedBy === 'command') throw new LibraryError(alone)
  if (running) return running.url
  const postgres = await startEmbeddedPostgres({ dataFolder, startedBy: 'command', log: () => {} }).catch(
    (cause: Error) => {
      // Both looked before either had started; PostgreSQL's own lock lets one of them in.
      throw /postmaster\.pid|Another Cartouche/.test(cause.message)
        ? new LibraryError(alone, { cause })
        : cause
    },
  )
  closes.push(() => postgres.stop())
  return postgres.url
}

/** What another user writes into the data folder the server could not read. */
async function requireOwner(dataFolder: string): Promise<void> {
  const { uid } = await stat(dataFolder)
  if (process.getuid === undefined || process.getuid() === uid) return
  throw new LibraryError(
    `The data folder ${dataFolder} belongs to the user number ${uid}. Run the command as that user, as the server does.`,
  )
}

/** A server that runs has brought its database up to date; a newer version must not change it meanwhile. */
async function bringUpToDate(url: string, database: Database): Promise<void> {
  if (await hasRunner(database)) {
    const pending = await listPendingMigrations(url)
    if (pending.length > 0)
      throw new LibraryError(
        `The server that runs is of an older version (the database lacks ${pending[0]}). Restart it, then import.`,
      )
    return
  }
  await migrate(url)
  await migrateJobs(url)
  await installLibrary(database)
}

/**
 * The database knows which blobs there are: another folder than the server's would take files that it never
 * finds.
 */
async function checkBlobs({ database, blobs, settings }: Services): Promise<void> {
  const newest = await selectNewestBlobs(database, 5)
  if (newest.length === 0) return
  const sizes = await Promise.all(newest.map((sha256) => blobs.sizeOf(sha256)))
  if (sizes.some((size) => size !== undefined)) return
  const place = settings.blobs.kind === 's3' ? settings.blobs.bucket : settings.dataFolder
  throw new LibraryError(
    `The files of this library are not in ${place}. Set CARTOUCHE_DATA and CARTOUCHE_BLOBS as the server has them.`,
  )
}

/** Works on the queue while no other process does. */
async function keepWorkers(services: Services, url: string): Promise<{ stop(): Promise<void> }> {
  let jobs: Jobs | undefined
  let looking: Promise<void> | undefined
  const look = async (): Promise<void> => {
    if (jobs || (await hasRunner(services.database))) return
    jobs = await startJobs(services, { ...importTasks, ...mediaTasks, ...searchTasks }, { url })
  }
  await look()
  const timer = setInterval(() => {
    // A database that is away fails what is being done, too, which tells it.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined
      })
  }, lookForWorkersEveryMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await looking
      await jobs?.stop()
      await services.mediaWorkers.close()
    },
  }
}

/**
 * The embedded PostgreSQL that runs on a data folder, and what started it: a server or a command. The
 * database names its owner; one that a killed server left behind is none of ours.
 */
async function findRunningPostgres(
  dataFolder: string,
): Promise<{ readonly url: string; readonly startedBy: DatabaseStarter } | undefined> {
  const { path } = await getClusterFolder(dataFolder, await getPostgresAccount())
  const socketFolder = (await readFile(join(path, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[4]
  if (!socketFolder) return undefined
  const url = `postgresql://cartouche@localhost/cartouche?host=${encodeURIComponent(socketFolder)}`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ owner: string; starter: string | null }>(
      "select current_setting('cluster_name') owner, current_setting($1, true) starter",
      [starterSetting],
    )
    const [row] = rows
    if (!isAlive(Number(/-(\d+)$/.exec(row?.owner ?? '')?.[1]))) return undefined
    // Servers up to 0.2.0 do not say it.
    return { url, startedBy: row?.starter === 'command' ? 'command' : 'server' }
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

function isAlive(processId: number): boolean {
  if (!(processId > 0)) return false
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
