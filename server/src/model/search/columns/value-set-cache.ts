import { createCache } from '../../../ground/cache.ts'
import { setBit, type Bits } from './bits.ts'

/** The slots that have a value, of the values that were asked for last; every write keeps them right. */
export interface ValueSetCache {
  /** The set of a value, made where it is not kept. */
  get(value: number, make: () => Bits): Bits
  /** Notes that a slot has a value, or has it no longer. */
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
const maxCached = 64

/** Creates a cache that holds no set yet. */
export function createValueSetCache(): ValueSetCache {
  const cached = createCache<number, Bits>({ max: maxCached })
  return {
    get: (value, make) => {
      const known = cached.get(value)
      if (known) return known
      const bits = make()
      cached.set(value, bits)
      return bits
    },
    note: (slot, value, has) => {
      const bits = cached.peek(value)
      if (bits) setBit(bits, slot, has)
    },
    clear: () => cached.clear(),
    sizeBytes: () => [...cached.values()].reduce((sum, bits) => sum + bits.byteLength, 0),
  }
}
