import { createCache, type Cache } from '../../ground/cache.ts'
import { createKeyCache, type KeyCache } from '../../ground/database/key-cache.ts'
import { selectFactorKey } from './factor-key.sql.ts'

/** What this server knows of sessions and factors. */
export interface SessionCaches {
  /** When it was noted last that a session is in use, by its family. */
  readonly notedAt: Cache<string, number>
  /** What factors and known devices are sealed with. */
  readonly factorKey: KeyCache
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly sessionCaches: SessionCaches
  }
}

const maxNoted = 20_000

/** Creates empty caches. */
export function createSessionCaches(): SessionCaches {
  return { notedAt: createCache({ max: maxNoted }), factorKey: createKeyCache(selectFactorKey) }
}
