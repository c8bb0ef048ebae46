import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A process of this machine, by `/proc`. */
export interface RunningProcess {
  readonly pid: number
  readonly command: string
}

/** The processes that a process started itself. */
export async function listChildren(parentPid: number): Promise<RunningProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid): Promise<RunningProcess | null> => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
      return parent === parentPid ? { pid: Number(pid), command } : null
    }),
  )
  return found.filter((one) => one !== null)
}

/** The process of the database that an application keeps in its data folder; null while there is none. */
export async function getPostmaster(dataFolder: string): Promise<number | null> {
  const text = await readFile(join(dataFolder, 'database', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n')[0]) || null
}

/** Ends a process at once; false where it has ended already. */
export function killProcess(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}
