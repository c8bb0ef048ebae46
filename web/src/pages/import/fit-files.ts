import type { StorageUse } from '@cartouche/contract'

/**
 * Which files there is room for, taken in their order: one that is too large lets the smaller ones after it
 * in. Archives count as they are, whatever they hold.
 */
export function fitFiles<Sized extends { readonly size: number }>(
  files: readonly Sized[],
  { sizeBytes, files: count, limit }: StorageUse,
): { readonly fitting: readonly Sized[]; readonly others: readonly Sized[] } {
  let bytesLeft = (limit.sizeBytes ?? Infinity) - sizeBytes
  let filesLeft = (limit.files ?? Infinity) - count
  const fitting: Sized[] = []
  const others: Sized[] = []
  for (const file of files) {
    const fits = file.size <= bytesLeft && filesLeft > 0
    if (fits) {
      bytesLeft -= file.size
      filesLeft--
    }
    ;(fits ? fitting : others).push(file)
  }
  return { fitting, others }
}
