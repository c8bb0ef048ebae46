import { createHash } from 'node:crypto'
import type { PathLike } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { addAbortSignal } from 'node:stream'
import { crc32 } from 'node:zlib'
import { ApiError } from '@cartouche/contract'
import type { BlobWriteOptions, StoredBlob } from './blob-store.ts'
import { chunkBytes } from './chunk-slots.ts'

/** What reading the bytes once tells about them. */
export type Digest = Omit<StoredBlob, 'isNew'>

/**
 * Writes a new file and syncs it to disk while its digest is taken; memory stays at one chunk of the store.
 * The caller deletes what an error leaves on disk; what is left of the source is drained.
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
      const batch = gatherWrites(file)
      const digest = await digestOf(source, options, batch.add)
      await batch.end()
      await file.sync()
      return digest
    } finally {
      await file.close()
    }
  } catch (error) {
    // As below, where the file itself could not be made.
    drain(source)
    throw storageError(error)
  }
}

/**
 * The digest of what a caller sends, as `takeDigest`. After a failure the rest is read and thrown away.
 * @throws upload_too_large; the stream's own error; the signal's reason
 */
export async function digestOf(
  source: Readable | Uint8Array,
  options: BlobWriteOptions,
  keep: (chunk: Uint8Array) => Promise<void> | undefined,
): Promise<Digest> {
  try {
    return await takeDigest(chunksOf(source, options.signal), options, keep)
  } catch (error) {
    drain(source)
    throw error
  }
}

/** Drained, not destroyed: the files after it in the same upload would be lost with it, and nobody told. */
function drain(source: Readable | Uint8Array): void {
  if (!(source instanceof Uint8Array)) source.resume()
}

/**
 * The digest of bytes as they pass by; `keep` sees each chunk and may work while it is hashed.
 * @throws upload_too_large
 */
async function takeDigest(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxSizeBytes = Infinity, signal }: BlobWriteOptions,
  keep?: (chunk: Uint8Array) => Promise<void> | undefined,
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
 * The digest of a file. All of it goes through one buffer: a new one for each piece keeps the garbage
 * collector busier than the hash keeps the processor.
 * @throws upload_too_large; Error of the file system
 * @source measured: import of 12-megapixel photographs
 */
export async function digestFile(path: PathLike, options: BlobWriteOptions = {}): Promise<Digest> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await takeDigest(piecesOf(file, Buffer.allocUnsafeSlow(Math.min(size, chunkBytes) || 1)), options)
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

function chunksOf(
  source: Readable | Uint8Array,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (source instanceof Uint8Array) return [source]
  return (signal ? addAbortSignal(signal, source) : source).iterator({ destroyOnReturn: false })
}

/**
 * Writes many small chunks by one call to the system: what comes from the network comes in pieces of 64 kB,
 * and each call costs the server's one thread as much as hashing its bytes.
 * @source measured: import of 12-megapixel photographs
 */
function gatherWrites(file: FileHandle): {
  add(chunk: Uint8Array): Promise<void> | undefined
  end(): Promise<void>
} {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const flush = (): Promise<void> => {
    const chunks = waiting
    waiting = []
    waitingBytes = 0
    return writeAll(file, chunks)
  }
  return {
    add: (chunk) => {
      waiting.push(chunk)
      waitingBytes += chunk.length
      return waitingBytes < chunkBytes ? undefined : flush()
    },
    end: flush,
  }
}

/** The system may take less than it is offered. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  for (let rest = chunks.filter(({ length }) => length > 0); rest.length > 0;) {
    const { bytesWritten } = await file.writev(rest)
    rest = without(rest, bytesWritten)
  }
}

/** What is left of chunks after their first bytes. */
function without(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes
  return chunks.flatMap((chunk) => {
    const taken = Math.min(left, chunk.length)
    left -= taken
    return taken === chunk.length ? [] : [chunk.subarray(taken)]
  })
}
