import type { BlobStore, HeldBlob } from './blob-store.ts'
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

/** A blob that stayed where it was, and why. */
export type Unmoved = { readonly sha256: string; readonly reason: string }

export type MoveOptions = {
  /** Whether blobs are deleted at the old place, after all are at the new one. */
  readonly deletes?: boolean
  /** Ends the move between two blobs. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: MoveProgress) => void
}

const atOnce = 4

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
): Promise<{ readonly progress: MoveProgress; readonly unmoved: readonly Unmoved[] }> {
  let [found, foundBytes] = [0, 0]
  for await (const { sizeBytes } of before.list()) {
    signal?.throwIfAborted()
    found += 1
    foundBytes += sizeBytes
  }
  const progress: MoveProgress = { found, foundBytes, copied: 0, copiedBytes: 0, deleted: 0 }
  const unmoved: Unmoved[] = []
  onProgress(progress)
  await forEach(before.list(), signal, async (held) => {
    const reason = await copy(before, blobs, held)
    if (reason === undefined) {
      progress.copied += 1
      progress.copiedBytes += held.sizeBytes
    } else unmoved.push({ sha256: held.sha256, reason })
    onProgress(progress)
  })
  const isLeft = new Set(unmoved.map(({ sha256 }) => sha256))
  if (deletes)
    await forEach(before.list(), signal, async ({ sha256, sizeBytes }) => {
      if (isLeft.has(sha256)) return
      const reason = await findFault(blobs, { sha256, sizeBytes })
      if (reason !== undefined) unmoved.push({ sha256, reason: `its copy ${reason}` })
      else if (await before.remove(sha256, 0)) progress.deleted += 1
      onProgress(progress)
    })
  return { progress, unmoved }
}

/** Why it could not be copied; undefined where it is at the new place. */
async function copy(before: BlobStore, blobs: BlobStore, held: HeldBlob): Promise<string | undefined> {
  const { sha256, sizeBytes } = held
  if ((await blobs.sizeOf(sha256)) === sizeBytes) return undefined
  const reason = await findFault(before, held)
  if (reason !== undefined) return reason
  const stored = await blobs.write(before.open(sha256, { sizeBytes }), { maxSizeBytes: sizeBytes })
  return stored.sha256 === sha256 ? undefined : 'changed while it was read'
}

/** Works on some at once; the first failure ends it. */
async function forEach<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal | undefined,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = items[Symbol.asyncIterator]()
  let isFailed = false
  const worker = async (): Promise<void> => {
    while (!isFailed) {
      signal?.throwIfAborted()
      const next = await remaining.next()
      if (next.done) return
      await work(next.value).catch((error: unknown) => {
        isFailed = true
        throw error
      })
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
