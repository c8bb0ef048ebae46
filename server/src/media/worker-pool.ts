import type { MediaJob } from './media-worker.ts'
import { RenditionError } from './rendition-error.ts'
import { startWorkerProcess, type WorkerLimits, type WorkerProcess } from './worker-process.ts'

/** How urgent a job is: 0 someone waits for a picture, 1 an import, 2 minutes of work on a film. */
export type Rank = 0 | 1 | 2

/** A queue before a few worker processes. */
export interface WorkerPool {
  /** @throws RenditionError of the job; `timeout`, `memory`, `crashed` where it ended its worker (three in turn, for a crash); `cancelled` */
  run(job: MediaJob, rank: Rank, signal: AbortSignal | undefined): Promise<unknown>
  close(): void
}

/** A worker can be killed by others (the system, for want of memory): only a file that ends this many is to blame itself. */
const crashesToBlame = 3

interface Waiting {
  job: MediaJob
  /** Workers that ended under it so far. */
  crashes: number
  rank: Rank
  signal: AbortSignal | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** Creates the pool; its processes start when there is work. Lower ranks go first, jobs of rank 2 never take the last worker. */
export function createWorkerPool(size: number, limits: WorkerLimits): WorkerPool {
  let idle: WorkerProcess[] = []
  const busy = new Map<WorkerProcess, Waiting>()
  let waiting: Waiting[] = []
  let closed = false

  const mayStart = ({ rank }: Waiting) => rank < 2 || [...busy.values()].filter((one) => one.rank === 2).length < Math.max(1, size - 1)
  const startNext = () => {
    const next = !closed && busy.size < size ? waiting.find(mayStart) : undefined
    if (!next) return
    waiting = waiting.filter((one) => one !== next)
    // One that was killed while it had nothing to do is no file's fault.
    idle = idle.filter((one) => !one.hasEnded())
    const worker = idle.pop() ?? startWorkerProcess(limits)
    busy.set(worker, next)
    void work(worker, next)
    startNext()
  }
  const work = async (worker: WorkerProcess, entry: Waiting) => {
    await worker.run(entry.job, entry.signal).then(entry.resolve, (error: unknown) => {
      if (isCrash(error) && ++entry.crashes < crashesToBlame && !closed && !entry.signal?.aborted) waiting.unshift(entry)
      else entry.reject(error)
    })
    if (await worker.isFresh() && !closed) idle.push(worker)
    else worker.end(cancelled())
    busy.delete(worker)
    startNext()
  }

  return {
    run: (job, rank, signal) => new Promise((resolve, reject) => {
      if (closed || signal?.aborted) return reject(cancelled())
      const entry: Waiting = { job, crashes: 0, rank, signal, resolve, reject }
      const at = waiting.findIndex((one) => one.rank > rank)
      waiting.splice(at < 0 ? waiting.length : at, 0, entry)
      signal?.addEventListener('abort', () => {
        if (!waiting.includes(entry)) return
        waiting = waiting.filter((one) => one !== entry)
        reject(cancelled())
      }, { once: true })
      startNext()
    }),
    close() {
      closed = true
      for (const { reject } of waiting.splice(0)) reject(cancelled())
      for (const worker of [...idle.splice(0), ...busy.keys()]) worker.end(cancelled())
    },
  }
}

const isCrash = (error: unknown) => error instanceof RenditionError && error.code === 'crashed'
const cancelled = () => new RenditionError('cancelled', 'The work was cancelled.')
