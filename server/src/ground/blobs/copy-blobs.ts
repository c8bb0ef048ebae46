import type { Readable } from 'node:stream'
import { BlobDamaged } from './blob-damaged.ts'
import type { BlobStore, HeldBlob } from './blob-store.ts'

/** A blob that was not copied, and why, as `findFault` says it. */
export type Uncopied = { readonly sha256: string; readonly reason: string }

export type CopyOptions = {
  /** Ends it between two blobs. */
  readonly signal?: AbortSignal | undefined
  /** Receives each blob that is at the new place, and whether it came there just now. */
  readonly onCopied?: (held: HeldBlob, isNew: boolean) => void
}

/** What is needed of a store that blobs are copied from, and of one that they are copied to. */
type Source = { readonly open: (sha256: string, known: { readonly sizeBytes: number }) => Readable }
type Target = Pick<BlobStore, 'sizeOf' | 'write' | 'remove'>

const atOnce = 4

/**
 * Copies blobs from one store to another, hashed on their way, some at once. What is there is not copied
 * again, so that a copy that was stopped goes on. Both stores may be in use.
 * @throws Error of a store that fails; the signal's reason
 */
export async function copyBlobs(
  from: Source,
  to: Target,
  blobs: AsyncIterable<HeldBlob>,
  { signal, onCopied = () => {} }: CopyOptions = {},
): Promise<Uncopied[]> {
  const uncopied: Uncopied[] = []
  await forEachBlob(blobs, signal, async (held) => {
    if ((await to.sizeOf(held.sha256)) === held.sizeBytes) return onCopied(held, false)
    const reason = await copyBlob(from, to, held)
    if (reason === undefined) onCopied(held, true)
    else uncopied.push({ sha256: held.sha256, reason })
  })
  return uncopied
}

/** Why it could not be copied; undefined where it is at the new place. */
async function copyBlob(
  from: Source,
  to: Target,
  { sha256, sizeBytes }: HeldBlob,
): Promise<string | undefined> {
  try {
    const stored = await to.write(from.open(sha256, { sizeBytes }), { maxSizeBytes: sizeBytes })
    if (stored.sha256 === sha256) return undefined
    // Under the name that its bytes have; where others had stored those, they stay.
    if (stored.isNew) await to.remove(stored.sha256, 0)
    return 'holds other bytes than its name says'
  } catch (error) {
    if (!(error instanceof BlobDamaged)) throw error
    return error.foundSizeBytes === undefined ? 'is missing' : 'is damaged'
  }
}

/** What is there already, for whoever takes what comes. */
export async function* eachOf<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}

/** Works on some at once; the first failure ends it. */
export async function forEachBlob(
  blobs: AsyncIterable<HeldBlob>,
  signal: AbortSignal | undefined,
  work: (blob: HeldBlob) => Promise<void>,
): Promise<void> {
  const remaining = blobs[Symbol.asyncIterator]()
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
