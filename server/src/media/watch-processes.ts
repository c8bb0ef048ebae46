import { readFile } from 'node:fs/promises'
import { listProcessTree } from './process-tree.ts'

/** What was seen of the processes below one. */
export interface Watched {
  /** Longest life of a worker: a process that it started itself. */
  readonly workerMs: number
  /** Longest life of a program that a worker started for one job. */
  readonly programMs: number
  /** Most memory that all of them held at once. */
  readonly memoryBytes: number
}

const everyMs = 100
/** What confines a worker, the worker, and ExifTool, which it keeps open. */
const lasting = /^(sh|bwrap|setpriv|unshare|node|perl|MainThread)/

/** Looks at all that a process has started, ten times a second, by the kernel's record. */
export function watchProcesses(pid: number): { seen(): Watched; stop(): void } {
  const firstSeen = new Map<number, number>()
  let most: Watched = { workerMs: 0, programMs: 0, memoryBytes: 0 }
  let isLooking = false
  const look = async (): Promise<void> => {
    const members = listProcessTree(pid).filter((member) => member !== pid)
    const workers = new Set(
      (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''))
        .split(' ')
        .filter(Boolean)
        .map(Number),
    )
    const now = performance.now()
    for (const gone of firstSeen.keys()) if (!members.includes(gone)) firstSeen.delete(gone)
    const ages = await Promise.all(
      members.map(async (member) => {
        const status = await readFile(`/proc/${member}/status`, 'utf8').catch(() => '')
        const name = /^Name:\s+(.*)$/m.exec(status)?.[1] ?? ''
        const ageMs = now - (firstSeen.get(member) ?? firstSeen.set(member, now).get(member) ?? now)
        return {
          ageMs,
          isWorker: workers.has(member),
          isProgram: name !== '' && !lasting.test(name),
          bytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
        }
      }),
    )
    most = {
      workerMs: Math.max(most.workerMs, ...ages.filter(({ isWorker }) => isWorker).map(({ ageMs }) => ageMs)),
      programMs: Math.max(
        most.programMs,
        ...ages.filter(({ isProgram }) => isProgram).map(({ ageMs }) => ageMs),
      ),
      memoryBytes: Math.max(
        most.memoryBytes,
        ages.reduce((sum, { bytes }) => sum + bytes, 0),
      ),
    }
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }, everyMs)
  return { seen: () => most, stop: () => clearInterval(timer) }
}
