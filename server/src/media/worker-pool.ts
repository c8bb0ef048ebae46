import type { MediaJob } from './media-worker.ts'
import { RenditionError } from './rendition-error.ts'
import type { WorkerProcess } from './worker-process.ts'

/** How urgent a job is: 0 someone waits for a picture, 1 an import, 2 minutes of work on a film. */
export type Rank = 0 | 1 | 2

/** How a job is run. */
export interface JobTerms {
  rank: Rank
  /** Longest that one try may take. */
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** A queue before a few worker processes. */
export interface WorkerPool {
  /** @throws RenditionError of the job; `timeout`, `memory`, `crashed` where it ended its worker twice; `cancelled` */
  run(job: MediaJob, terms: JobTerms): Promise<unknown>
  close(): void
}

/** What a pool is made of. */
export interface PoolOptions {
  /** How many processes at once. */
  size: number
  /** Most memory that all of them and what they started hold together. */
  maxMemoryBytes: number
  start: () => Promise<WorkerProcess>
}

/** A worker can end for reasons of others (the machine is short of memory, or busy): only a file that ends two is to blame itself. */
const triesOfDeadly = 2
const idleEndsAfterMs = 5 * 60_000
const lookEveryMs = 100

interface Waiting extends JobTerms {
  job: MediaJob
  /** Workers that ended under it so far. */
  deaths: number
  /** Runs beside no other picture: it took too much memory beside one. */
  alone: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

interface Idle { readonly worker: WorkerProcess, readonly timer: NodeJS.Timeout }

/** Creates the pool; its processes start when there is work. Lower ranks go first, jobs of rank 2 never take the last worker. */
export function createWorkerPool({ size, maxMemoryBytes, start }: PoolOptions): WorkerPool {
  let idle: Idle[] = []
  const busy = new Map<Waiting, WorkerProcess | null>()
  let waiting: Waiting[] = []
  let closed = false
  let watch: NodeJS.Timeout | undefined

  const pictures = () => [...busy.keys()].filter(({ rank }) => rank < 2)
  const mayStart = ({ rank, alone }: Waiting) => {
    if (pictures().some((one) => one.alone)) return false
    if (alone) return pictures().length === 0
    if (rank === 2) return busy.size - pictures().length < Math.max(1, size - 1)
    // One that must run alone would wait for ever behind an import of thousands.
    return rank === 0 || !waiting.some((one) => one.alone)
  }
  const startNext = () => {
    const next = !closed && busy.size < size ? waiting.find(mayStart) : undefined
    if (!next) return
    waiting = waiting.filter((one) => one !== next)
    busy.set(next, null)
    watch ??= setInterval(() => void look(), lookEveryMs)
    void work(next)
    startNext()
  }
  const takeWorker = async (): Promise<WorkerProcess> => {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer)
      // One that was killed while it had nothing to do is no file's fault.
      if (await kept.worker.isFresh()) return kept.worker
      kept.worker.end(cancelled())
    }
    return start()
  }
  const work = async (entry: Waiting) => {
    try {
      const worker = await takeWorker()
      busy.set(entry, worker)
      if (closed) worker.end(cancelled())
      try {
        entry.resolve(await worker.run(entry.job, entry))
      } finally {
        await putBack(worker)
      }
    } catch (error) {
      fail(entry, error)
    } finally {
      busy.delete(entry)
      if (busy.size === 0) {
        clearInterval(watch)
        watch = undefined
      }
      startNext()
    }
  }
  const putBack = async (worker: WorkerProcess) => {
    if (closed || !await worker.isFresh()) return worker.end(cancelled())
    const timer = setTimeout(() => {
      idle = idle.filter((one) => one.worker !== worker)
      worker.end(cancelled())
    }, idleEndsAfterMs).unref()
    idle.push({ worker, timer })
  }
  const fail = (entry: Waiting, error: unknown) => {
    const again = isDeadly(error) && busy.get(entry)?.hasEnded() && ++entry.deaths < triesOfDeadly && !closed && !entry.signal?.aborted
    if (!again) return entry.reject(error)
    entry.alone = error.code === 'memory'
    enqueue(entry)
  }
  /** Behind those of its rank: the second try of a file keeps nobody else waiting. */
  const enqueue = (entry: Waiting) => {
    const at = waiting.findIndex((one) => one.rank > entry.rank)
    waiting.splice(at < 0 ? waiting.length : at, 0, entry)
  }
  /** Ends the largest worker when all together hold too much, those that do nothing first. */
  const look = async () => {
    const all = [...idle.map(({ worker }) => worker), ...[...busy.values()].filter((worker) => worker !== null)]
    const sizes = await Promise.all(all.map(async (worker) => ({ worker, bytes: await worker.memoryBytes() })))
    if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) <= maxMemoryBytes) return
    const useless = idle.splice(0)
    for (const { worker, timer } of useless) {
      clearTimeout(timer)
      worker.end(cancelled())
    }
    const largest = sizes.filter(({ worker }) => !useless.some((one) => one.worker === worker)).toSorted((a, b) => b.bytes - a.bytes)[0]
    if (largest && useless.length === 0) largest.worker.end(swollen())
  }

  return {
    run: (job, terms) => new Promise((resolve, reject) => {
      if (closed || terms.signal?.aborted) return reject(cancelled())
      const entry: Waiting = { ...terms, job, deaths: 0, alone: false, resolve, reject }
      enqueue(entry)
      terms.signal?.addEventListener('abort', () => {
        if (!waiting.includes(entry)) return
        waiting = waiting.filter((one) => one !== entry)
        reject(cancelled())
      }, { once: true })
      startNext()
    }),
    close() {
      closed = true
      for (const { reject } of waiting.splice(0)) reject(cancelled())
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer)
        worker.end(cancelled())
      }
      for (const worker of busy.values()) worker?.end(cancelled())
    },
  }
}

/** Failures that end the worker: the file's own doing when they come again. */
export function isDeadly(error: unknown): error is RenditionError {
  return error instanceof RenditionError && (error.code === 'timeout' || error.code === 'memory' || error.code === 'crashed')
}

const cancelled = () => new RenditionError('cancelled', 'The work was cancelled.')
const swollen = () => new RenditionError('memory', 'Decoding the file took more memory than is allowed and was stopped.')
