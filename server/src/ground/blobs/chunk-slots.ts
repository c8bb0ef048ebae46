/** Memory that chunks of blobs are read into, one after the other. Threads see it, too. */
export type ChunkSlot = Uint8Array<SharedArrayBuffer>

/** Bytes that are only lent: after `giveBack` their memory holds others. */
export type LentChunk = { readonly bytes: Uint8Array; readonly giveBack: () => void }

/** @source bench archive: larger chunks are no faster and hold more memory */
export const chunkBytes = 512 * 1024
/** How many slots one stream has. */
export const slotCount = 3
/** How many chunks a consumer may hold at once; the slots beyond are read into meanwhile. */
export const mostLentChunks = slotCount - 1

/** What eight streams need is kept for the next ones. */
const mostIdleSlots = 8 * slotCount
/**
 * How many slots of a full chunk are held at once, 128 MiB: enough for 85 streams. While readers who are slow
 * hold them all, chunks are smaller.
 * @source decision 0225
 */
const mostFullSlots = 256
const smallChunkBytes = 64 * 1024

const full = createPool(chunkBytes)
const small = createPool(smallChunkBytes)

/**
 * A slot that nobody uses. All streams share them, so that what is sent in a day takes a few megabytes and no
 * garbage collection.
 * @source measured: new memory for every chunk costs a third of the speed, and 100 MB that wait for their
 * collection
 */
export function takeSlot(): ChunkSlot {
  return full.count() < mostFullSlots ? full.take() : small.take()
}

/**
 * Gives a slot back that nothing reads from or writes to any more. A slot of a stream that was cut need not
 * come back.
 */
export function returnSlot(slot: ChunkSlot): void {
  const pool = slot.length === chunkBytes ? full : small
  pool.giveBack(slot)
}

function createPool(sizeBytes: number) {
  const idle: ChunkSlot[] = []
  let held = 0
  // Of a stream that was cut: held until its memory is free.
  const cut = new FinalizationRegistry(() => {
    held -= 1
  })
  return {
    count: () => held,
    take: (): ChunkSlot => {
      const slot = idle.pop() ?? new Uint8Array(new SharedArrayBuffer(sizeBytes))
      held += 1
      cut.register(slot, undefined, slot)
      return slot
    },
    giveBack: (slot: ChunkSlot): void => {
      held -= 1
      cut.unregister(slot)
      if (idle.length < mostIdleSlots) idle.push(slot)
    },
  }
}
