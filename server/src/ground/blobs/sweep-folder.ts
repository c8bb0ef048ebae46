import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Deletes what lies in a folder and was last written before; answers how many. */
export async function sweepFolder(folder: string, olderThanMs: number): Promise<number> {
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  const removed = await Promise.all(
    paths.map(async (path) => {
      if (!(await isOlder(path, olderThanMs))) return 0
      await rm(path, { force: true, recursive: true })
      return 1
    }),
  )
  return removed.reduce<number>((sum, one) => sum + one, 0)
}

/** Whether a file is there and was last written before. */
export async function isOlder(path: string, ageMs: number): Promise<boolean> {
  const stats = await findStats(path)
  return stats !== undefined && stats.mtimeMs <= Date.now() - ageMs
}

/** Undefined where there is no such file. */
export async function findStats(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
