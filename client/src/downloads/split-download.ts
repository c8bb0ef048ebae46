import type { ArchiveEstimate, ArchiveSizes } from '@cartouche/contract/wire'

/** A stretch of a download's items: `count` of them from the place `first`, without those named. */
export interface DownloadRange {
  readonly first: number
  readonly count: number
  readonly without: readonly number[]
}

/** An item that alone is over the limit. */
export interface TooLargeItem {
  readonly id: number
  readonly name: string
  readonly sizeBytes: number
}

/** A download in parts that each stay under the limit, and what fits into none. */
export interface SplitDownload {
  readonly parts: readonly DownloadRange[]
  readonly tooLarge: readonly TooLargeItem[]
}

/** Deals items out to parts, slice by slice: a search of a million items is never held whole. */
export interface Splitter {
  add(slice: ArchiveSizes): void
  end(): SplitDownload
}

/**
 * Deals items out to parts, in their order. A new part starts when the running size has passed the warn size
 * or would reach the maximum; an item that is larger than the maximum is skipped.
 * @source portal §4 Splitting
 */
export function createSplitter({
  maxSize,
  warnSize,
}: Pick<ArchiveEstimate, 'maxSize' | 'warnSize'>): Splitter {
  const parts: { first: number; count: number; without: number[] }[] = []
  const tooLarge: TooLargeItem[] = []
  let [place, sizeBytes] = [0, 0]
  const addItem = (id: number, own: number, name: string): void => {
    const [open, at] = [parts.at(-1), place++]
    if (own > maxSize) {
      tooLarge.push({ id, name, sizeBytes: own })
      open?.without.push(id)
      if (open) open.count++
    } else if (!open || sizeBytes > warnSize || sizeBytes + own >= maxSize) {
      parts.push({ first: at, count: 1, without: [] })
      sizeBytes = own
    } else {
      open.count++
      sizeBytes += own
    }
  }
  return {
    add: ({ ids, sizes, names }) =>
      ids.forEach((id, index) => addItem(id, sizes[index] ?? 0, names[id] ?? `${id}`)),
    end: () => ({ parts, tooLarge }),
  }
}

/** The name of one part, in the language of a locale. @source portal §4 Splitting */
export function partName(name: string, n: number, total: number, locale: string): string {
  return `${name} ${n} ${/^fr\b/i.test(locale) ? 'sur' : 'of'} ${total}`
}
