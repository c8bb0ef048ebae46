import type { Changes } from './changes.ts'
import type { Database } from './database/database.ts'

/** What the database says of something that rarely changes, for all requests. */
export interface CachedValue<Value> {
  /** As it is now; read by `reader` where it is not known. */
  get(reader: Database): Promise<Value>
  /** Forgets it, after this process wrote it. */
  forget(): void
}

interface Loading<Value> {
  readonly epoch: number | undefined
  readonly at: number
  readonly value: Promise<Value>
  /** Once it is there. */
  loaded: Value | undefined
}

/** How long a program that listens to no changes works with what it knows. */
const freshForMs = 5000

/**
 * Caches what `read` reads. It counts until `changes` report another schema or synonym, which another
 * process may have written; while they cannot be heard, it is read each time. Without `changes` it counts for
 * five seconds.
 * @source decisions 0040 and 0193
 */
export function createCachedValue<Value>(
  changes: Changes | undefined,
  read: (reader: Database) => Promise<Value>,
): CachedValue<Value> {
  let last: Loading<Value> | undefined
  return {
    get: async (reader) => {
      const epoch = changes?.schemaEpoch()
      const isKnown = last && (changes ? epoch !== undefined && epoch === last.epoch : isYoung(last))
      const known = isKnown ? last : undefined
      // A transaction waits for no other connection, as that one may wait for this; what it reads may be its
      // own alone.
      if (reader.isTransaction) return known?.loaded ?? (await read(reader))
      if (known) return known.value
      const loading: Loading<Value> = { epoch, at: performance.now(), value: read(reader), loaded: undefined }
      last = loading
      try {
        loading.loaded = await loading.value
        return loading.loaded
      } catch (error) {
        if (last === loading) last = undefined
        throw error
      }
    },
    forget: () => {
      last = undefined
    },
  }
}

function isYoung({ at }: Loading<unknown>): boolean {
  return performance.now() - at < freshForMs
}
