/** A hit of a page: its uuid, by which pages are joined, and its key in the entity store. */
export interface Hit {
  readonly uuid: string
  readonly key: string
}

/**
 * The hits of all pages, in order, each once. It never changes; a longer one shares with the one it was made
 * of.
 */
export interface HitList {
  readonly length: number
  at(index: number): Hit | undefined
  /** The place of the hit with this uuid; -1 without. */
  positionOf(uuid: string): number
  /**
   * These hits after it, without those that are in it, up to a length. Costs what is appended.
   * @source data-layer §4: de-duplicated by $uuid
   */
  append(hits: readonly Hit[], limit?: number): HitList
  without(keys: ReadonlySet<string>): HitList
  /** The hits from a place on. */
  slice(from?: number): readonly Hit[]
}

interface Shared {
  readonly hits: Hit[]
  readonly byUuid: Map<string, number>
}

/** A list without hits. */
export function noHits(): HitList {
  return viewOf({ hits: [], byUuid: new Map() }, 0)
}

/**
 * The first `length` hits of a list that only grows at its end; its index may know more than these, so that
 * what it says is checked.
 */
function viewOf(shared: Shared, length: number): HitList {
  const list: HitList = {
    length,
    at: (index) => (index < length ? shared.hits[index] : undefined),
    positionOf(uuid) {
      const position = shared.byUuid.get(uuid) ?? length
      return position < length ? position : -1
    },
    append(hits, limit = Number.POSITIVE_INFINITY) {
      const fits = length <= limit
      if (fits && hits.every(({ uuid }) => list.positionOf(uuid) >= 0)) return list
      const own =
        fits && shared.hits.length === length ? shared : copyOf(shared.hits.slice(0, Math.min(length, limit)))
      for (const hit of hits) if (own.hits.length < limit) add(own, hit)
      return viewOf(own, own.hits.length)
    },
    without(keys) {
      const kept = list.slice().filter(({ key }) => !keys.has(key))
      return kept.length === length ? list : viewOf(copyOf(kept), kept.length)
    },
    slice: (from = 0) => shared.hits.slice(from, length),
  }
  return list
}

function copyOf(hits: readonly Hit[]): Shared {
  const copy: Shared = { hits: [], byUuid: new Map() }
  for (const hit of hits) add(copy, hit)
  return copy
}

function add({ hits, byUuid }: Shared, hit: Hit): void {
  // A page may hold a hit twice.
  if (byUuid.has(hit.uuid)) return
  byUuid.set(hit.uuid, hits.length)
  hits.push(hit)
}
