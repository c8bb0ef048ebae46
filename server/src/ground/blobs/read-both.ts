import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { BlobPart, BlobStore } from './blob-store.ts'
import { joinAhead } from './join-ahead.ts'
import { streamPieces } from './stream-pieces.ts'

/**
 * Two stores as one, while blobs move from the one before to the other: what is written goes to the new one,
 * and each blob is read from where it is.
 * @source decision 0192
 */
export function readBoth(blobs: BlobStore, before: BlobStore): BlobStore {
  // A blob that neither of the two had was moved while the second was asked.
  const holderOf = async (sha256: string): Promise<BlobStore> => {
    if ((await blobs.sizeOf(sha256)) !== undefined) return blobs
    return (await before.sizeOf(sha256)) === undefined ? blobs : before
  }
  const open = (sha256: string, part?: BlobPart): Readable =>
    streamPieces(async function* read() {
      yield* (await holderOf(sha256)).open(sha256, part) as AsyncIterable<Uint8Array>
    })
  return {
    ...blobs,
    open,
    join: joinAhead({ read: async ({ sha256, ...part }) => [await buffer(open(sha256, part))], open }),
    // Nobody can be sent to a place without a look where the blob is.
    directUrl: undefined,
    withLocalFile: async (sha256, use) => (await holderOf(sha256)).withLocalFile(sha256, use),
    list: async function* list() {
      yield* blobs.list()
      for await (const held of before.list()) if ((await blobs.sizeOf(held.sha256)) === undefined) yield held
    },
    sizeOf: async (sha256) => (await holderOf(sha256)).sizeOf(sha256),
    remove: async (sha256, unusedForMs) => {
      const [isGone, wasGone] = [
        await blobs.remove(sha256, unusedForMs),
        await before.remove(sha256, unusedForMs),
      ]
      return isGone || wasGone
    },
    sweep: async (olderThanMs) => (await blobs.sweep(olderThanMs)) + (await before.sweep(olderThanMs)),
  }
}
