import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import { BlobDamaged } from './blob-damaged.ts'

/** A stretch of a file that must have `sizeBytes` bytes, and where in the chunk it goes. */
export type FileFill = {
  readonly path: string
  readonly at: number
  readonly start: number
  readonly endExclusive: number
  readonly sizeBytes: number
}

/**
 * What the thread is asked: of each path four numbers, `at`, `start`, `endExclusive` and `sizeBytes`, because
 * thousands of objects a second are costly to send. The target is memory that both sides see.
 */
export type FillRequest = {
  readonly id: number
  readonly target: Uint8Array<SharedArrayBuffer>
  readonly paths: readonly string[]
  readonly numbers: Float64Array
}

/** What the thread answers: neither `damaged` nor `error` when the chunk is filled. */
export type FillReply = {
  readonly id: number
  readonly damaged?: {
    readonly path: string
    readonly foundSizeBytes: number | undefined
    readonly sizeBytes: number
  }
  readonly error?: unknown
}

type FillThread = { readonly worker: Worker; readonly waiting: Map<number, PromiseWithResolvers<void>> }

/** It keeps nothing from one request to the next. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 }

let running: FillThread | undefined
let nextId = 0

/**
 * Reads stretches of files into a chunk, in a thread. The one thread starts with the first call (10 MB), and
 * keeps no process alive when it is idle.
 * @throws BlobDamaged where a file is missing or of another size
 */
export async function fillChunk(
  target: Uint8Array<SharedArrayBuffer>,
  fills: readonly FileFill[],
): Promise<void> {
  if (fills.length === 0) return
  running ??= startThread()
  const filled = Promise.withResolvers<void>()
  const id = nextId++
  running.waiting.set(id, filled)
  running.worker.ref()
  const numbers = Float64Array.from(
    fills.flatMap(({ at, start, endExclusive, sizeBytes }) => [at, start, endExclusive, sizeBytes]),
  )
  running.worker.postMessage({
    id,
    target,
    paths: fills.map(({ path }) => path),
    numbers,
  } satisfies FillRequest)
  return filled.promise
}

function startThread(): FillThread {
  const thread: FillThread = {
    worker: new Worker(new URL('fill-chunk.thread.mjs', import.meta.url), { resourceLimits }),
    waiting: new Map(),
  }
  thread.worker.on('message', (reply: FillReply) => settle(thread, reply))
  thread.worker.on('error', (error) => endThread(thread, error))
  thread.worker.on('exit', () => endThread(thread, new Error('The thread that reads files has ended')))
  return thread
}

function settle({ worker, waiting }: FillThread, { id, damaged, error }: FillReply): void {
  const filled = waiting.get(id)
  waiting.delete(id)
  if (waiting.size === 0) worker.unref()
  if (damaged)
    filled?.reject(new BlobDamaged(basename(damaged.path), damaged.foundSizeBytes, damaged.sizeBytes))
  else if (error !== undefined) filled?.reject(error)
  else filled?.resolve()
}

/** The next call starts another thread. */
function endThread(thread: FillThread, reason: unknown): void {
  if (running === thread) running = undefined
  for (const filled of thread.waiting.values()) filled.reject(reason)
  thread.waiting.clear()
}
