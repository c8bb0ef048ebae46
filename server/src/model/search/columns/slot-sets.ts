import { complement, countBits, intersect, unite, type Bits, type Scratch } from './bits.ts'

/**
 * Some of the slots in use: all or none of them, which takes no pass, or a set. What is `shared` is kept by
 * others, and is never changed.
 */
export type SlotSet = 'all' | 'none' | { readonly bits: Bits; readonly isShared: boolean }

/** Makes sets out of sets, for one question; whatever it changes is its own. */
export interface SlotSets {
  /** An empty set to fill. */
  empty(): Bits
  and(sets: readonly SlotSet[]): SlotSet
  or(sets: readonly SlotSet[]): SlotSet
  not(set: SlotSet): SlotSet
  /** The bits of a set, only to be read. */
  read(set: SlotSet): Bits
  /** The bits of a set, which may be changed. */
  own(set: SlotSet): Bits
  count(set: SlotSet): number
}

/** A set that was filled for this question, and one that is kept. */
export const filled = (bits: Bits): SlotSet => ({ bits, isShared: false })
export const shared = (bits: Bits): SlotSet => ({ bits, isShared: true })

/** @param live the slots in use, `liveCount` of them */
export function createSlotSets(live: Bits, liveCount: number, scratch: Scratch): SlotSets {
  const own = (set: SlotSet): Bits => {
    if (typeof set === 'object' && !set.isShared) return set.bits
    const bits = scratch.bits()
    if (set === 'none') return bits
    const from = set === 'all' ? live : set.bits
    bits.set(from.subarray(0, bits.length))
    return bits
  }
  const combine = (
    sets: readonly SlotSet[],
    { neutral, absorbing, by }: { neutral: SlotSet; absorbing: SlotSet; by: typeof intersect },
  ): SlotSet => {
    const [first = neutral, ...others] = sets.filter((set) => set !== neutral)
    if (first === absorbing || others.includes(absorbing)) return absorbing
    if (others.length === 0) return first
    return filled(others.reduce((found, set) => by(found, read(set)), own(first)))
  }
  const read = (set: SlotSet): Bits => {
    if (set === 'all') return live
    return set === 'none' ? scratch.bits() : set.bits
  }
  return {
    empty: () => scratch.bits(),
    and: (sets) => combine(sets, { neutral: 'all', absorbing: 'none', by: intersect }),
    or: (sets) => combine(sets, { neutral: 'none', absorbing: 'all', by: unite }),
    not: (set) => {
      if (set === 'all') return 'none'
      return set === 'none' ? 'all' : filled(complement(own(set), live))
    },
    read,
    own,
    count: (set) => {
      if (set === 'all') return liveCount
      return set === 'none' ? 0 : countBits(set.bits)
    },
  }
}
