import { execFile } from 'node:child_process'
import { chmod, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startServerProcess } from '../../start/test-server-process.ts'
import { createBucket } from '../cluster/start-cluster.ts'
import { startCeph } from '../start-ceph.ts'

const run = promisify(execFile)

/**
 * What a library runs on: files in a folder; in Ceph; in a folder, with a clock that can be set without
 * touching the machine's (Debian's libfaketime).
 */
export type LibrarySetting = 'folder' | 's3' | 'clock'

/** A server of its own with a disk of its own. */
export interface Library {
  readonly url: string
  /** Of the database, for its owner. */
  readonly databaseUrl: string
  readonly serverPid: number
  /** Of the database's first process. */
  readonly postgresPid: () => Promise<number>
  /** Of the whole library but for its files, and of those. */
  readonly disk: string
  readonly filesDisk: string
  /** Ends the S3 store's gateway and starts it again after a while; undefined where files are in a folder. */
  readonly restartStore: ((afterMs: number) => Promise<void>) | undefined
  /** Sets the clock of the server and its database so many seconds apart from the machine's. */
  readonly setClock: ((bySeconds: number) => Promise<void>) | undefined
  said(): string
  remove(): Promise<void>
}

const diskSize = '1200m'
const filesDiskSize = '400m'

/** Starts a server with a database of its own on a disk in memory, its files on another one, or in Ceph. */
export async function startLibrary(setting: LibrarySetting): Promise<Library> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-faults-'))
  await chmod(folder, 0o755)
  const [disk, filesDisk] = [join(folder, 'data'), join(folder, 'data', 'blobs')]
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })]
  const remove = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    for (const [path, size] of [
      [disk, diskSize],
      [filesDisk, filesDiskSize],
    ] as const) {
      await mkdir(path)
      await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'tmpfs', path])
      ends.push(() => run('umount', [path]))
    }
    const ceph = setting === 's3' ? await startCeph() : undefined
    if (ceph) ends.push(() => ceph.stop())
    const clock = setting === 'clock' ? await createClock(folder) : undefined
    const variables = {
      CARTOUCHE_DRAIN_SECONDS: '1',
      ...(ceph && (await createBucket(ceph.url))),
      ...clock?.variables,
    }
    let pid = 0
    const server = await startServerProcess('', disk, variables, {
      onSpawn: (spawned) => {
        pid = spawned.pid ?? 0
      },
    })
    ends.push(() => server.end())
    const lockFile = async (): Promise<string[]> =>
      (await readFile(join(disk, 'database', 'postmaster.pid'), 'utf8')).split('\n')
    const socketFolder = encodeURIComponent((await lockFile())[4] ?? '')
    return {
      url: server.url,
      databaseUrl: `postgresql://cartouche@localhost/cartouche?host=${socketFolder}`,
      serverPid: pid,
      postgresPid: async () => Number((await lockFile())[0]),
      disk,
      filesDisk,
      restartStore: ceph && ((afterMs) => ceph.restartGateway(afterMs)),
      setClock: clock?.set,
      said: () => server.logged.join('\n'),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

const clockIsReadEverySeconds = 1

/**
 * A clock for processes that are started with these variables, and all that they start. Durations are those
 * of the machine: a clock that counts from the start is never set back, and times of files are the machine's.
 */
async function createClock(
  folder: string,
): Promise<{
  readonly variables: Readonly<Record<string, string>>
  readonly set: (bySeconds: number) => Promise<void>
}> {
  const { value: library } = await glob('/usr/lib/*/faketime/libfaketimeMT.so.1').next()
  if (library === undefined) throw new Error('libfaketime is not installed: apt-get install faketime')
  const file = join(folder, 'clock')
  const write = async (bySeconds: number): Promise<void> => {
    await writeFile(`${file}.new`, `${bySeconds < 0 ? '' : '+'}${bySeconds}\n`, { mode: 0o644 })
    await rename(`${file}.new`, file)
  }
  await write(0)
  return {
    variables: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(clockIsReadEverySeconds),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
      NO_FAKE_STAT: '1',
    },
    set: async (bySeconds) => {
      await write(bySeconds)
      await sleep(clockIsReadEverySeconds * 1000)
    },
  }
}
