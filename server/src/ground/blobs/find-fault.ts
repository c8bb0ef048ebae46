import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { BlobDamaged } from './blob-damaged.ts'
import type { HeldBlob } from './blob-store.ts'

/**
 * What is wrong with a blob, read whole: `is missing`, `is damaged`, `holds other bytes than its name says`;
 * undefined where its bytes are those of its name.
 * @throws Error of a store that fails
 */
export async function findFault(
  blobs: { readonly open: (sha256: string, known: { readonly sizeBytes: number }) => Readable },
  { sha256, sizeBytes }: HeldBlob,
): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const piece of blobs.open(sha256, { sizeBytes })) hash.update(piece as Buffer)
  } catch (error) {
    if (!(error instanceof BlobDamaged)) throw error
    return error.foundSizeBytes === undefined ? 'is missing' : 'is damaged'
  }
  return hash.digest('hex') === sha256 ? undefined : 'holds other bytes than its name says'
}
