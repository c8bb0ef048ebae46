/** A set of slots: slot `n` is bit `n % 32` of word `n / 32`. All sets of a table have the same length. */
export type Bits = Int32Array<ArrayBuffer>

/** An empty set with room for this many slots. */
export function createBits(slots: number): Bits {
  return new Int32Array(Math.ceil(slots / 32))
}

/** Sets and lists that one question works with: the next question gets the same memory. */
export interface Scratch {
  /** An empty set. */
  bits(): Bits
  /** A list with room for this many slots. */
  list(length: number): Int32Array
  /** Begins a question about this many slots. What the last one was given is no longer its own. */
  begin(slots: number): void
}

/** Creates a scratch. Without it, each question leaves megabytes of arrays that are collected late. */
export function createScratch(): Scratch {
  let sets: Bits[] = []
  let taken = 0
  let slotCount = 0
  let longest = new Int32Array(0)
  return {
    bits: () => {
      const bits = (sets[taken] ??= createBits(slotCount))
      taken++
      return bits.fill(0)
    },
    list: (length) => {
      if (longest.length < length) longest = new Int32Array(Math.ceil(length * 1.25))
      return longest.subarray(0, length)
    },
    begin: (slots) => {
      if (Math.ceil(slots / 32) !== Math.ceil(slotCount / 32)) sets = []
      slotCount = slots
      taken = 0
    },
  }
}

/** Keeps in `bits` what is in `other`, too. */
export function intersect(bits: Bits, other: Bits): Bits {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0)
  return bits
}

/** Adds to `bits` what is in `other`. */
export function unite(bits: Bits, other: Bits): Bits {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) | (other[word] ?? 0)
  return bits
}

/** Makes of `bits` what is in `whole` and not in `bits`. */
export function complement(bits: Bits, whole: Bits): Bits {
  for (let word = 0; word < bits.length; word++) bits[word] = (whole[word] ?? 0) & ~(bits[word] ?? 0)
  return bits
}

/** Puts one slot in or takes it out. */
export function setBit(bits: Bits, slot: number, isIn: boolean): void {
  const word = slot >>> 5
  const mask = 1 << (slot & 31)
  bits[word] = isIn ? (bits[word] ?? 0) | mask : (bits[word] ?? 0) & ~mask
}

/** Whether a slot is in the set. */
export function hasBit(bits: Bits, slot: number): boolean {
  return ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0
}

/** How many slots are in the set. */
export function countBits(bits: Bits): number {
  let count = 0
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at] ?? 0
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
  }
  return count
}

/** Writes the slots of the set, ascending, into a list that has room for exactly these. */
export function listBits(bits: Bits, slots: Int32Array): Int32Array {
  let found = 0
  for (let at = 0; at < bits.length; at++) {
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1)
      slots[found++] = at * 32 + 31 - Math.clz32(word & -word)
  }
  return slots
}
