import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { chmod, chown, copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RenditionError } from './rendition-error.ts'
import type { Sandbox, SandboxFolders } from './sandbox.ts'

/** The folder through which one worker gets its files and gives its pictures back. */
export interface WorkerFolder extends SandboxFolders {
  /** Lends a file to the worker, to be read only: gives the path that the worker knows it by. */
  lend(path: string): Promise<string>
  /** Ends a loan; the file itself stays. */
  giveBack(lentPath: string): Promise<void>
  /** A path for something that the worker makes, ending as the wanted one does. */
  newOutputPath(wantedPath: string): string
  /**
   * Copies what the worker made to its place, where it made it. It may have put anything there: only a plain
   * file is taken.
   * @throws RenditionError `crashed` where it is none
   */
  takeOutput(madePath: string, path: string): Promise<void>
  /** Removes it with all that is inside, once the worker and all that it started have ended. */
  remove(): Promise<void>
}

const prefix = 'cartouche-worker-'
const forgottenAfterMs = 24 * 3_600_000

/**
 * Makes the folder of a worker.
 * @param parent best on the disk of the blobs, so that files are lent by a link instead of a copy; where
 * workers see all of the machine's files it is the machine's temporary folder, which their user can enter
 * @source decision 0100
 */
export async function createWorkerFolder(
  parent: string,
  { account, isolation }: Pick<Sandbox, 'account' | 'isolation'>,
): Promise<WorkerFolder> {
  const folder = join(isolation === 'namespaces' ? parent : tmpdir(), `${prefix}${randomUUID()}`)
  const [inputFolder, workFolder] = [join(folder, 'in'), join(folder, 'work')]
  await mkdir(inputFolder, { recursive: true, mode: 0o711 })
  await mkdir(workFolder, { mode: 0o700 })
  if (account) {
    await Promise.all([folder, inputFolder].map((path) => chmod(path, 0o711)))
    await chown(workFolder, account.uid, account.gid)
  }
  return {
    inputFolder,
    workFolder,
    lend: async (path) => {
      const lentPath = join(inputFolder, randomUUID())
      // Without namespaces a link could be written through by a worker of the same user.
      const mayLink = account !== null || isolation === 'namespaces'
      if (!mayLink) return path
      await link(path, lentPath).catch(() => copyFile(path, lentPath, constants.COPYFILE_FICLONE))
      if (account) await letRead(lentPath, account.gid)
      return lentPath
    },
    giveBack: async (lentPath) => {
      if (lentPath.startsWith(inputFolder)) await rm(lentPath, { force: true })
    },
    newOutputPath: (wantedPath) => join(workFolder, `${randomUUID()}${extname(wantedPath)}`),
    takeOutput,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Lets a group read a file that is its owner's alone; the folders of the blobs stay closed to it. */
async function letRead(path: string, gid: number): Promise<void> {
  const { mode, uid } = await stat(path)
  if ((mode & 0o004) !== 0) return
  await chown(path, uid, gid)
  await chmod(path, (mode & 0o7777) | 0o040)
}

async function takeOutput(madePath: string, path: string): Promise<void> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  // Neither a link to a file of somebody else nor a pipe that never ends.
  const file = await open(madePath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw notAFile(error)
    },
  )
  if (!file) return
  try {
    const { size, nlink } = await file
      .stat()
      .then((stats) => (stats.isFile() ? stats : { size: 0, nlink: 0 }))
    if (nlink !== 1) throw notAFile()
    if (size > 0)
      await pipeline(
        file.createReadStream({ autoClose: false, end: size - 1, highWaterMark: 1024 * 1024 }),
        createWriteStream(path, { mode: 0o600 }),
      )
  } finally {
    await file.close()
  }
}

const notAFile = (cause?: unknown): RenditionError =>
  new RenditionError('crashed', 'The decoder returned no image.', { cause })

/**
 * Removes folders of workers whose server was killed; those in use are younger, as workers are replaced long
 * before.
 */
export async function removeForgottenFolders(parent: string): Promise<void> {
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(prefix))
  await Promise.all(
    names.map(async (name) => {
      const path = join(parent, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
      if (Date.now() - mtimeMs > forgottenAfterMs)
        await rm(path, { recursive: true, force: true }).catch(() => undefined)
    }),
  )
}
