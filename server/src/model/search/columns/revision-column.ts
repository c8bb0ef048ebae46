import { hasBit, type Bits } from './bits.ts'

/** Revisions of rows, in the order in which they were asked for; 0 is none. */
export type Revisions = Uint32Array<ArrayBuffer>

/** The revision of each slot: the transaction that wrote it. */
export interface RevisionColumn {
  set(slot: number, revision: number): void
  /** Revisions of these slots, of those that are among the hits; a slot below 0 has none. */
  pick(slots: Int32Array, hits: Bits): Revisions
  /** Makes room for this many slots. */
  grow(capacity: number): void
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

/** Creates a column with room for some slots. */
export function createRevisionColumn(capacity: number): RevisionColumn {
  let revisions: Revisions = new Uint32Array(capacity)
  return {
    set: (slot, revision) => {
      revisions[slot] = revision
    },
    pick: (slots, hits) => {
      const picked = new Uint32Array(slots.length)
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] ?? -1
        if (slot >= 0 && hasBit(hits, slot)) picked[at] = revisions[slot] ?? 0
      }
      return picked
    },
    grow: (wanted) => {
      revisions = new Uint32Array(revisions.buffer.transfer(wanted * 4))
    },
    sizeBytes: () => revisions.byteLength,
  }
}
