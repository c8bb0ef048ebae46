import { randomInt } from 'node:crypto'
import type { HeldBlob } from '../blobs/blob-store.ts'

export type SampleSize = { readonly files: number; readonly bytes: number }

/**
 * Chooses some of many by chance, each as likely as any other, and of those as many as have these bytes
 * together; one at least.
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
