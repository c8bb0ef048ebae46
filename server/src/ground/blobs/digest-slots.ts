import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { createThread } from './ask-thread.ts'
import { mostLentChunks, returnSlot, type ChunkSlot } from './chunk-slots.ts'

/**
 * What the thread is asked: to add bytes, in memory that both sides see, to a digest, and to end or forget
 * it.
 */
export type DigestRequest = {
  readonly digest: number
  readonly isFirst: boolean
  readonly bytes?: ChunkSlot
  readonly next: 'more' | 'end' | 'forget'
}

type Sums = { readonly sha256: string; readonly crc32: number }

/** What the thread answers: the digest, where it was asked to end it. */
export type DigestReply = Sums | undefined

/** Bytes in a slot. One that is not full is the last, and may be empty. */
export type FilledSlot = { readonly slot: ChunkSlot; readonly usedBytes: number }

const askThread = createThread<DigestRequest, DigestReply>(new URL('digest.thread.mjs', import.meta.url))
let nextDigest = 0

/**
 * Takes the digest of bytes that come in slots, which are given back. What fits into one slot is hashed here;
 * of more, a thread hashes each slot while it is written, and while the next are filled.
 * @param write what else is done with a slot, which lies at this place among all bytes
 * @throws what the source and `write` throw, when both are done with all slots
 * @source decision 0257: measured
 */
export async function digestSlots(
  slots: AsyncIterable<FilledSlot>,
  write: (bytes: Uint8Array, at: number) => Promise<void> = async () => {},
): Promise<Sums & { readonly sizeBytes: number }> {
  const digest = nextDigest++
  const underWay: Promise<unknown>[] = []
  let sizeBytes = 0
  let isInThread = false
  const hash = (bytes: ChunkSlot, isLast: boolean): Sums | Promise<DigestReply> => {
    const isFirst = !isInThread
    if (isFirst && isLast) return digestHere(bytes)
    isInThread = true
    return askThread({ digest, isFirst, bytes, next: isLast ? 'end' : 'more' })
  }
  try {
    for await (const { slot, usedBytes } of slots) {
      const bytes = slot.subarray(0, usedBytes)
      const isLast = usedBytes < slot.length
      const at = sizeBytes
      sizeBytes += usedBytes
      const hashed = hash(bytes, isLast)
      const done = Promise.all([hashed, write(bytes, at)])
      underWay.push(done)
      // A failure is thrown when its turn comes; until then it does not count as unhandled.
      done.then(() => returnSlot(slot)).catch(() => {})
      if (isLast) {
        await Promise.all(underWay)
        const sums = await hashed
        if (!sums) throw new Error('The thread that hashes answered no digest')
        return { ...sums, sizeBytes }
      }
      if (underWay.length === mostLentChunks) await underWay.shift()
    }
    throw new Error('The last slot did not come')
  } catch (error) {
    await Promise.allSettled(underWay)
    if (isInThread) askThread({ digest, isFirst: false, next: 'forget' }).catch(() => {})
    throw error
  }
}

function digestHere(bytes: Uint8Array): Sums {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), crc32: crc32(bytes) }
}
