import type { Asset } from '@cartouche/components'
import { createAnswerCache, createCache, type AnswerCache, type Cache } from '../../ground/cache.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import type { Services } from '../../ground/services.ts'
import type { Identity } from '../../access/identity.ts'

/** What a gallery shows. */
export interface Gallery {
  readonly title: string
  readonly assets: readonly Asset[]
}

/** A page that was found, and as it was drawn in the languages in which it was asked for. */
export interface FoundPage {
  /** In which it is offered, its own first. */
  readonly languages: readonly string[]
  draw(language: string): Promise<DrawnPage>
}

/** A page as it was drawn, and what its reader may take of it. */
export interface DrawnPage {
  readonly id: number
  readonly reader: Identity
  readonly assets: ReadonlySet<number>
  readonly files: readonly number[]
  /** The galleries that are open to everybody, by the ids of their widgets. */
  readonly galleries: ReadonlyMap<number, Gallery>
  readonly title: string
  /** From the root of the site, in its language. */
  readonly address: string
  readonly source: ByteSource
}

/**
 * Pages that were answered, while nothing changed; and pages as they were drawn, by all that they say, so
 * that a change of something else draws nothing again.
 */
export interface PageCache {
  readonly answers: AnswerCache<{ readonly found: FoundPage | undefined }>
  readonly documents: Cache<string, ByteSource>
  /** What is being found at present: however many ask, it is found and drawn once. */
  readonly running: Map<string, Promise<{ readonly found: FoundPage | undefined }>>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly pageCache: PageCache
  }
}

/** Longest that a page may be older than the present instant, at which an asset may end. */
const maxAgeMs = 5000
const maxBytes = 64 * 1024 * 1024

/** Creates an empty cache of published pages. */
export function createPageCache(changes: Services['changes']): PageCache {
  return {
    answers: createAnswerCache(changes, { max: 1000, maxAgeMs }),
    documents: createCache({ maxWeight: maxBytes, weightOf: ({ sizeBytes }) => sizeBytes }),
    running: new Map(),
  }
}
