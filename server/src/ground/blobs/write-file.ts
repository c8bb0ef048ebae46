import { createHash } from 'node:crypto'
import type { PathLike } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { addAbortSignal } from 'node:stream'
import { crc32 } from 'node:zlib'
import { ApiError } from '@cartouche/contract'
import type { BlobWriteOptions, StoredBlob } from './blob-store.ts'
import { takeSlot, type ChunkSlot } from './chunk-slots.ts'
import { digestSlots, type FilledSlot } from './digest-slots.ts'

/** What reading the bytes once says about them. */
export type Digest = Omit<StoredBlob, 'isNew'>

/**
 * Writes a new file and syncs it to disk while its digest is taken; memory stays at three chunks of the
 * store. The caller deletes what an error leaves on disk; what is left of the source is drained.
 * @throws upload_too_large, storage_full; the stream's own error; the signal's reason
 */
export async function writeFile(
  path: string,
  source: Readable | Uint8Array,
  options: BlobWriteOptions = {},
): Promise<Digest> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const digest = await digestSlots(fillSlots(source, options), (bytes, at) => writeAll(file, bytes, at))
      await file.sync()
      return digest
    } finally {
      await file.close()
    }
  } catch (error) {
    drain(source)
    throw storageError(error)
  }
}

/** What comes from the network comes in pieces of 64 kB: each call to the system is of a whole slot. */
async function* fillSlots(
  source: Readable | Uint8Array,
  options: BlobWriteOptions,
): AsyncGenerator<FilledSlot, void, undefined> {
  let slot: ChunkSlot | undefined
  let usedBytes = 0
  let sizeBytes = 0
  for await (const chunk of chunksOf(source, options.signal)) {
    sizeBytes += chunk.length
    requireWanted(sizeBytes, options)
    for (let copied = 0; copied < chunk.length;) {
      slot ??= takeSlot()
      const piece = chunk.subarray(copied, copied + slot.length - usedBytes)
      slot.set(piece, usedBytes)
      copied += piece.length
      usedBytes += piece.length
      if (usedBytes < slot.length) continue
      yield { slot, usedBytes }
      slot = undefined
      usedBytes = 0
    }
  }
  yield { slot: slot ?? takeSlot(), usedBytes }
}

function requireWanted(sizeBytes: number, { maxSizeBytes = Infinity, signal }: BlobWriteOptions): void {
  signal?.throwIfAborted()
  if (sizeBytes > maxSizeBytes) throw new ApiError('upload_too_large', { maxSizeBytes })
}

/**
 * The digest of what a caller sends; `keep` sees each chunk and may work while it is hashed. After a failure
 * the rest is read and thrown away.
 * @throws upload_too_large; the stream's own error; the signal's reason
 */
export async function digestOf(
  source: Readable | Uint8Array,
  options: BlobWriteOptions,
  keep: (chunk: Uint8Array) => Promise<void> | undefined,
): Promise<Digest> {
  const hash = createHash('sha256')
  let checksum = 0
  let sizeBytes = 0
  try {
    for await (const chunk of chunksOf(source, options.signal)) {
      sizeBytes += chunk.length
      requireWanted(sizeBytes, options)
      const kept = keep(chunk)
      hash.update(chunk)
      checksum = crc32(chunk, checksum)
      await kept
    }
  } catch (error) {
    drain(source)
    throw error
  }
  return { sha256: hash.digest('hex'), crc32: checksum, sizeBytes }
}

/** Drained, not destroyed: the files after it in the same upload would be lost with it, silently. */
function drain(source: Readable | Uint8Array): void {
  if (!(source instanceof Uint8Array)) source.resume()
}

/**
 * The digest of a file.
 * @throws upload_too_large; the signal's reason; Error of the file system
 */
export async function digestFile(path: PathLike, options: BlobWriteOptions = {}): Promise<Digest> {
  const file = await open(path)
  try {
    return await digestSlots(readSlots(file, options))
  } finally {
    await file.close()
  }
}

async function* readSlots(
  file: FileHandle,
  options: BlobWriteOptions,
): AsyncGenerator<FilledSlot, void, undefined> {
  for (let isLast = false, at = 0; !isLast;) {
    const slot = takeSlot()
    let usedBytes = 0
    while (usedBytes < slot.length && !isLast) {
      const { bytesRead } = await file.read(slot, usedBytes, slot.length - usedBytes, at + usedBytes)
      usedBytes += bytesRead
      isLast = bytesRead === 0
    }
    at += usedBytes
    requireWanted(at, options)
    yield { slot, usedBytes }
  }
}

/**
 * A full disk, a full quota and the largest file of the system read the same to people: there is no room.
 */
export function storageError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? new ApiError('storage_full') : error
}

function chunksOf(
  source: Readable | Uint8Array,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (source instanceof Uint8Array) return [source]
  return (signal ? addAbortSignal(signal, source) : source).iterator({ destroyOnReturn: false })
}

/** The system may take less than it is offered. */
async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}
