import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Settings } from '../settings/settings.ts'
import { getClusterFolder, hasCluster } from './cluster-folder.ts'
import { startEmbeddedPostgres, starterSetting, type DatabaseStarter } from './embedded-postgres.ts'
import { getPostgresAccount } from './postgres-account.ts'

/** What stands in the way of a command on a library or its backups, in words for whoever typed it. */
export class LibraryError extends Error {
  override name = 'LibraryError'
}

const alone =
  'Another command is running on this data folder, and no server. Wait until it is done; beside a server, several run at once.'

/**
 * The database of a library, for a program of the command line: that of the server that runs on this data
 * folder, or one that is started here, until `stop`.
 * @throws LibraryError where there is none, or it is not this user's
 * @source decision 0120
 */
export async function findDatabase(
  settings: Pick<Settings, 'dataFolder' | 'databaseUrl' | 'databaseDirectUrl'>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { dataFolder, databaseUrl, databaseDirectUrl } = settings
  if (databaseUrl !== undefined) return { url: databaseDirectUrl ?? databaseUrl, stop: async () => {} }
  if (!(await hasCluster(dataFolder))) {
    throw new LibraryError(
      `There is no library in ${dataFolder}. Give the server's settings (CARTOUCHE_DATA, or DATABASE_URL), or start the server once: npm start.`,
    )
  }
  await requireOwner(dataFolder)
  const running = await findRunningPostgres(dataFolder)
  // The database of another command ends with it.
  if (running?.startedBy === 'command') throw new LibraryError(alone)
  if (running) return { url: running.url, stop: async () => {} }
  const postgres = await startEmbeddedPostgres({ dataFolder, startedBy: 'command', log: () => {} }).catch(
    (cause: Error) => {
      // Both looked before either had started; PostgreSQL's own lock lets one of them in.
      throw /postmaster\.pid|Another Cartouche/.test(cause.message)
        ? new LibraryError(alone, { cause })
        : cause
    },
  )
  return postgres
}

/** What another user writes into the data folder the server could not read. */
async function requireOwner(dataFolder: string): Promise<void> {
  const { uid } = await stat(dataFolder)
  if (process.getuid === undefined || process.getuid() === uid) return
  throw new LibraryError(
    `The data folder ${dataFolder} belongs to the user number ${uid}. Run the command as that user, as the server does.`,
  )
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
