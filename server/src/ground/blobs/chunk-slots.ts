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

/** What eight streams need. Those of more streams are left to the garbage collector. */
const mostIdleSlots = 8 * slotCount
const idleSlots: ChunkSlot[] = []

/**
 * A slot that nobody uses. All streams share them, so that what is sent in a day takes a few megabytes and no
 * garbage collection.
 * @source measured: new memory for every chunk costs a third of the speed, and 100 MB that wait for their
 * collection
 */
export function takeSlot(): ChunkSlot {
  return idleSlots.pop() ?? new Uint8Array(new SharedArrayBuffer(chunkBytes))
}

/**
 * Gives a slot back that nothing reads from or writes to any more. A slot of a stream that was cut need not
 * come back.
 */
export function returnSlot(slot: ChunkSlot): void {
  if (idleSlots.length < mostIdleSlots) idleSlots.push(slot)
}
