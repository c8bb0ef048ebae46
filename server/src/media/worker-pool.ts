import { createIdleWorkers, type IdleWorkers } from './idle-workers.ts'
import type { MediaJob } from './media-worker.ts'
import type { MediaWorkersUse } from '../ground/metrics/metrics.ts'
import { spareMemoryBytes } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'
import type { WorkerProcess } from './worker-process.ts'

/**
 * How urgent a job is: 0 someone waits for a picture, 1 an import, 2 minutes of work on a film, 3 hours of
 * work that nobody waits for.
 */
export type Rank = 0 | 1 | 2 | 3

/** How a job is run. */
export interface JobTerms {
  rank: Rank
  /** Longest that one try may take. */
  timeoutMs: number
  signal: AbortSignal | undefined
  /** Hears how much of it is done, from 0 to 1, where that is known. */
  onProgress?: ((share: number) => void) | undefined
}

/** A queue before a few worker processes. */
export interface WorkerPool {
  /**
   * @throws RenditionError of the job; `timeout`, `memory`, `crashed` where it ended its worker twice, or was
   * killed four times beside no other; `killed` where others ended its workers again and again; `cancelled`
   */
  run(job: MediaJob, terms: JobTerms): Promise<unknown>
  close(): void
  use(): MediaWorkersUse
}

/** What a pool is made of. */
export interface PoolOptions {
  /** How many processes at once. */
  size: number
  /** Most memory that all of them and what they started hold together. */
  maxMemoryBytes: number
  start: () => Promise<WorkerProcess>
  /** Waits of a job whose worker was killed, before each further try. */
  pausesMs?: readonly number[]
  /** Hears of each try of a job, and how it ended. */
  onTried?: ((job: MediaJob, seconds: number, error: unknown) => void) | undefined
}

/**
 * A worker can end for reasons of others (the machine is short of memory, or busy): only a file that ends two
 * is to blame itself.
 */
const triesOfDeadly = 2
const lookEveryMs = 100
/**
 * A job whose worker was killed is tried again alone, after growing pauses: by then a machine that was short
 * of memory has some again, and a restart is over.
 * @source decision 0224
 */
const usualPausesMs = [1000, 2000, 4000, 8000, 16_000]
const giveUpKilledAfterMs = 60_000
/** So many kills are the file's doing, unless workers of other files were killed within this time, too. */
const killsOfOwnDoing = 4
const sameKillerWithinMs = 5000

interface Waiting extends JobTerms {
  job: MediaJob
  /** Workers that ended under it so far. */
  deaths: number
  /** Runs beside no other picture: it took too much memory beside one. */
  alone: boolean
  /** When its workers were killed by others, and before what moment it does not start again. */
  killedAtMs: number[]
  notBeforeMs: number
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Creates the pool; its processes start when there is work. Lower ranks go first, jobs of rank 2 never take
 * the last worker. One job of rank 3 runs beside all others, in one process more, so that it keeps none
 * waiting.
 */
export function createWorkerPool({
  size,
  maxMemoryBytes,
  start,
  pausesMs = usualPausesMs,
  onTried = () => {},
}: PoolOptions): WorkerPool {
  const idle = createIdleWorkers()
  const busy = new Map<Waiting, WorkerProcess | null>()
  const waiting = createQueue()
  let closed = false
  let watch: NodeJS.Timeout | undefined
  const busyWorkers = (): WorkerProcess[] => [...busy.values()].filter((worker) => worker !== null)

  const startNext = (): void => {
    const next = closed ? undefined : waiting.take([...busy.keys()], size)
    if (!next) return
    busy.set(next, null)
    watch ??= setInterval(() => endSwollen(idle, busy, maxMemoryBytes), lookEveryMs)
    void work(next)
    startNext()
  }
  const work = async (entry: Waiting): Promise<void> => {
    try {
      const worker = idle.take() ?? (await start())
      busy.set(entry, worker)
      if (closed) worker.end(cancelled())
      const startedMs = performance.now()
      const seconds = (): number => (performance.now() - startedMs) / 1000
      await worker.run(entry.job, entry).then(
        (value) => {
          onTried(entry.job, seconds(), undefined)
          entry.resolve(value)
        },
        (error: unknown) => {
          onTried(entry.job, seconds(), error)
          if (isKilled(error)) tryAgainLater(entry, error)
          else fail(entry, error, worker.hasEnded())
        },
      )
      if (closed) worker.end(cancelled())
      else idle.put(worker)
    } catch (error) {
      entry.reject(error)
    } finally {
      busy.delete(entry)
      if (busy.size === 0) {
        clearInterval(watch)
        watch = undefined
      }
      startNext()
    }
  }
  const fail = (entry: Waiting, error: unknown, hasEnded: boolean): void => {
    if (!isDeadly(error) || !hasEnded || ++entry.deaths >= triesOfDeadly || closed || entry.signal?.aborted)
      return entry.reject(error)
    entry.alone = error.code === 'memory'
    waiting.add(entry)
  }
  const isOver = (entry: Waiting): boolean => closed || entry.signal?.aborted === true
  const tryAgainLater = createRetries({ waiting, startNext, pausesMs, isOver })

  return {
    run: (job, terms) =>
      new Promise((resolve, reject) => {
        if (closed || terms.signal?.aborted) return reject(cancelled())
        const entry: Waiting = { ...terms, ...untried, killedAtMs: [], job, resolve, reject }
        waiting.add(entry)
        terms.signal?.addEventListener(
          'abort',
          () => {
            if (waiting.remove(entry)) reject(cancelled())
          },
          { once: true },
        )
        startNext()
      }),
    close() {
      closed = true
      for (const { reject } of waiting.empty()) reject(cancelled())
      idle.end()
      for (const worker of busyWorkers()) worker.end(cancelled())
    },
    use: () => ({ busy: busy.size, idle: idle.list().length, waiting: waiting.count() }),
  }
}

interface Retries {
  readonly waiting: ReturnType<typeof createQueue>
  readonly startNext: () => void
  readonly pausesMs: readonly number[]
  readonly isOver: (entry: Waiting) => boolean
}

/** Has jobs whose workers were killed tried again, or fail. */
function createRetries({ waiting, startNext, pausesMs, isOver }: Retries) {
  const kills: { readonly entry: Waiting; readonly atMs: number }[] = []
  return (entry: Waiting, error: RenditionError): void => {
    const now = performance.now()
    entry.killedAtMs.push(now)
    kills.push({ entry, atMs: now })
    if (kills.length > 100) kills.shift()
    const [firstMs = now] = entry.killedAtMs
    const alone = entry.killedAtMs.length - 1
    const isOfOthers = kills.some((one) => one.entry !== entry && one.atMs > firstMs - sameKillerWithinMs)
    if (isOver(entry)) return entry.reject(cancelled())
    if (alone >= killsOfOwnDoing && !isOfOthers) return entry.reject(asCrash(error))
    if (now - firstMs > giveUpKilledAfterMs) return entry.reject(error)
    const pauseMs = pausesMs[Math.min(alone, pausesMs.length - 1)] ?? 0
    entry.alone = entry.rank < 2
    entry.notBeforeMs = now + pauseMs
    waiting.add(entry)
    setTimeout(startNext, pauseMs + 1).unref()
  }
}

const untried = { deaths: 0, alone: false, notBeforeMs: 0 } as const

/** Jobs in the order in which they start. */
function createQueue() {
  let waiting: Waiting[] = []
  return {
    /** Behind those of its rank: the second try of a file keeps nobody else waiting. */
    add(entry: Waiting): void {
      const at = waiting.findIndex((one) => one.rank > entry.rank)
      waiting.splice(at < 0 ? waiting.length : at, 0, entry)
    },
    take(busy: readonly Waiting[], size: number): Waiting | undefined {
      const now = performance.now()
      const due = waiting.filter(({ notBeforeMs }) => notBeforeMs <= now)
      const next = due.find((one) => mayStart(one, busy, due, size))
      waiting = waiting.filter((one) => one !== next)
      return next
    },
    remove(entry: Waiting): boolean {
      const isThere = waiting.includes(entry)
      waiting = waiting.filter((one) => one !== entry)
      return isThere
    },
    empty: (): Waiting[] => waiting.splice(0),
    count: (): number => waiting.length,
  }
}

function mayStart(
  { rank, alone }: Waiting,
  busy: readonly Waiting[],
  waiting: readonly Waiting[],
  size: number,
): boolean {
  const others = busy.filter((one) => one.rank < 3)
  if (rank === 3) return others.length === busy.length
  if (others.length >= size) return false
  const pictures = others.filter((one) => one.rank < 2)
  if (pictures.some((one) => one.alone)) return false
  if (alone) return pictures.length === 0
  if (rank === 2) return others.length - pictures.length < Math.max(1, size - 1)
  // One that must run alone would wait for ever behind an import of thousands.
  return rank === 0 || !waiting.some((one) => one.alone)
}

/**
 * Ends a worker when all together hold too much: first those that do nothing, then one whose work nobody
 * waits for, then the largest.
 */
function endSwollen(
  idle: IdleWorkers,
  busy: ReadonlyMap<Waiting, WorkerProcess | null>,
  maxMemoryBytes: number,
): void {
  const running = [...busy].flatMap(([{ rank }, worker]) =>
    worker === null ? [] : [{ worker, bytes: worker.memoryBytes(), isSpare: rank === 3 }],
  )
  const ofIdle = idle.list().reduce((sum, worker) => sum + worker.memoryBytes(), 0)
  const bytes = running.reduce((sum, one) => sum + one.bytes, ofIdle)
  const allowed = maxMemoryBytes + (running.some(({ isSpare }) => isSpare) ? spareMemoryBytes : 0)
  if (bytes <= allowed || idle.end() > 0) return
  const [first] = running.toSorted((a, b) => Number(b.isSpare) - Number(a.isSpare) || b.bytes - a.bytes)
  first?.worker.end(
    new RenditionError('memory', 'Decoding the file took more memory than is allowed and was stopped.'),
  )
}

/** Others ended the worker. */
export function isKilled(error: unknown): error is RenditionError {
  return error instanceof RenditionError && error.code === 'killed'
}

/** A file whose worker is killed each time, and no worker of others. */
function asCrash(cause: RenditionError): RenditionError {
  return new RenditionError('crashed', 'The decoder stopped while reading the file.', { cause })
}

/** Failures that end the worker: the file's own doing when they come again. */
export function isDeadly(error: unknown): error is RenditionError {
  return (
    error instanceof RenditionError &&
    (error.code === 'timeout' || error.code === 'memory' || error.code === 'crashed')
  )
}

const cancelled = () => new RenditionError('cancelled', 'The work was cancelled.')
