import { basename } from 'node:path'
import { createThread } from './ask-thread.ts'
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
  readonly target: Uint8Array<SharedArrayBuffer>
  readonly paths: readonly string[]
  readonly numbers: Float64Array
}

/** What the thread answers: the file that is damaged, undefined when the chunk is filled. */
export type FillReply =
  | { readonly path: string; readonly foundSizeBytes: number | undefined; readonly sizeBytes: number }
  | undefined

const askThread = createThread<FillRequest, FillReply>(new URL('fill-chunk.thread.mjs', import.meta.url))

/**
 * Reads stretches of files into a chunk, in a thread.
 * @throws BlobDamaged where a file is missing or of another size
 */
export async function fillChunk(
  target: Uint8Array<SharedArrayBuffer>,
  fills: readonly FileFill[],
): Promise<void> {
  if (fills.length === 0) return
  const numbers = Float64Array.from(
    fills.flatMap(({ at, start, endExclusive, sizeBytes }) => [at, start, endExclusive, sizeBytes]),
  )
  const damaged = await askThread({ target, paths: fills.map(({ path }) => path), numbers })
  if (damaged) throw new BlobDamaged(basename(damaged.path), damaged.foundSizeBytes, damaged.sizeBytes)
}
