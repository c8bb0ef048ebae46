import type { JoinedPart } from './blob-store.ts'
import { createChunkPlanner } from './chunk-planner.ts'
import { returnSlot, slotCount, takeSlot, type ChunkSlot, type LentChunk } from './chunk-slots.ts'
import { fillChunk } from './fill-chunk.ts'

/**
 * What goes into a slot: how many bytes, fewer than it holds only at the end, and the reads that are to be
 * waited for.
 */
type SlotPlan = { readonly usedBytes: number; readonly filled: Promise<void> }

/**
 * Gives joined parts in chunks, undefined after the last, each blob from the file that `pathOf` says.
 * @throws BlobDamaged (from the function given) where a file is missing or of another size
 */
export function lendChunks(
  parts: Iterable<JoinedPart>,
  pathOf: (sha256: string) => string,
): () => Promise<LentChunk | undefined> {
  const planNext = createChunkPlanner(parts)
  return lendAhead((slot) => {
    const { usedBytes, fills } = planNext(slot)
    return {
      usedBytes,
      filled: fillChunk(
        slot,
        fills.map(({ sha256, ...fill }) => ({ ...fill, path: pathOf(sha256) })),
      ),
    }
  })
}

/**
 * Lends chunk after chunk, reading ahead into as many slots as a stream has. A chunk that is not full is the
 * last.
 */
export function lendAhead(plan: (slot: ChunkSlot) => SlotPlan): () => Promise<LentChunk | undefined> {
  const underWay: Promise<LentChunk>[] = []
  let usedSlots = 0
  let isEnded = false
  const readAhead = (): void => {
    while (usedSlots < slotCount && !isEnded) {
      const slot = takeSlot()
      const { usedBytes, filled } = plan(slot)
      isEnded = usedBytes < slot.length
      if (usedBytes === 0) return returnSlot(slot)
      usedSlots += 1
      underWay.push(
        filled.then(() => ({ bytes: slot.subarray(0, usedBytes), giveBack: () => giveBack(slot) })),
      )
    }
  }
  const giveBack = (slot: ChunkSlot): void => {
    usedSlots -= 1
    returnSlot(slot)
  }
  return async () => {
    readAhead()
    const next = underWay.shift()
    // A failure is thrown when its turn comes; until then it does not count as unhandled.
    for (const later of underWay) later.catch(() => {})
    return next
  }
}
