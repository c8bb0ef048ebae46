/** Hits of a search that a cart takes at most, of a followed one the newest. @source decision 0024 */
export const maxCartHits = 10_000
