import type { CacheUse } from './metrics/metrics.ts'

/** What is known of numbered things, each value good for one revision: a thing that changed has another. */
export interface RevisionCache<Value> {
  get(id: number, revision: number): Value | undefined
  set(id: number, revision: number, value: Value): void
  use(): CacheUse
}

/**
 * Gives a memory of what was used last. It keeps two generations: when the young one weighs half of
 * `maxWeight` it becomes the old one, and what nobody asked for since then goes with the one before. What
 * alone weighs more than that is not kept. A use costs one look into a map, where an exact order would cost
 * two writes.
 */
export function createRevisionCache<Value>({
  maxWeight,
  weightOf,
}: {
  readonly maxWeight: number
  readonly weightOf: (value: Value) => number
}): RevisionCache<Value> {
  type Cached = { readonly revision: number; readonly value: Value }
  let [young, old] = [new Map<number, Cached>(), new Map<number, Cached>()]
  let weight = 0
  let [hits, misses] = [0, 0]
  const keep = (id: number, kept: Cached): void => {
    const own = weightOf(kept.value)
    if (own > maxWeight / 2) return
    if (weight + own > maxWeight / 2) [young, old, weight] = [new Map(), young, 0]
    young.set(id, kept)
    weight += own
  }
  const find = (id: number, revision: number): Cached | undefined => {
    const cached = young.get(id)
    if (cached) return cached.revision === revision ? cached : undefined
    const older = old.get(id)
    if (older?.revision !== revision) return undefined
    keep(id, older)
    return older
  }
  return {
    get: (id, revision) => {
      const found = find(id, revision)
      if (found) hits++
      else misses++
      return found?.value
    },
    set: (id, revision, value) => keep(id, { revision, value }),
    use: () => ({ entries: young.size + old.size, hits, misses }),
  }
}
