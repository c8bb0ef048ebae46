import { execFile } from 'node:child_process'
import { access, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { getClusterFolder } from './cluster-folder.ts'
import { getPostgresAccount, getSpawnIdentity, type PostgresAccount } from './postgres-account.ts'
import { getPostgresBinaries } from './postgres-binaries.ts'
import { measureMachine } from '../settings/machine-size.ts'
import { superviseProcess } from './postgres-process.ts'
import { tunePostgres } from './postgres-settings.ts'
import { archiveInto, createSpool, removeSpool } from './wal-spool.ts'
import { nameOwner, socketFolderPrefix, stopOrphanedPostmaster } from './postmaster.ts'

/** The one role and the one database that a cluster is made with. */
export const name = 'cartouche'

/** What the address of a Unix socket has room for (macOS: 104 bytes with the closing zero). */
const socketPathMaxBytes = 103

/** A running PostgreSQL of this server's own. */
export interface EmbeddedPostgres {
  /** Connects to the database `cartouche` as its owner, by a Unix socket that only this user may open. */
  url: string
  /** PostgreSQL's data directory. */
  clusterFolder: string
  /** Where it puts each file of its log that it is done with, for somebody to take it away. */
  spoolFolder: string | undefined
  /** Ends it in order; every connection to it is cut. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The server's data folder; created when missing. */
  dataFolder: string
  /** Receives each line that PostgreSQL logs. */
  log: (line: string) => void
  /** False lets a crash of the machine lose the database, for tests only. */
  durable?: boolean
  /** What runs it and ends it: sessions read it as the setting {@link starterSetting}. */
  startedBy?: DatabaseStarter
  /** Has its log put into a folder, which somebody must empty. */
  archivesLog?: boolean
}

/** The server shares its database with commands beside it; the one of a command ends with the command. */
export type DatabaseStarter = 'server' | 'command'

export const starterSetting = 'cartouche.started_by'

/** A cluster that PostgreSQL is started on. */
export interface Cluster {
  path: string
  binaries: string
  account: PostgresAccount
  durable: boolean
  startedBy: DatabaseStarter
  log: (line: string) => void
  /** Beyond those that every cluster has. */
  settings: Readonly<Record<string, string>>
}

/**
 * Starts a real PostgreSQL on the database of a data folder, which is created at the first start. It listens
 * on a Unix socket only, ends with this process (also when that is killed), and is started again should it
 * end unasked.
 * @throws Error in plain words when it cannot run here, or another server has the folder.
 * @source decisions 0010 and 0011.
 */
export async function startEmbeddedPostgres({
  dataFolder,
  log,
  durable = true,
  startedBy = 'server',
  archivesLog = false,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = await getPostgresAccount()
  const folder = await getClusterFolder(dataFolder, account)
  const binaries = await getPostgresBinaries(account, folder.binariesFolder)
  if (startedBy === 'server' && !archivesLog) await removeSpool(folder.path)
  const spoolFolder = archivesLog ? await createSpool(folder.path, account) : undefined
  const settings = spoolFolder === undefined ? {} : archiveInto(spoolFolder)
  const cluster: Cluster = { path: folder.path, binaries, account, durable, startedBy, log, settings }
  if (await isInitialised(cluster.path)) await stopOrphanedPostmaster(cluster.path, log)
  else await initialise(cluster)
  await folder.remember()
  const postgres = await startCluster(cluster)
  await createDatabase(postgres.urlOf('postgres'))
  return { url: postgres.urlOf(name), clusterFolder: cluster.path, spoolFolder, stop: postgres.stop }
}

/** Starts PostgreSQL on a cluster that is there, until `stop`; ready when it takes connections. */
export async function startCluster(
  cluster: Cluster,
): Promise<{ urlOf(database: string): string; stop(): Promise<void> }> {
  await allowOwner(cluster)
  const socketFolder = await createSocketFolder(cluster)
  const removeSocket = async (): Promise<void> => {
    if (socketFolder !== cluster.path) await rm(socketFolder, { recursive: true, force: true })
  }
  const postgres = await superviseProcess({
    ...describeProcess(cluster, socketFolder),
    identity: getSpawnIdentity(cluster.account),
    log: cluster.log,
  }).catch(async (error: unknown) => {
    await removeSocket()
    throw error
  })
  return {
    urlOf: (database) => toUrl(socketFolder, database),
    stop: async () => {
      await postgres.stop()
      await removeSocket()
    },
  }
}

/**
 * @throws Error when another major version of PostgreSQL made the cluster, or the account does not own it.
 */
export async function isInitialised(path: string): Promise<boolean> {
  if (
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    return false
  const version = await readFile(join(path, 'PG_VERSION'), 'utf8').catch((cause: Error) => {
    throw new Error(
      `The database in ${path} cannot be read by the user "${userInfo().username}": ${cause.message}`,
      { cause },
    )
  })
  if (version.trim() !== '18')
    throw new Error(
      `The database in ${path} is of PostgreSQL ${version.trim()}; this version of Cartouche runs PostgreSQL 18.`,
    )
  return true
}

/** Works under another name first: a cluster whose making was cut short is never taken for a whole one. */
async function initialise({ path, binaries, account, durable, log }: Cluster): Promise<void> {
  log(`Creating a database in ${path}`)
  const unfinished = `${path}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (account.switched) await chown(unfinished, account.uid, account.gid)
  const parameters = [
    '--pgdata',
    unfinished,
    '--username',
    name,
    '--auth',
    'peer',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    '--lc-ctype',
    'C.UTF-8',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'PG_UNICODE_FAST',
    '--text-search-config',
    'simple',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  await promisify(execFile)(join(binaries, 'initdb'), parameters, { cwd: '/', ...getSpawnIdentity(account) })
  await rename(unfinished, path)
}

/**
 * The kernel lets PostgreSQL know which user opened the socket: the one of this process owns the database, no
 * other gets in.
 */
async function allowOwner({ path, account }: Cluster): Promise<void> {
  const files = {
    'pg_hba.conf': `local all ${name} peer map=owner\n`,
    'pg_ident.conf': `owner "${userInfo().username}" ${name}\n`,
  }
  for (const [file, text] of Object.entries(files)) {
    await writeFile(join(path, file), text)
    if (account.switched) await chown(join(path, file), account.uid, account.gid)
  }
}

/**
 * Gives the cluster's own folder, or a temporary one where the path of the socket in it would be too long.
 */
async function createSocketFolder({ path, account }: Cluster): Promise<string> {
  if (Buffer.byteLength(join(path, '.s.PGSQL.5432')) <= socketPathMaxBytes) return path
  const folder = await mkdtemp(join(tmpdir(), socketFolderPrefix))
  if (account.switched) await chown(folder, account.uid, account.gid)
  return folder
}

function describeProcess(
  { path, binaries, durable, startedBy, settings: own }: Cluster,
  socketFolder: string,
): { program: string; parameters: string[] } {
  const { memoryBytes } = measureMachine()
  const settings = Object.entries({ ...tunePostgres(memoryBytes, durable), ...own }).map(
    ([key, value]) => `${key}=${value}`,
  )
  const all = [
    ...settings,
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    nameOwner(process.pid),
    `${starterSetting}=${startedBy}`,
  ]
  return {
    program: join(binaries, 'postgres'),
    parameters: ['-D', path, ...all.flatMap((setting) => ['-c', setting])],
  }
}

async function createDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}

function toUrl(socketFolder: string, database: string): string {
  return `postgresql://${name}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}
