import type { Bits } from './bits.ts'
import type { SlotDirectory } from './slot-directory.ts'

/** Rows in order, and the rank of each. */
export interface BestRows {
  readonly ids: Float64Array<ArrayBuffer>
  readonly ranks: Float32Array<ArrayBuffer>
}

/** The hits of the highest rank, `max` at most; those of the same rank in the order of their ids. */
export function pickBest(
  hits: Bits,
  ranks: Float32Array,
  directory: SlotDirectory,
  { max, descendingIds }: { readonly max: number; readonly descendingIds: boolean },
): BestRows {
  const best: number[] = []
  const isBefore = (slot: number, other: number): boolean => {
    const [rank = 0, otherRank = 0] = [ranks[slot], ranks[other]]
    if (rank !== otherRank) return rank > otherRank
    return directory.idAt(slot) < directory.idAt(other) !== descendingIds
  }
  for (let at = 0; at < hits.length; at++) {
    for (let word = hits[at] ?? 0; word !== 0; word &= word - 1) {
      const slot = at * 32 + 31 - Math.clz32(word & -word)
      const last = best.at(-1)
      if (best.length >= max && (last === undefined || !isBefore(slot, last))) continue
      best.splice(placeOf(best, slot, isBefore), 0, slot)
      if (best.length > max) best.pop()
    }
  }
  return {
    ids: Float64Array.from(best, (slot) => directory.idAt(slot)),
    ranks: Float32Array.from(best, (slot) => ranks[slot] ?? 0),
  }
}

function placeOf(
  best: readonly number[],
  slot: number,
  isBefore: (slot: number, other: number) => boolean,
): number {
  let [low, high] = [0, best.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(slot, best[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}
