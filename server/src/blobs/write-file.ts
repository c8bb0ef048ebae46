import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { addAbortSignal } from 'node:stream'
import { crc32 } from 'node:zlib'
import { ApiError } from '@cartouche/contract'
import type { BlobWriteOptions, StoredBlob } from './blob-store.ts'
import { readSizeBytes } from './read-file.ts'

/** What reading the bytes once tells about them. */
export type Digest = Omit<StoredBlob, 'isNew'>

/**
 * Writes a new file and syncs it to disk while its digest is taken; memory stays at one chunk.
 * The caller deletes what an error leaves on disk; what is left of the source is drained.
 * @throws upload_too_large, storage_full; the stream's own error; the signal's reason
 */
export async function writeFile(path: string, source: Readable | Uint8Array, options: BlobWriteOptions = {}): Promise<Digest> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const digest = await takeDigest(chunksOf(source, options.signal), options, (chunk) => writeAll(file, chunk))
      await file.sync()
      return digest
    } finally {
      await file.close()
    }
  } catch (error) {
    // Drained, not destroyed: the files after it in the same upload would be lost with it, and nobody told.
    if (!(source instanceof Uint8Array)) source.resume()
    throw storageError(error)
  }
}

/**
 * The digest of bytes as they pass by; `keep` sees each chunk and may work while it is hashed.
 * @throws upload_too_large
 */
export async function takeDigest(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, { maxSizeBytes = Infinity, signal }: BlobWriteOptions, keep?: (chunk: Uint8Array) => Promise<void>,
): Promise<Digest> {
  const hash = createHash('sha256')
  let checksum = 0
  let sizeBytes = 0
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    sizeBytes += chunk.length
    if (sizeBytes > maxSizeBytes) throw new ApiError('upload_too_large', { maxSizeBytes })
    const kept = keep?.(chunk)
    hash.update(chunk)
    checksum = crc32(chunk, checksum)
    await kept
  }
  return { sha256: hash.digest('hex'), crc32: checksum, sizeBytes }
}

/**
 * The digest of a file. All of it goes through one buffer: a new one for each piece keeps the garbage collector busier than the
 * hash keeps the processor.
 * @throws upload_too_large; Error of the file system
 * @source measured: import of 12-megapixel photographs
 */
export async function digestFile(path: string, options: BlobWriteOptions = {}): Promise<Digest> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await takeDigest(piecesOf(file, Buffer.allocUnsafeSlow(Math.min(size, readSizeBytes) || 1)), options)
  } finally {
    await file.close()
  }
}

/** Each piece is good until the next is asked for. */
async function* piecesOf(file: FileHandle, buffer: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/**
 * A full disk, a full quota and the largest file of the system read the same to people: there is no room.
 */
export function storageError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? new ApiError('storage_full') : error
}

function chunksOf(source: Readable | Uint8Array, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (source instanceof Uint8Array) return [source]
  return (signal ? addAbortSignal(signal, source) : source).iterator({ destroyOnReturn: false })
}

/** The system may take less than it is offered. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, offset)
    offset += bytesWritten
  }
}
