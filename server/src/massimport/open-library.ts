import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Log, Services } from '../access/context.ts'
import { installAccounts } from '../accounts/install-accounts.ts'
import { createFolderBlobs } from '../blobs/folder-blobs.ts'
import { getClusterFolder } from '../database/cluster-folder.ts'
import { createDatabase } from '../database/database.ts'
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'
import { getPostgresAccount } from '../database/postgres-account.ts'
import { createAddJob } from '../jobs/create-add-job.ts'
import { hasRunner } from '../jobs/jobs.sql.ts'
import { migrateJobs, startJobs } from '../jobs/start-jobs.ts'
import { installLibrary } from '../library/install-library.ts'
import { closeMediaWorkers } from '../renditions/media-workers-of.ts'
import { mediaTasks } from '../renditions/media-tasks.ts'
import { searchTasks } from '../search/search-tasks.ts'
import type { Settings } from '../settings/settings.ts'
import { massimportTasks } from './massimport-tasks.ts'

/** A library opened beside the server, or without it. */
export interface OpenLibrary {
  readonly services: Services
  close(): Promise<void>
}

/**
 * Opens the library of the settings for a program of the command line: the database of the server that runs on this data
 * folder, or one that is started here. Workers are started where no other process has some.
 * @param announce receives lines to print once: passwords that were generated
 */
export async function openLibrary(settings: Settings, log: Log, announce: (line: string) => void): Promise<OpenLibrary> {
  const closes: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const end of closes.splice(0).toReversed()) await end()
  }
  try {
    const running = settings.databaseUrl ?? await findRunningPostgres(settings.dataFolder)
    const postgres = running === undefined ? await startEmbeddedPostgres({ dataFolder: settings.dataFolder, log: () => {} }) : undefined
    if (postgres) closes.push(() => postgres.stop())
    const url = running ?? postgres?.url ?? ''
    await migrate(url)
    await migrateJobs(url)
    const database = createDatabase(url)
    closes.push(() => database.destroy())
    const services: Services = { database, blobs: await createFolderBlobs(join(settings.dataFolder, 'blobs')), settings, log, addJob: createAddJob() }
    await installLibrary(database)
    for (const line of await installAccounts(services)) announce(line)
    if (!await hasRunner(database)) {
      closes.push(() => closeMediaWorkers(services))
      const jobs = await startJobs(services, { ...massimportTasks, ...mediaTasks, ...searchTasks }, { url })
      closes.push(() => jobs.stop())
    }
    return { services, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The address of the embedded PostgreSQL that a living server runs on a data folder. The database names its owner; one that a
 * killed server left behind is none of ours.
 */
async function findRunningPostgres(dataFolder: string): Promise<string | undefined> {
  const { path } = await getClusterFolder(dataFolder, await getPostgresAccount())
  const socketFolder = (await readFile(join(path, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[4]
  if (!socketFolder) return undefined
  const url = `postgresql://cartouche@localhost/cartouche?host=${encodeURIComponent(socketFolder)}`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ cluster_name: string }>('show cluster_name')
    const owner = Number(/-(\d+)$/.exec(rows[0]?.cluster_name ?? '')?.[1])
    return isAlive(owner) ? url : undefined
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
