import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { ApiError } from '@cartouche/contract'
import { BlobDamaged } from '../../blobs/blob-damaged.ts'
import type { BlobStore, BlobWriteOptions, StoredBlob } from '../../blobs/blob-store.ts'
import type { Cipher } from './cipher.ts'

/** What backups need of a store. */
export type BackupBlobs = Pick<BlobStore, 'write' | 'sizeOf' | 'remove'> & {
  /** The whole blob: parts of one are not asked for. */
  readonly open: (sha256: string, known?: { readonly sizeBytes?: number | undefined }) => Readable
}

/**
 * A store whose files are sealed, under other names, in another store; whoever reads and writes sees neither.
 */
export function encryptBlobs(stored: BlobStore, cipher: Cipher): BackupBlobs {
  return {
    write: (source, options) => writeSealed(stored, cipher, source, options),
    open: (sha256, { sizeBytes } = {}) =>
      Readable.from(readSealed(stored, cipher, sha256, sizeBytes), { objectMode: false }),
    sizeOf: async (sha256) => {
      const size = await stored.sizeOf(cipher.storedAs(sha256))
      return size === undefined ? undefined : (cipher.plainSize(size) ?? -1)
    },
    remove: (sha256, unusedForMs) => stored.remove(cipher.storedAs(sha256), unusedForMs),
  }
}

async function* readSealed(
  stored: BlobStore,
  cipher: Cipher,
  sha256: string,
  sizeBytes: number | undefined,
): AsyncGenerator<Buffer> {
  const known = sizeBytes === undefined ? {} : { sizeBytes: cipher.storedSize(sizeBytes) }
  const source = stored.open(cipher.storedAs(sha256), known)
  const opener = cipher.open()
  let failure: Error | undefined
  source.once('error', (error) => {
    failure = error
    opener.destroy(error)
  })
  try {
    yield* source.pipe(opener) as AsyncIterable<Buffer>
  } catch (error) {
    if (failure instanceof BlobDamaged && failure.foundSizeBytes === undefined) throw new BlobDamaged(sha256)
    // What came was not what was sealed, or not by this key.
    throw failure === error ? failure : new BlobDamaged(sha256, sizeBytes ?? -1, sizeBytes ?? -1)
  } finally {
    source.destroy()
  }
}

/** The hash, by which a file is named, is known when its last byte was sealed. */
async function writeSealed(
  stored: BlobStore,
  cipher: Cipher,
  source: Readable | Uint8Array,
  { maxSizeBytes, signal }: BlobWriteOptions = {},
): Promise<StoredBlob> {
  const hash = createHash('sha256')
  const digest = { sha256: '', crc32: 0, sizeBytes: 0 }
  const measure = new Transform({
    transform(piece: Buffer, _encoding, done) {
      digest.sizeBytes += piece.length
      if (maxSizeBytes !== undefined && digest.sizeBytes > maxSizeBytes)
        return done(new ApiError('upload_too_large', { maxSizeBytes }))
      hash.update(piece)
      digest.crc32 = crc32(piece, digest.crc32)
      done(null, piece)
    },
    flush(done) {
      digest.sha256 = hash.digest('hex')
      done()
    },
  })
  const sealer = await cipher.seal()
  const [sealed, written] = await Promise.allSettled([
    pipeline(source instanceof Uint8Array ? [source] : source, measure, sealer, { signal }),
    stored.write(sealer, {
      signal,
      maxSizeBytes: maxSizeBytes === undefined ? undefined : cipher.storedSize(maxSizeBytes),
      nameAs: () => cipher.storedAs(digest.sha256),
    }),
  ])
  // Both have ended: nothing is left behind.
  if (sealed.status === 'rejected') throw sealed.reason
  if (written.status === 'rejected') throw written.reason
  return { ...digest, isNew: written.value.isNew }
}
