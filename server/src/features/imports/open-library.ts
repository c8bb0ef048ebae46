import type { Log } from '../../ground/log.ts'
import { modelHooks } from '../../people/model-hooks.ts'
import type { Services } from '../../ground/services.ts'
import { openBlobs } from '../../ground/open-blobs.ts'
import { createDatabase, type Database } from '../../ground/database/database.ts'
import { findDatabase, LibraryError } from '../../ground/database/find-database.ts'
import { migrate } from '../../ground/database/migrate.ts'
import { planUpgrade } from '../../ground/database/plan-upgrade.ts'
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
    const { url, stop } = await findDatabase(settings)
    closes.push(stop)
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

/** A server that runs has brought its database up to date; a newer version must not change it meanwhile. */
async function bringUpToDate(url: string, database: Database): Promise<void> {
  if (await hasRunner(database)) {
    const [first] = (await planUpgrade(url)).pending
    if (first)
      throw new LibraryError(
        `The server that runs is of an older version (the database lacks ${first.name}). Restart it, then import.`,
      )
    return
  }
  await migrate(url, { finish: installLibrary })
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
    // A database that is away fails what is being done, too, which reports it.
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
