import type { ArchiveEstimate, Asset, ItemReference } from '@cartouche/contract'
import type { SkippedItem } from './download.ts'

/** A download in parts that each stay under the limit, and what fits into none. */
export interface SplitDownload {
  readonly parts: readonly (readonly ItemReference[])[]
  readonly skipped: readonly SkippedItem[]
}

/**
 * Deals items out to parts, in their order. A new part starts when the running size has passed the warn size or would reach the
 * maximum; an item that is larger than the maximum is skipped.
 * @source portal §4 Splitting; wire facts "Carts": splitting reads metadata.filesize
 */
export function splitDownload(items: readonly ItemReference[], assets: readonly Asset[], { maxSize, warnSize }: Pick<ArchiveEstimate, 'maxSize' | 'warnSize'>): SplitDownload {
  const records = new Map(assets.map((asset) => [`${asset.$resource}/${asset.id}`, asset]))
  const parts: ItemReference[][] = []
  const skipped: SkippedItem[] = []
  let sizeBytes = 0
  for (const { type, id } of items) {
    const asset = records.get(`${type}/${id}`)
    const own = asset?.metadata?.filesize ?? 0
    if (own > maxSize) {
      skipped.push({ type, id, name: asset?.name ?? `${type} ${id}`, sizeBytes: own })
      continue
    }
    const open = parts.at(-1)
    if (!open || sizeBytes > warnSize || sizeBytes + own >= maxSize) {
      parts.push([{ type, id }])
      sizeBytes = own
    } else {
      open.push({ type, id })
      sizeBytes += own
    }
  }
  return { parts, skipped }
}

/** The name of one part. @source portal §4 Splitting */
export function partName(name: string, n: number, total: number): string {
  return `${name} ${n} of ${total}`
}
