import { randomInt } from 'node:crypto'
import type { HeldBlob } from '../blobs/blob-store.ts'

export type SampleSize = { readonly files: number; readonly bytes: number }

/**
 * A random sample of blobs by their hashes, each as likely as any other: at most `files` of them, of at most
 * `bytes` together, but one even where it is larger.
 */
export async function sampleBlobs(
  blobs: AsyncIterable<HeldBlob>,
  { files, bytes }: SampleSize,
): Promise<Map<string, HeldBlob>> {
  const chosen: HeldBlob[] = []
  let seen = 0
  for await (const held of blobs) {
    seen += 1
    if (chosen.length < files) chosen.push(held)
    else {
      const at = randomInt(seen)
      if (at < files) chosen[at] = held
    }
  }
  const sample = new Map<string, HeldBlob>()
  let left = bytes
  for (const held of chosen) {
    left -= held.sizeBytes
    if (left < 0 && sample.size > 0) continue
    sample.set(held.sha256, held)
  }
  return sample
}
