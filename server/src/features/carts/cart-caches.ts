import type { CartAnswer } from '@cartouche/contract'
import { createAnswerCache, createCache, type AnswerCache, type Cache } from '../../ground/cache.ts'
import type { Services } from '../../ground/services.ts'
import { createRevisionCache, type RevisionCache } from '../../ground/revision-cache.ts'
import type { CartFacts } from './cart-facts.sql.ts'
import type { ListParts } from './read-carts.ts'

/** What this server knows of carts. */
export interface CartCaches {
  /** Lists of carts, by who asked for what: existing clients ask for the whole list often. */
  readonly lists: AnswerCache<CartAnswer[]>
  /** What these lists were made of, which is compared with what is there now. */
  readonly parts: Cache<string, ListParts<CartAnswer>>
  /** Facts of carts, by the revisions that `changes` gives them. */
  readonly facts: RevisionCache<CartFacts>
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
const maxLists = 8
const factsBytes = 32 * 1024 ** 2
/** What facts take beside the items. */
const cartBytes = 600

/** Creates empty caches. */
export function createCartCaches(changes: Services['changes']): CartCaches {
  return {
    lists: createAnswerCache(changes, { max: maxLists, maxAgeMs: 5000 }),
    parts: createCache({ max: maxLists }),
    facts: createRevisionCache({
      maxWeight: factsBytes,
      weightOf: ({ order, collaborators }) => cartBytes + 8 * order.length + 60 * collaborators.length,
    }),
    items: createAnswerCache(changes, { max: 10_000, maxAgeMs: 5000 }),
    sizes: createRevisionCache({ maxWeight: maxSizes, weightOf: () => 1 }),
  }
}
