/** Things that were made lately, each with a weight. */
export interface Recent<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Limits of a memory. */
export interface RecentLimits<Value> {
  /** What all that is kept weighs at most. */
  readonly maxWeight: number
  readonly weightOf: (value: Value) => number
  /** How long something is kept; for ever unless said otherwise. */
  readonly maxAgeMs?: number
}

/**
 * Gives a memory of what was used last: when it is full, what was not used for longest goes. What alone is
 * too heavy is not kept.
 */
export function createRecent<Value>(
  { maxWeight, weightOf, maxAgeMs = Infinity }: RecentLimits<Value>,
  now: () => number = Date.now,
): Recent<Value> {
  const kept = new Map<
    string,
    { readonly value: Value; readonly weight: number; readonly keptAtMs: number }
  >()
  let weight = 0
  const forget = (key: string): void => {
    weight -= kept.get(key)?.weight ?? 0
    kept.delete(key)
  }
  return {
    get: (key) => {
      const entry = kept.get(key)
      if (!entry) return undefined
      kept.delete(key)
      if (now() - entry.keptAtMs > maxAgeMs) {
        weight -= entry.weight
        return undefined
      }
      kept.set(key, entry)
      return entry.value
    },
    set: (key, value) => {
      forget(key)
      const own = weightOf(value)
      if (own > maxWeight) return
      kept.set(key, { value, weight: own, keptAtMs: now() })
      weight += own
      for (const oldest of kept.keys()) {
        if (weight <= maxWeight) break
        forget(oldest)
      }
    },
  }
}
