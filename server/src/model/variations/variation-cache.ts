import type { Pending } from '../../access/handler.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { createAnswerCache, type AnswerCache } from '../../ground/cache.ts'
import type { Services } from '../../ground/services.ts'

/** What was answered before, by who asked for what. */
export type VariationCache = AnswerCache<ByteSource | Pending>

declare module '../../ground/services.ts' {
  interface Services {
    readonly variationCache: VariationCache
  }
}

/** Creates an empty cache of the pictures and files that are asked for. */
export function createVariationCache(changes: Services['changes']): VariationCache {
  return createAnswerCache(changes, {
    max: 10_000,
    maxAgeMs: 5000,
    cacheable: (answer) => !('pending' in answer),
  })
}
