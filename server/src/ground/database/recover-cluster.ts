import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getClusterFolder } from './cluster-folder.ts'
import { isInitialised, name, startCluster } from './embedded-postgres.ts'
import { LibraryError } from './find-database.ts'
import { getPostgresAccount, type PostgresAccount } from './postgres-account.ts'
import { getPostgresBinaries } from './postgres-binaries.ts'
import { createSpool, removeSpool, restoreFrom } from './wal-spool.ts'

export interface RecoveryOptions {
  readonly dataFolder: string
  /** Fills an empty folder with the files of a cluster, and answers what `backup_label` says. */
  readonly unpack: (folder: string) => Promise<string>
  /** Gives files of the log that are asked for in this folder, as `restoreFrom` says, until `done`. */
  readonly serveLog: (spoolFolder: string, done: AbortSignal) => Promise<void>
  /** The last moment whose changes are wanted; undefined: all that there are. */
  readonly until: Date | undefined
}

export interface RecoveredCluster {
  readonly url: string
  /** Ends it, and puts it where the next start of the data folder finds it. */
  readonly keep: () => Promise<void>
  /** Ends it; the next recovery removes what is there. */
  readonly giveUp: () => Promise<void>
}

const tooShort = 'recovery ended before configured recovery target was reached'

/** The log ended before the moment that was asked for. */
export class LogEnded extends Error {
  override name = 'LogEnded'
}

/**
 * Brings a cluster of a base backup to a moment, beside the place of a data folder's database.
 * @throws LibraryError where the data folder has a database; LogEnded; Error with PostgreSQL's own words
 * @source PostgreSQL, "Recovering Using a Continuous Archive Backup"; decision 0242
 */
export async function recoverCluster({
  dataFolder,
  unpack,
  serveLog,
  until,
}: RecoveryOptions): Promise<RecoveredCluster> {
  const account = await getPostgresAccount()
  const folder = await getClusterFolder(dataFolder, account)
  if (await isInitialised(folder.path))
    throw new LibraryError(
      `There is a library in ${dataFolder} already. Name another folder in CARTOUCHE_DATA, one that does not exist.`,
    )
  const binaries = await getPostgresBinaries(account, folder.binariesFolder)
  // A cluster that is not whole is never taken for one that is: it has another name.
  const unfinished = `${folder.path}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(join(unfinished, 'backup_label'), await unpack(unfinished))
  await writeFile(join(unfinished, 'recovery.signal'), '')
  if (account.switched) await giveTo(account, unfinished)
  await removeSpool(folder.path)
  const spoolFolder = await createSpool(folder.path, account)
  const settings = {
    ...restoreFrom(spoolFolder),
    hot_standby: 'off',
    recovery_target_action: 'promote',
    ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
  }
  const said: string[] = []
  const log = (line: string): void => void said.push(line)
  const done = new AbortController()
  const serving = serveLog(spoolFolder, done.signal)
  const [started, served] = await Promise.allSettled([
    startCluster({
      path: unfinished,
      binaries,
      account,
      durable: true,
      startedBy: 'command',
      settings,
      log,
    }).finally(() => done.abort()),
    serving,
  ])
  await removeSpool(folder.path)
  if (served.status === 'rejected') {
    if (started.status === 'fulfilled') await started.value.stop()
    throw served.reason
  }
  if (started.status === 'rejected') {
    if (said.some((line) => line.includes(tooShort))) throw new LogEnded('The log ends before that moment.')
    throw started.reason
  }
  const postgres = started.value
  return {
    url: postgres.urlOf(name),
    giveUp: () => postgres.stop(),
    keep: async () => {
      await postgres.stop()
      await rename(unfinished, folder.path)
      await folder.remember()
    },
  }
}

async function giveTo(account: PostgresAccount, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const path of [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))])
    await chown(path, account.uid, account.gid)
}
