import { setBit, type Bits } from './bits.ts'

/** One number of each slot, or none. */
export interface NumberColumn {
  set(slot: number, value: number | null): void
  /**
   * Adds to an empty set the slots whose number lies between these two, both included; those without one
   * never do.
   */
  scan(least: number, most: number, slots: number, into: Bits): Bits
  /** Adds to an empty set the slots whose number is one of these. */
  scanAny(wanted: ReadonlySet<number>, slots: number, into: Bits): Bits
  /** Makes room for this many slots. */
  grow(capacity: number): void
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

/** Creates a column, which takes no memory before it gets its first number. */
export function createNumberColumn(capacity: number): NumberColumn {
  let room = capacity
  let numbers: Float64Array<ArrayBuffer> | undefined
  return {
    set: (slot, value) => {
      if (value === null && !numbers) return
      numbers ??= new Float64Array(room).fill(Number.NaN)
      numbers[slot] = value ?? Number.NaN
    },
    scan: (least, most, slots, into) => {
      for (let word = 0, slot = 0; numbers && word < into.length; word++) {
        let bits = 0
        for (const end = Math.min(slot + 32, slots); slot < end; slot++) {
          const number = numbers[slot] ?? Number.NaN
          bits |= (Number(number >= least) & Number(number <= most)) << slot
        }
        into[word] = bits
      }
      return into
    },
    scanAny: (wanted, slots, into) => {
      for (let slot = 0; numbers && slot < slots; slot++)
        if (wanted.has(numbers[slot] ?? Number.NaN)) setBit(into, slot, true)
      return into
    },
    grow: (wanted) => {
      room = wanted
      if (!numbers) return
      const before = numbers.length
      numbers = new Float64Array(numbers.buffer.transfer(wanted * 8)).fill(Number.NaN, before)
    },
    sizeBytes: () => numbers?.byteLength ?? 0,
  }
}
