import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { MediaJob, MediaOrder, MediaReport } from './media-worker.ts'
import { RenditionError } from './rendition-error.ts'
import { killGroup } from './run-program.ts'

/** Bounds of one worker process. */
export interface WorkerLimits {
  /** Longest silence of a worker that works: a decoder that hangs. */
  silenceMs: number
  /** Most memory that a worker may hold; more ends it. */
  maxMemoryBytes: number
}

/** A process that decodes what strangers sent, one job at a time. When it hangs, swells or crashes, the job fails and another process takes over. */
export interface WorkerProcess {
  /** Its process id, undefined where it could not be started. */
  pid: number | undefined
  /** @throws RenditionError of the job; `timeout`, `memory`, `crashed` where the process had to end or ended; `cancelled` */
  run(job: MediaJob, signal: AbortSignal | undefined): Promise<unknown>
  /** Whether it can run nothing any more. */
  hasEnded(): boolean
  /** False once it has ended or holds so much memory that it should not be used again. */
  isFresh(): Promise<boolean>
  /** Kills it with all it started. */
  end(reason: RenditionError): void
}

const graceMs = 2000

/** How the end of a process is told. Noted whether or not a job waits: one that came later would wait for a process that is gone. */
const crashed = (complaint: string) => new RenditionError('crashed', 'The decoder stopped while it read the file.', { cause: new Error(complaint) })

const hung = (silenceMs: number) => new RenditionError('timeout', `The decoder hung and was stopped after ${Math.round(silenceMs / 1000)} seconds.`)
const swollen = () => new RenditionError('memory', 'Decoding the file took more memory than is allowed and was stopped.')

const forkWorker = () => fork(fileURLToPath(new URL('./media-worker.ts', import.meta.url)), [], {
  detached: true, execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=512'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'advanced',
})

/** Starts a worker process. It leads a process group of its own, which ExifTool shares; other programs have groups that it reports. */
export function startWorkerProcess(limits: WorkerLimits): WorkerProcess {
  const child = forkWorker()
  const groups = new Set<number>()
  let settle: { resolve: (value: unknown) => void, reject: (error: Error) => void } | undefined
  let ended: RenditionError | undefined
  let lastBeatAt = Date.now()
  let complaint = ''

  child.stderr?.on('data', (chunk: Buffer) => { complaint = (complaint + chunk.toString()).slice(-2000) })
  child.on('message', (message: MediaReport) => {
    lastBeatAt = Date.now()
    if (message.kind === 'group') void (message.live ? groups.add(message.group) : groups.delete(message.group))
    else if (message.kind === 'done') settle?.resolve(message.value)
    else if (message.kind === 'failed') settle?.reject(message.code ? new RenditionError(message.code, message.message) : new Error(message.message))
  })
  const noteEnd = (reason: RenditionError) => {
    ended ??= reason
    settle?.reject(ended)
  }
  for (const event of ['exit', 'error'] as const) child.on(event, () => noteEnd(crashed(complaint)))

  const end = (reason: RenditionError) => {
    noteEnd(reason)
    for (const group of groups) killGroup(group)
    if (child.pid) killGroup(child.pid)
  }
  const watch = async () => {
    if (Date.now() - lastBeatAt > limits.silenceMs) end(hung(limits.silenceMs))
    else if (await memoryBytes(child) > limits.maxMemoryBytes) end(swollen())
  }

  return {
    pid: child.pid,
    async run(job, signal) {
      if (ended) throw ended
      lastBeatAt = Date.now()
      const watching = setInterval(() => void watch(), 100)
      const order = (message: MediaOrder) => child.send(message, () => { /* an ended process reports itself by its exit */ })
      let grace: NodeJS.Timeout | undefined
      const cancel = () => {
        order({ kind: 'cancel' })
        grace = setTimeout(() => end(new RenditionError('cancelled', 'The work was cancelled.')), graceMs)
      }
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        return await new Promise((resolve, reject) => {
          settle = { resolve, reject }
          order({ kind: 'job', job })
        })
      } finally {
        settle = undefined
        clearInterval(watching)
        clearTimeout(grace)
        signal?.removeEventListener('abort', cancel)
      }
    },
    hasEnded: () => ended !== undefined,
    // libheif's memory never shrinks again: a worker that has grown past a third of its limit makes room for a new one.
    isFresh: async () => !ended && await memoryBytes(child) < limits.maxMemoryBytes / 3,
    end,
  }
}

/** Memory that a process holds, 0 where the system does not tell (only Linux does). */
async function memoryBytes(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
