import { LRUCache } from 'lru-cache'
import type { Changes } from './changes.ts'
import type { CacheUse } from './metrics/metrics.ts'

/** What was used last, by key. When it is full, what was not used for longest goes. */
export interface Cache<Key, Value> {
  get(key: Key): Value | undefined
  /** The same, and counts as no use. */
  peek(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
  clear(): void
  values(): Iterable<Value>
  use(): CacheUse
}

/** Limits of a cache: how many it holds, or what all that it holds weighs. */
export type CacheLimits<Value> = { readonly maxAgeMs?: number } & (
  | { readonly max: number }
  | { readonly maxWeight: number; readonly weightOf: (value: Value) => number }
)

/** Creates an empty cache. What alone is heavier than `maxWeight` is not cached. */
export function createCache<Key extends string | number, Value extends object | number>(
  limits: CacheLimits<Value>,
): Cache<Key, Value> {
  // Its clock is read at each use: without a resolution of 0 it starts a timer to remember the time.
  const age = limits.maxAgeMs === undefined ? {} : { ttl: limits.maxAgeMs, ttlResolution: 0 }
  if ('max' in limits) return counted(new LRUCache<Key, Value>({ max: limits.max, ...age }))
  const { maxWeight, weightOf } = limits
  const cached = new LRUCache<Key, Value>({
    maxSize: maxWeight,
    // It takes nothing for weightless.
    sizeCalculation: (value) => Math.max(1, weightOf(value)),
    ...age,
  })
  return counted(cached)
}

function counted<Key extends string | number, Value extends object | number>(
  cached: LRUCache<Key, Value>,
): Cache<Key, Value> {
  let [hits, misses] = [0, 0]
  return {
    get: (key) => {
      const value = cached.get(key)
      if (value === undefined) misses++
      else hits++
      return value
    },
    peek: (key) => cached.peek(key),
    set: (key, value) => void cached.set(key, value),
    delete: (key) => void cached.delete(key),
    clear: () => cached.clear(),
    values: () => cached.values(),
    use: () => ({ entries: cached.size, hits, misses }),
  }
}

/** Gives the cached answer of a key, or loads it. */
export interface AnswerCache<Answer> {
  (key: string, load: () => Promise<Answer>): Promise<Answer>
  use(): CacheUse
}

/**
 * A cache of answers that hold until anything changes, for `maxAgeMs` at most: the present instant counts in
 * decisions too. Whoever asks while it is loaded waits for that, and loads it where that failed. What fails,
 * and what is not `cacheable`, is not cached. Without changes to hear, nothing is. `epochOf`: which changes
 * count, all of them by default.
 * @source decisions 0005, 0223 and 0272
 */
export function createAnswerCache<Answer extends object>(
  changes: Changes | undefined,
  {
    cacheable = () => true,
    epochOf = (heard) => heard.epoch(),
    ...limits
  }: {
    readonly max: number
    readonly maxAgeMs: number
    readonly cacheable?: (answer: Answer) => boolean
    readonly epochOf?: (heard: Changes) => number | undefined
  },
): AnswerCache<Answer> {
  const cached = createCache<string, { readonly epoch: number; readonly answer: Answer }>(limits)
  const loading = new Map<string, { readonly epoch: number; readonly answer: Promise<Answer> }>()
  let hits = 0
  let misses = 0
  const loadFor = (key: string, epoch: number, load: () => Promise<Answer>): Promise<Answer> => {
    const entry = { epoch, answer: load() }
    loading.set(key, entry)
    const end = (): void => {
      if (loading.get(key) === entry) loading.delete(key)
    }
    entry.answer.then(end, end)
    return entry.answer
  }
  const answer = async (key: string, load: () => Promise<Answer>): Promise<Answer> => {
    // Taken before the load: a change during it makes its answer old.
    const epoch = changes && epochOf(changes)
    const entry = epoch === undefined ? undefined : cached.get(key)
    if (entry !== undefined && entry.epoch === epoch) {
      hits++
      return entry.answer
    }
    const running = loading.get(key)
    if (running !== undefined && running.epoch === epoch) {
      const joined = await running.answer.catch(() => undefined)
      if (joined !== undefined && cacheable(joined)) {
        hits++
        return joined
      }
    }
    misses++
    const loaded = await (epoch === undefined ? load() : loadFor(key, epoch, load))
    if (epoch !== undefined && cacheable(loaded)) cached.set(key, { epoch, answer: loaded })
    return loaded
  }
  // An entry of before a change is no hit, though the map has it.
  return Object.assign(answer, { use: () => ({ entries: cached.use().entries, hits, misses }) })
}
