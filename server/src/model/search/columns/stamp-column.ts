import { hasBit, type Bits } from './bits.ts'

/** Stamps of rows, in the order in which they were asked for; 0 is none. */
export type Stamps = Uint32Array<ArrayBuffer>

/** The stamp of each slot: the transaction that wrote it. */
export interface StampColumn {
  set(slot: number, stamp: number): void
  /** Stamps of these slots, of those that are among the hits; a slot below 0 has none. */
  pick(slots: Int32Array, hits: Bits): Stamps
  /** Makes room for this many slots. */
  grow(capacity: number): void
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

/** Creates a column with room for some slots. */
export function createStampColumn(capacity: number): StampColumn {
  let stamps: Stamps = new Uint32Array(capacity)
  return {
    set: (slot, stamp) => {
      stamps[slot] = stamp
    },
    pick: (slots, hits) => {
      const picked = new Uint32Array(slots.length)
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] ?? -1
        if (slot >= 0 && hasBit(hits, slot)) picked[at] = stamps[slot] ?? 0
      }
      return picked
    },
    grow: (wanted) => {
      stamps = new Uint32Array(stamps.buffer.transfer(wanted * 4))
    },
    sizeBytes: () => stamps.byteLength,
  }
}
