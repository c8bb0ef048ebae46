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
import { createWorkerFolder, type WorkerFolder } from './worker-folder.ts'

/** Bounds of one worker process. */
export interface WorkerLimits {
  /** Longest silence of a worker that works: a decoder that hangs. */
  silenceMs: number
  /** Most memory of a worker and all that it starts. The pool watches it; a process that asks for far more is refused by the kernel. */
  maxMemoryBytes: number
}

/** What bounds one job: when it is to end, and who may give it up. */
export interface JobBounds {
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** A process that decodes what strangers sent, one job at a time. When it hangs, swells or crashes, the job fails and another process takes over. */
export interface WorkerProcess {
  /** Its process id: of the program that confines it. Undefined where it could not be started. */
  pid: number | undefined
  /** @throws RenditionError of the job; `timeout`, `memory`, `crashed` where the process had to end or ended; `cancelled` */
  run(job: MediaJob, bounds: JobBounds): Promise<unknown>
  /** Whether it can run nothing any more. */
  hasEnded(): boolean
  /** What it and all that it started hold. */
  memoryBytes(): Promise<number>
  /** False once it has ended, is old, or holds so much memory that it should not be used again. */
  isFresh(): Promise<boolean>
  /** Kills it with all it started, and removes its folder. */
  end(reason: RenditionError): void
}

const graceMs = 2000
/** Long before its processor time is used up, and before its folder is taken for a forgotten one. */
const oldAfterMs = 20 * 60_000
/** Processor time of a worker: it is replaced before; one that is taken over ends by it. Programs that it starts may be given more. */
const processorSeconds = { soft: 3600, hard: 12 * 3600 }
const mostOutputBytes = 32 * 1024 ** 3
const megabyte = 1024 * 1024

/** How the end of a process is told. Noted whether or not a job waits: one that came later would wait for a process that is gone. */
const crashed = (complaint: string) => new RenditionError('crashed', 'The decoder stopped while it read the file.', { cause: new Error(complaint) })
const late = (ms: number) => new RenditionError('timeout', `The decoder was stopped after ${Math.round(ms / 1000)} seconds.`)

function launch(sandbox: Sandbox, folder: WorkerFolder, { maxMemoryBytes }: WorkerLimits): ChildProcess {
  // Node claims some 700 MB that it never touches, and a worker must reach its own limit before the kernel's.
  const dataKb = Math.round((maxMemoryBytes + 1536 * megabyte) / 1024)
  const limits = `ulimit -c 0; ulimit -S -t ${processorSeconds.soft}; ulimit -H -t ${processorSeconds.hard}; ulimit -f ${mostOutputBytes / 512}; ulimit -n 1024; ulimit -d ${dataKb}`
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--max-old-space-size=512', fileURLToPath(new URL('./media-worker.ts', import.meta.url))]
  return spawn('/bin/sh', ['-c', `{ ${limits}; } 2>/dev/null; exec "$@"`, 'sh', ...sandbox.wrap(node, folder)], {
    detached: true, cwd: '/', env: decoderEnvironment(folder.workFolder), stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
}

/**
 * Starts a worker process in a sandbox.
 * @param parentFolder where the folder of its files is made
 */
export async function startWorkerProcess(limits: WorkerLimits, sandbox: Sandbox, parentFolder: string): Promise<WorkerProcess> {
  const folder = await createWorkerFolder(parentFolder, sandbox)
  const child = launch(sandbox, folder, limits)
  const startedAt = Date.now()
  let settle: { resolve: (value: unknown) => void, reject: (error: Error) => void } | undefined
  let ended: RenditionError | undefined
  let lastBeatAt = startedAt
  let complaint = ''

  const noteEnd = (reason: RenditionError) => {
    ended ??= reason
    settle?.reject(ended)
  }
  const end = (reason: RenditionError) => {
    noteEnd(reason)
    if (child.pid) void killProcessTree(child.pid)
  }
  child.stderr?.on('data', (chunk: Buffer) => { complaint = (complaint + chunk.toString()).slice(-2000) })
  const channel = openWorkerChannel(child.stdio[3] as Duplex, (message) => {
    lastBeatAt = Date.now()
    const report = message as Partial<MediaReport>
    if (report.kind === 'done') settle?.resolve(report.value)
    else if (report.kind === 'failed') settle?.reject(failureOf(report))
  }, () => end(crashed(complaint)))
  for (const event of ['exit', 'error'] as const) child.on(event, () => end(crashed(complaint)))
  void once(child, 'close').catch(() => undefined).then(() => folder.remove()).catch(() => undefined)

  const order = (message: MediaOrder) => channel.send(message)
  const runPlaced = async (job: MediaJob, { timeoutMs, signal }: JobBounds): Promise<unknown> => {
    lastBeatAt = Date.now()
    const beats = setInterval(() => { if (Date.now() - lastBeatAt > limits.silenceMs) end(late(limits.silenceMs)) }, 250)
    const clock = setTimeout(() => end(late(timeoutMs)), timeoutMs)
    let grace: NodeJS.Timeout | undefined
    const cancel = () => {
      order({ kind: 'cancel' })
      grace = setTimeout(() => end(cancelled()), graceMs)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        settle = { resolve, reject }
        if (ended) reject(ended)
        else if (signal?.aborted) reject(cancelled())
        else order({ kind: 'job', job })
      })
    } finally {
      settle = undefined
      clearInterval(beats)
      clearTimeout(clock)
      clearTimeout(grace)
      signal?.removeEventListener('abort', cancel)
    }
  }
  const memoryBytes = () => (child.pid && !ended ? treeMemoryBytes(child.pid) : Promise.resolve(0))
  return {
    pid: child.pid,
    run: async (job, bounds) => {
      if (ended) throw ended
      const { placed, outputs, lentPath } = await placeJob(job, folder)
      try {
        const value = await runPlaced(placed, bounds)
        await takeOutputs(outputs, folder)
        return value
      } finally {
        order({ kind: 'clean' })
        await folder.giveBack(lentPath)
      }
    },
    hasEnded: () => ended !== undefined,
    memoryBytes,
    // libheif's memory never shrinks again: a worker that has grown past a third of its limit makes room for a new one.
    isFresh: async () => !ended && Date.now() - startedAt < oldAfterMs && await memoryBytes() < limits.maxMemoryBytes / 3,
    end,
  }
}

const cancelled = () => new RenditionError('cancelled', 'The work was cancelled.')

function failureOf({ code, message }: { code?: unknown, message?: unknown }): Error {
  const text = String(message).slice(0, 2000)
  return isRenditionErrorCode(code) ? new RenditionError(code, text) : new Error(text)
}

interface Output { readonly madePath: string, readonly path: string }
interface PlacedJob { readonly placed: MediaJob, readonly outputs: readonly Output[], readonly lentPath: string }

/** The same job with paths that the worker can reach. */
async function placeJob(job: MediaJob, folder: WorkerFolder): Promise<PlacedJob> {
  const lentPath = await folder.lend(job.kind === 'render' ? job.request.sourcePath : job.request.path)
  if (job.kind === 'inspect') return { placed: { ...job, request: { ...job.request, path: lentPath } }, outputs: [], lentPath }
  const outputs = outputPathsOf(job).map((path) => ({ madePath: folder.newOutputPath(path), path }))
  return { placed: placeFiles(job, lentPath, outputs), outputs, lentPath }
}

function outputPathsOf(job: Exclude<MediaJob, { kind: 'inspect' }>): string[] {
  return job.kind === 'writeTags' ? [job.request.outputPath] : job.request.outputs.map(({ outputPath }) => outputPath)
}

function placeFiles(job: Exclude<MediaJob, { kind: 'inspect' }>, path: string, made: readonly Output[]): MediaJob {
  const outputPath = (index: number) => made[index]?.madePath ?? ''
  if (job.kind === 'writeTags') return { ...job, request: { ...job.request, path, outputPath: outputPath(0) } }
  const outputs = job.request.outputs.map((output, index) => ({ ...output, outputPath: outputPath(index) }))
  return job.kind === 'render' ? { ...job, request: { ...job.request, sourcePath: path, outputs } } : { ...job, request: { ...job.request, path, outputs } }
}

/** An inspection makes no pictures of what is not usable. */
async function takeOutputs(outputs: readonly Output[], folder: WorkerFolder): Promise<void> {
  for (const { madePath, path } of outputs) await folder.takeOutput(madePath, path)
}
