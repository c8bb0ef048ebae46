import type { CartAnswer } from '@cartouche/contract'
import { createAnswerCache, type AnswerCache } from '../../ground/cache.ts'
import type { Services } from '../../ground/services.ts'
import { createRevisionCache, type RevisionCache } from '../../ground/revision-cache.ts'

/** What this server knows of carts. */
export interface CartCaches {
  /** Lists of carts, by who asked for what: existing clients ask for the whole list often. */
  readonly lists: AnswerCache<CartAnswer[]>
  /** Whether someone sees a cart, and whether it holds an item: a page of pictures asks dozens of times. */
  readonly items: AnswerCache<{ readonly sees: boolean; readonly holds: boolean }>
  /** Sizes of the originals of assets in bytes, some 20 MB. */
  readonly sizes: RevisionCache<number>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly cartCaches: CartCaches
  }
}

const maxSizes = 250_000

/** Creates empty caches. */
export function createCartCaches(changes: Services['changes']): CartCaches {
  return {
    lists: createAnswerCache(changes, { max: 8, maxAgeMs: 5000 }),
    items: createAnswerCache(changes, { max: 10_000, maxAgeMs: 5000 }),
    sizes: createRevisionCache({ maxWeight: maxSizes, weightOf: () => 1 }),
  }
}
