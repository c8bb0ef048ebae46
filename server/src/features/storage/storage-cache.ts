import type { StorageMeasure } from './storage.sql.ts'

/** What this server measured last. */
export interface StorageCache {
  /** Gives what was measured lately, or measures; whoever comes meanwhile waits for the same. */
  readonly get: (measure: () => Promise<StorageMeasure>) => Promise<StorageMeasure>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly storageCache: StorageCache
  }
}

/**
 * How long a measure is shown at least; and, where it took long, how many times that: measuring never takes
 * more than a sixtieth of the time.
 * @source decision 0148
 */
export const storageFreshMs = 10 * 60_000
const timesLonger = 60

interface Measured {
  readonly measure: Promise<StorageMeasure>
  /** Infinity while it is measured. */
  readonly untilMs: number
}

/** Creates an empty cache; `now` is the time in milliseconds. */
export function createStorageCache(now = (): number => performance.now()): StorageCache {
  let last: Measured | undefined
  return {
    get(measure) {
      if (last !== undefined && now() < last.untilMs) return last.measure
      const startedAt = now()
      const work = measure()
      last = { measure: work, untilMs: Number.POSITIVE_INFINITY }
      work.then(
        () => {
          const freshMs = Math.max(storageFreshMs, timesLonger * (now() - startedAt))
          last = { measure: work, untilMs: now() + freshMs }
        },
        // One that failed is taken again by whoever asks next.
        () => {
          last = undefined
        },
      )
      return work
    },
  }
}
