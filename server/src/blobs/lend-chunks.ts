import type { JoinedPart } from './blob-store.ts'
import { createChunkPlanner, type ChunkPlan } from './chunk-planner.ts'
import { fillChunk } from './fill-chunk.ts'

/** Bytes that are only lent: after `giveBack` their memory holds others. */
export type LentChunk = { readonly bytes: Uint8Array, readonly giveBack: () => void }

/** @source bench archive: larger chunks are no faster and hold more memory */
const chunkBytes = 512 * 1024
const slotCount = 3
/** How many chunks the consumer may hold at once; the slots beyond are read into meanwhile. */
export const mostLentChunks = slotCount - 1

/**
 * Gives joined parts in chunks, undefined after the last, each blob from the file that `pathOf` says. The same three
 * pieces of memory go round, so that any number of bytes takes 1.5 MB and no garbage collection.
 * @throws BlobDamaged (from the function given) where a file is missing or of another size
 * @source measured: new memory for every chunk costs a third of the speed, and 100 MB that wait for their collection
 */
export function lendChunks(parts: Iterable<JoinedPart>, pathOf: (sha256: string) => string): () => Promise<LentChunk | undefined> {
  const planNext = createChunkPlanner(parts)
  const free = Array.from({ length: slotCount }, () => new Uint8Array(new SharedArrayBuffer(chunkBytes)))
  const underWay: Promise<LentChunk>[] = []
  let isEnded = false
  const readAhead = (): void => {
    for (let slot = isEnded ? undefined : free.pop(); slot !== undefined; slot = isEnded ? undefined : free.pop()) {
      const { usedBytes, fills } = planNext(slot)
      isEnded = usedBytes < chunkBytes
      if (usedBytes > 0) underWay.push(fillSlot(slot, usedBytes, fills))
    }
  }
  const fillSlot = async (slot: Uint8Array<SharedArrayBuffer>, usedBytes: number, fills: ChunkPlan['fills']): Promise<LentChunk> => {
    await fillChunk(slot, fills.map(({ sha256, ...fill }) => ({ ...fill, path: pathOf(sha256) })))
    return { bytes: slot.subarray(0, usedBytes), giveBack: () => { free.push(slot) } }
  }
  return async () => {
    readAhead()
    const next = underWay.shift()
    for (const later of underWay) later.catch(() => {}) // told when its turn comes; until then it is not unhandled
    return next
  }
}
