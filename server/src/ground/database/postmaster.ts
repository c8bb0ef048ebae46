import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** How long a PostgreSQL may take to write its checkpoint and end before it is made to end without one. */
const fastStopMs = 30_000
const immediateStopMs = 10_000

/** The largest process id there is on Linux is 4,194,304: no process ever has this one. */
const nobodysPid = 2_147_483_646

/** How the folder of a socket that had no room in the cluster's folder is named. */
export const socketFolderPrefix = 'cartouche-socket-'

/**
 * Gives the setting that names the owner of a PostgreSQL in its command line, where the next start finds it.
 */
export function nameOwner(ownerPid: number): string {
  return `cluster_name=cartouche-${ownerPid}`
}

/**
 * Stops the PostgreSQL that a killed server left behind on this cluster, and clears what its `postmaster.pid`
 * would block.
 * @throws Error when the server that started it is still alive: two servers must not share a data folder.
 * @source decision 0010.
 */
export async function stopOrphanedPostmaster(
  clusterFolder: string,
  log: (line: string) => void,
): Promise<void> {
  const pidFile = join(clusterFolder, 'postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0) || !isAlive(pid)) return
  const found = await findProcess(pid)
  if (!found?.command.includes(`\n${clusterFolder}\n`)) {
    await disownPidFile(pidFile, lines)
    return
  }
  if (found.command.includes(`${nameOwner(found.parentPid)}\n`)) {
    throw new Error(
      `Another Cartouche (process ${found.parentPid}) is running on this data folder. Stop it first, or set CARTOUCHE_DATA.`,
    )
  }
  log(`Stopping the PostgreSQL (process ${pid}) that a killed server left behind`)
  await stopProcess(pid)
  await removeSocketFolder(lines[4])
}

/** Ends a PostgreSQL in order, and without a checkpoint (its log brings it back) when that takes too long. */
async function stopProcess(pid: number): Promise<void> {
  if (await stopWith(pid, 'SIGINT', fastStopMs)) return
  if (await stopWith(pid, 'SIGQUIT', immediateStopMs)) return
  throw new Error(
    `The PostgreSQL that a killed server left behind (process ${pid}) does not stop. End it and start again.`,
  )
}

async function stopWith(pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  const endAt = performance.now() + timeoutMs
  if (isAlive(pid)) process.kill(pid, signal)
  // Not a child of this process: its end cannot be awaited, only looked for.
  while (isAlive(pid) && performance.now() < endAt) await sleep(20)
  return !isAlive(pid)
}

/**
 * PostgreSQL refuses to start while any process has the number in `postmaster.pid`, and after a restart of a
 * machine or a container one often has. Removing the file would also remove the key of the shared memory, by
 * which PostgreSQL finds out about survivors; so only the number is changed.
 */
async function disownPidFile(pidFile: string, lines: string[]): Promise<void> {
  await writeFile(pidFile, [String(nobodysPid), ...lines.slice(1)].join('\n'))
}

async function removeSocketFolder(folder = ''): Promise<void> {
  if (basename(folder).startsWith(socketFolderPrefix)) await rm(folder, { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Gives a process's parent and its command line, each argument closed by a line break; undefined when it has
 * ended.
 */
async function findProcess(pid: number): Promise<{ parentPid: number; command: string } | undefined> {
  try {
    if (process.platform === 'linux') {
      const [status, command] = await Promise.all([
        readFile(`/proc/${pid}/status`, 'utf8'),
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
      ])
      return {
        parentPid: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]),
        command: command.replaceAll('\0', '\n'),
      }
    }
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'ppid=,args=', '-p', String(pid)])
    return { parentPid: Number.parseInt(stdout, 10), command: `${stdout.trim().replaceAll(' ', '\n')}\n` }
  } catch {
    return undefined
  }
}
