import { setBit, type Bits } from './bits.ts'

/** The slots that have a value, of the values that were asked for last; every write keeps them right. */
export interface KeptSets {
  /** The set of a value, made where it is not kept. */
  get(value: number, make: () => Bits): Bits
  /** Tells that a slot has a value, or has it no longer. */
  note(slot: number, value: number, has: boolean): void
  /** Forgets all of them. */
  clear(): void
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

/**
 * Who narrows a search asks for the same few values again and again. A set takes a bit for each slot, 125 kB
 * of a million.
 */
const maxKept = 64

/** Creates a memory of sets that keeps none yet. */
export function createKeptSets(): KeptSets {
  const kept = new Map<number, Bits>()
  return {
    get: (value, make) => {
      const bits = kept.get(value) ?? make()
      // The one that was asked for longest ago goes first.
      kept.delete(value)
      kept.set(value, bits)
      if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? 0)
      return bits
    },
    note: (slot, value, has) => {
      const bits = kept.get(value)
      if (bits) setBit(bits, slot, has)
    },
    clear: () => kept.clear(),
    sizeBytes: () => [...kept.values()].reduce((sum, bits) => sum + bits.byteLength, 0),
  }
}
