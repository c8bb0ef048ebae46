import { randomUUID } from 'node:crypto'
import { access, chmod, chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createDataFolder } from '../settings/create-data-folder.ts'
import { canEnter, type PostgresAccount } from './postgres-account.ts'

/** Where a server that root starts puts what its account could not reach elsewhere. */
const systemFolder = '/var/lib/cartouche'

/** Where a cluster lives. */
export interface ClusterFolder {
  /** PostgreSQL's data directory; it may not exist yet. */
  path: string
  /** Where a copy of the programs goes, should the account not reach the installed ones. */
  binariesFolder: string
  /** Remembers the place in the data folder, once the cluster is there. */
  remember(): Promise<void>
}

/**
 * Gives the place of the database of a data folder: `database` in it, or, where root's data folder lies in
 * one that is closed to the account, a folder of its own under `/var/lib/cartouche`, which
 * `database-location` in the data folder names.
 * @throws Error when the database is no longer where it was, or where PostgreSQL may not enter, rather than
 * starting an empty one.
 * @source decision 0010.
 */
export async function getClusterFolder(dataFolder: string, account: PostgresAccount): Promise<ClusterFolder> {
  await createDataFolder(dataFolder)
  const folder = await realpath(dataFolder)
  const inside = join(folder, 'database')
  if (!account.switched) return { path: inside, binariesFolder: folder, remember: async () => {} }
  const pointer = join(folder, 'database-location')
  const known = (await readFile(pointer, 'utf8').catch(() => '')).trim()
  if (known) return openExisting(known, folder, pointer)
  const open = (await canEnter(account, folder)) || (await letIn(account, folder))
  if (await exists(inside)) requireOpen(open, inside, account)
  const path = open ? inside : join(systemFolder, randomUUID(), 'database')
  await mkdir(dirname(path), { recursive: true, mode: 0o755 })
  return {
    path,
    binariesFolder: systemFolder,
    remember: () => (open ? Promise.resolve() : remember(path, folder, pointer)),
  }
}

/** Whether a data folder has a database of its own; creates nothing. */
export async function hasCluster(dataFolder: string): Promise<boolean> {
  return (await exists(join(dataFolder, 'database'))) || exists(join(dataFolder, 'database-location'))
}

/** Lets the account, and nobody else, pass through a data folder that is open to its owner alone. */
async function letIn(account: PostgresAccount, folder: string): Promise<boolean> {
  const { mode, uid } = await stat(folder)
  if ((mode & 0o070) !== 0 || !(await canEnter(account, dirname(folder)))) return false
  await chown(folder, uid, account.gid)
  await chmod(folder, (mode & 0o7777) | 0o010)
  return canEnter(account, folder)
}

async function openExisting(path: string, folder: string, pointer: string): Promise<ClusterFolder> {
  if (!(await exists(path))) {
    throw new Error(
      `The database of ${folder} was in ${path}, which is not there. Bring it back, or remove ${pointer} to start with an empty one.`,
    )
  }
  const owner = await readFile(join(dirname(path), 'data-folder'), 'utf8').catch(() => folder)
  if (owner !== folder && (await exists(join(owner, 'database-location')))) {
    throw new Error(
      `${folder} is a copy of ${owner}: both name the database ${path}. Remove ${pointer} to start the copy with an empty one.`,
    )
  }
  return { path, binariesFolder: systemFolder, remember: () => remember(path, folder, pointer) }
}

async function remember(path: string, folder: string, pointer: string): Promise<void> {
  await writeFile(join(dirname(path), 'data-folder'), folder)
  await writeFile(pointer, `${path}\n`)
}

function requireOpen(open: boolean, cluster: string, account: PostgresAccount): void {
  if (open) return
  throw new Error(
    `PostgreSQL runs as the account "${account.name}", which cannot enter ${cluster}. Let others pass through its parent folders (chmod o+x).`,
  )
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
