import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { decoderEnvironment } from './decoder-environment.ts'
import type { MediaJob, MediaOrder, MediaReport } from './media-worker.ts'
import { killProcessTree, treeMemoryBytes } from './process-tree.ts'
import { isRenditionErrorCode, RenditionError } from './rendition-error.ts'
import type { Sandbox } from './sandbox.ts'
import { openWorkerChannel } from './worker-channel.ts'
import { placeJob } from './place-job.ts'
import { createWorkerFolder, type WorkerFolder } from './worker-folder.ts'

/** Bounds of one worker process. */
export interface WorkerLimits {
  /** Longest silence of a worker that works: a decoder that hangs. */
  silenceMs: number
  /**
   * Most memory of a worker and all that it starts. The pool watches it; a process that asks for far more is
   * refused by the kernel.
   */
  maxMemoryBytes: number
}

/** What bounds one job: when it is to end, and who may give it up. */
export interface JobBounds {
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Hears how much of it is done, from 0 to 1, where that is known. */
  onProgress?: ((share: number) => void) | undefined
}

/**
 * A process that decodes what strangers sent, one job at a time. When it hangs, swells or crashes, the job
 * fails and another process takes over.
 */
export interface WorkerProcess {
  /** Its process id: of the program that confines it. Undefined where it could not be started. */
  pid: number | undefined
  /**
   * @throws RenditionError of the job; `timeout`, `memory`, `crashed` where the process had to end or ended;
   * `killed` where others ended it, or it ended before it had the job; `cancelled`
   */
  run(job: MediaJob, bounds: JobBounds): Promise<unknown>
  /** Whether it can run nothing any more. */
  hasEnded(): boolean
  /** What it and all that it started hold. */
  memoryBytes(): number
  /** False once it has ended, is old, or holds so much memory that it should not be used again. */
  isFresh(): boolean
  /** Kills it with all it started, and removes its folder. */
  end(reason: RenditionError): void
}

const graceMs = 2000
const startWithinMs = 60_000
/** Long before its processor time is used up, and before its folder is taken for a forgotten one. */
const oldAfterMs = 20 * 60_000
/**
 * Processor time of a worker: it is replaced before; one that is taken over ends by it. Programs that it
 * starts may be given more.
 */
const processorSeconds = { soft: 3600, hard: 12 * 3600 }
const mostOutputBytes = 32 * 1024 ** 3
const megabyte = 1024 * 1024

/**
 * How a process ended. Noted whether or not a job waits: one that came later would wait for a
 * process that is gone.
 */
const crashed = (complaint: string) =>
  new RenditionError('crashed', 'The decoder stopped while reading the file.', {
    cause: new Error(complaint),
  })
const killed = (complaint: string) =>
  new RenditionError('killed', 'The decoder was stopped from outside.', { cause: new Error(complaint) })
const late = (ms: number) =>
  new RenditionError('timeout', `The decoder was stopped after ${Math.round(ms / 1000)} seconds.`, {
    data: { seconds: Math.round(ms / 1000) },
  })

function launch(sandbox: Sandbox, folder: WorkerFolder, { maxMemoryBytes }: WorkerLimits): ChildProcess {
  // Node claims some 700 MB that it never touches, and a worker must reach its own limit before the kernel's.
  const dataKb = Math.round((maxMemoryBytes + 1536 * megabyte) / 1024)
  const limits = `ulimit -c 0; ulimit -S -t ${processorSeconds.soft}; ulimit -H -t ${processorSeconds.hard}; ulimit -f ${mostOutputBytes / 512}; ulimit -n 1024; ulimit -d ${dataKb}`
  const node = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    '--max-old-space-size=512',
    // Each core has a worker: threads that collect garbage would take time from the others. With 64 MB to
    // begin with, the heap is looked through once in dozens of pictures. Decision 0273.
    '--single-threaded-gc',
    '--initial-old-space-size=64',
    fileURLToPath(new URL('./media-worker.ts', import.meta.url)),
  ]
  return spawn(
    '/bin/sh',
    ['-c', `{ ${limits}; } 2>/dev/null; exec "$@"`, 'sh', ...sandbox.wrap(node, folder)],
    {
      detached: true,
      cwd: '/',
      env: decoderEnvironment(folder.workFolder),
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  )
}

/** SIGKILL, as a shell and `bwrap` report it of what they ran. */
const killedCode = 128 + 9
/** Between the end of a worker's pipe and that of the worker, which says how it ended. */
const exitWithinMs = 1000

/**
 * Why a worker ended by itself. A decoder that fails ends with another signal, or a code: SIGKILL is of the
 * system, which is short of memory, or of somebody.
 */
function reasonOf(code: number | null, signal: NodeJS.Signals | null, complaint: string): RenditionError {
  return signal === 'SIGKILL' || code === killedCode ? killed(complaint) : crashed(complaint)
}

/** The job that a worker has: one at a time. */
interface Task {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly onProgress: JobBounds['onProgress']
}

/** What a worker that has started keeps track of. */
class Run {
  task: Task | undefined
  ended: RenditionError | undefined
  lastBeatAt = performance.now()
  readonly startedAt = performance.now()
  readonly child: ChildProcess
  /** Its libraries are loaded, or it has ended: a busy machine's start is no file's time. */
  readonly ready: Promise<void>
  private becomeReady: () => void = () => {}

  constructor(child: ChildProcess) {
    this.child = child
    this.ready = new Promise((resolve) => {
      this.becomeReady = resolve
    })
    const timer = setTimeout(() => this.end(crashed('It did not start.')), startWithinMs).unref()
    void this.ready.then(() => clearTimeout(timer))
  }

  end(reason: RenditionError): void {
    this.ended ??= reason
    this.becomeReady()
    this.task?.reject(this.ended)
    if (this.child.pid) killProcessTree(this.child.pid)
  }

  hear(message: unknown): void {
    this.lastBeatAt = performance.now()
    this.becomeReady()
    const report = message as Partial<MediaReport>
    if (report.kind === 'done') this.task?.resolve(report.value)
    else if (report.kind === 'failed') this.task?.reject(failureOf(report))
    else if (report.kind === 'progress') this.task?.onProgress?.(shareOf(report.share))
  }
}

/**
 * Starts a worker process in a sandbox.
 * @param parentFolder where the folder of its files is made
 */
export async function startWorkerProcess(
  limits: WorkerLimits,
  sandbox: Sandbox,
  parentFolder: string,
): Promise<WorkerProcess> {
  const folder = await createWorkerFolder(parentFolder, sandbox)
  const child = launch(sandbox, folder, limits)
  const run = new Run(child)
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000)
  })
  const channel = openWorkerChannel(
    child.stdio[3] as Duplex,
    (message) => run.hear(message),
    () => setTimeout(() => run.end(crashed(complaint)), exitWithinMs).unref(),
  )
  child.on('exit', (code, signal) => run.end(reasonOf(code, signal, complaint)))
  child.on('error', ({ message }) => run.end(killed(message)))
  void once(child, 'close')
    .catch(() => undefined)
    .then(() => folder.remove())
    .catch(() => undefined)

  const order = (message: MediaOrder): void => channel.send(message)
  const memoryBytes = () => (child.pid && !run.ended ? treeMemoryBytes(child.pid) : 0)
  return {
    pid: child.pid,
    run: async (job, bounds) => {
      if (run.ended) throw beforeJob(run.ended)
      const { placed, outputs, lentPath } = await placeJob(job, folder)
      try {
        const value = await runTask(run, placed, order, { ...bounds, silenceMs: limits.silenceMs })
        await Promise.all(outputs.map(({ madePath, path }) => folder.takeOutput(madePath, path)))
        return value
      } finally {
        order({ kind: 'clean' })
        await folder.giveBack(lentPath)
      }
    },
    hasEnded: () => run.ended !== undefined,
    memoryBytes,
    // libheif's memory never shrinks again: a worker that has grown past a third of its limit makes room for
    // a new one.
    isFresh: () =>
      !run.ended &&
      performance.now() - run.startedAt < oldAfterMs &&
      memoryBytes() < limits.maxMemoryBytes / 3,
    end: (reason) => run.end(reason),
  }
}

async function runTask(
  run: Run,
  job: MediaJob,
  order: (message: MediaOrder) => void,
  { timeoutMs, silenceMs, signal, onProgress }: JobBounds & { silenceMs: number },
): Promise<unknown> {
  await run.ready
  if (run.ended) throw beforeJob(run.ended)
  run.lastBeatAt = performance.now()
  const beats = setInterval(() => {
    if (performance.now() - run.lastBeatAt > silenceMs) run.end(late(silenceMs))
  }, 250)
  const clock = setTimeout(() => run.end(late(timeoutMs)), timeoutMs)
  let grace: NodeJS.Timeout | undefined
  const cancel = () => {
    order({ kind: 'cancel' })
    grace = setTimeout(() => run.end(cancelled()), graceMs)
  }
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      run.task = { resolve, reject, onProgress }
      if (run.ended) reject(run.ended)
      else if (signal?.aborted) reject(cancelled())
      else order({ kind: 'job', job })
    })
  } finally {
    run.task = undefined
    clearInterval(beats)
    clearTimeout(clock)
    clearTimeout(grace)
    signal?.removeEventListener('abort', cancel)
  }
}

/** What ends before it has the job says nothing of the job's file. */
function beforeJob(ended: RenditionError): RenditionError {
  return ended.isOfFile ? killed(ended.message) : ended
}

/** From a worker that a file may have taken over. */
function shareOf(share: unknown): number {
  return typeof share === 'number' && share >= 0 && share <= 1 ? share : 0
}

const cancelled = () => new RenditionError('cancelled', 'The work was cancelled.')

function failureOf({ code, message }: { code?: unknown; message?: unknown }): Error {
  const text = String(message).slice(0, 2000)
  return isRenditionErrorCode(code) ? new RenditionError(code, text) : new Error(text)
}
