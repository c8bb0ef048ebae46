import type { BlobStretch, JoinedPart } from './blob-store.ts'

/**
 * What a chunk of joined parts holds: `usedBytes` in all (0 after the last), of which the fills are still to
 * be read.
 */
export type ChunkPlan = { readonly usedBytes: number; readonly fills: readonly ChunkFill[] }

/** A stretch of a blob, and where in the chunk it goes. */
export type ChunkFill = BlobStretch & { readonly at: number }

/**
 * Packs parts into chunks: each call puts the bytes at hand into its target, plans the stretches of blobs
 * between them, and goes on where the last call's target was full.
 */
export function createChunkPlanner(parts: Iterable<JoinedPart>): (target: Uint8Array) => ChunkPlan {
  const remaining = parts[Symbol.iterator]()
  let head: Uint8Array = new Uint8Array(0)
  let blob: BlobStretch | undefined
  return (target) => {
    const fills: ChunkFill[] = []
    let usedBytes = 0
    while (usedBytes < target.length) {
      const freeBytes = target.length - usedBytes
      if (head.length > 0) {
        target.set(head.subarray(0, freeBytes), usedBytes)
        usedBytes += Math.min(head.length, freeBytes)
        head = head.subarray(freeBytes)
      } else if (blob !== undefined) {
        const endExclusive: number = Math.min(blob.endExclusive, blob.start + freeBytes)
        fills.push({ ...blob, endExclusive, at: usedBytes })
        usedBytes += endExclusive - blob.start
        blob = endExclusive < blob.endExclusive ? { ...blob, start: endExclusive } : undefined
      } else {
        const next = remaining.next()
        if (next.done) break
        head = next.value.head
        blob = next.value.blob
      }
    }
    return { usedBytes, fills }
  }
}
