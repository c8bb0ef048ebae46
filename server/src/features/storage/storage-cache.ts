import type { StorageMeasure } from './storage.sql.ts'

/** What this server measured last. */
export interface StorageCache {
  /** Gives what was measured in the last ten minutes, or measures; who comes meanwhile waits for the same. */
  readonly get: (measure: () => Promise<StorageMeasure>) => Promise<StorageMeasure>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly storageCache: StorageCache
  }
}

/** How long a measure is shown: taking it reads every row of a file. @source decision 0148 */
export const storageFreshMs = 10 * 60_000

/** Creates an empty cache; `now` is the time in milliseconds. */
export function createStorageCache(now: () => number = Date.now): StorageCache {
  let last: { readonly at: number; readonly measure: Promise<StorageMeasure> } | undefined
  return {
    get(measure) {
      if (last !== undefined && now() - last.at < storageFreshMs) return last.measure
      const fresh = { at: now(), measure: measure() }
      last = fresh
      // One that failed is taken again by who asks next.
      fresh.measure.catch(() => {
        if (last === fresh) last = undefined
      })
      return fresh.measure
    },
  }
}
