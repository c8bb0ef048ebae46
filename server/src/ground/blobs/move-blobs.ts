import type { BlobStore } from './blob-store.ts'
import { copyBlobs, forEachBlob, type Uncopied } from './copy-blobs.ts'
import { findFault } from './find-fault.ts'

/** How far a move is. */
export type MoveProgress = {
  readonly found: number
  readonly foundBytes: number
  /** Blobs that are at the new place, those of an earlier run among them. */
  copied: number
  copiedBytes: number
  /** Blobs that are gone from the old place. */
  deleted: number
}

export type MoveOptions = {
  /** Whether blobs are deleted at the old place, after all are at the new one. */
  readonly deletes?: boolean
  /** Ends the move between two blobs. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: MoveProgress) => void
}

/**
 * Copies every blob from one store to another, and deletes them at the old one when asked. What is at the new
 * place already is not copied again, so a move that was stopped goes on. Each blob is hashed on its way;
 * before one is deleted its copy is read back and hashed once more. Both stores may be read and written
 * meanwhile.
 * @throws Error of a store that fails; the signal's reason
 * @source decision 0192
 */
export async function moveBlobs(
  before: BlobStore,
  blobs: BlobStore,
  { deletes = false, signal, onProgress = () => {} }: MoveOptions = {},
): Promise<{ readonly progress: MoveProgress; readonly unmoved: readonly Uncopied[] }> {
  let [found, foundBytes] = [0, 0]
  for await (const { sizeBytes } of before.list()) {
    signal?.throwIfAborted()
    found += 1
    foundBytes += sizeBytes
  }
  const progress: MoveProgress = { found, foundBytes, copied: 0, copiedBytes: 0, deleted: 0 }
  onProgress(progress)
  const unmoved = await copyBlobs(before, blobs, before.list(), {
    signal,
    onCopied: ({ sizeBytes }) => {
      progress.copied += 1
      progress.copiedBytes += sizeBytes
      onProgress(progress)
    },
  })
  const isLeft = new Set(unmoved.map(({ sha256 }) => sha256))
  if (deletes)
    await forEachBlob(before.list(), signal, async ({ sha256, sizeBytes }) => {
      if (isLeft.has(sha256)) return
      const reason = await findFault(blobs, { sha256, sizeBytes })
      if (reason !== undefined) unmoved.push({ sha256, reason: `its copy ${reason}` })
      else if (await before.remove(sha256, 0)) progress.deleted += 1
      onProgress(progress)
    })
  return { progress, unmoved }
}
