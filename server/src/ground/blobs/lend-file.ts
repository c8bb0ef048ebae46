import { open, type FileHandle } from 'node:fs/promises'
import { BlobDamaged } from './blob-damaged.ts'
import type { BlobPart } from './blob-store.ts'
import type { LentChunk } from './chunk-slots.ts'
import { lendAhead } from './lend-chunks.ts'

/** A file that is lent chunk by chunk. `close` ends it, wherever it is. */
export type LentFile = { readonly next: () => Promise<LentChunk | undefined>; readonly close: () => void }

/**
 * Lends the bytes of a blob's file in chunks; the file is open from the first call of `next` to `close`.
 * @throws BlobDamaged (from `next`) where the file is missing, is not of the size known, or ends early
 */
export function lendFile(path: string, sha256: string, part: BlobPart = {}): LentFile {
  let opened: Promise<OpenPart> | undefined
  let lend: (() => Promise<LentChunk | undefined>) | undefined
  return {
    next: async () => {
      const file = await (opened ??= openPart(path, sha256, part))
      lend ??= lendPart(file, sha256)
      return lend()
    },
    // What could not be opened was thrown by "next", and nothing was written that a close could lose.
    close: () => void opened?.then(({ handle }) => handle.close()).catch(() => {}),
  }
}

type OpenPart = { readonly handle: FileHandle; readonly start: number; readonly endExclusive: number }

async function openPart(
  path: string,
  sha256: string,
  { start = 0, endExclusive, sizeBytes }: BlobPart,
): Promise<OpenPart> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BlobDamaged(sha256) : error
  })
  const { size } = await handle.stat()
  if (size === (sizeBytes ?? size) && size >= (endExclusive ?? 0))
    return { handle, start, endExclusive: endExclusive ?? size }
  await handle.close()
  throw new BlobDamaged(sha256, size, sizeBytes ?? endExclusive)
}

function lendPart(
  { handle, start, endExclusive }: OpenPart,
  sha256: string,
): () => Promise<LentChunk | undefined> {
  let position = start
  return lendAhead((slot) => {
    const target = slot.subarray(0, Math.max(0, Math.min(slot.length, endExclusive - position)))
    const filled =
      target.length === 0 ? Promise.resolve() : fill(handle, target, position, { sha256, endExclusive })
    position += target.length
    return { usedBytes: target.length, filled }
  })
}

async function fill(
  handle: FileHandle,
  target: Uint8Array,
  start: number,
  { sha256, endExclusive }: { readonly sha256: string; readonly endExclusive: number },
): Promise<void> {
  for (let filledBytes = 0; filledBytes < target.length;) {
    const { bytesRead } = await handle.read(
      target,
      filledBytes,
      target.length - filledBytes,
      start + filledBytes,
    )
    if (bytesRead === 0) throw new BlobDamaged(sha256, start + filledBytes, endExclusive)
    filledBytes += bytesRead
  }
}
