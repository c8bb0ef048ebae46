import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ApiError } from '@cartouche/contract'
import { BlobDamaged } from '../blobs/blob-damaged.ts'
import { blobPath } from '../blobs/blob-path.ts'
import {
  directSeconds,
  type BlobStore,
  type BlobWriteOptions,
  type HeldBlob,
  type StoredBlob,
} from '../blobs/blob-store.ts'
import { contentDisposition } from '../bytes/content-disposition.ts'
import { chunkBytes } from '../blobs/chunk-slots.ts'
import { joinAhead } from '../blobs/join-ahead.ts'
import { createScratchFiles } from '../blobs/scratch-files.ts'
import { streamPieces } from '../blobs/stream-pieces.ts'
import { digestOf } from '../blobs/write-file.ts'
import { placeBlob, removeBlob, type BlobKeys } from './place-blob.ts'
import { readObject, readStretch, type BlobObject } from './read-object.ts'
import { S3Error } from './s3-error.ts'
import {
  abortUpload,
  blobHeaders,
  copyObject,
  deleteObject,
  headObject,
  listObjects,
  listUploads,
  putObject,
} from './s3-objects.ts'
import type { S3Place } from '../settings/blobs-place.ts'
import { createS3Sender, type S3Sender } from './s3-request.ts'
import { uploadParts } from './upload-parts.ts'

/** The folder of this machine that a store's blobs are lent from, and how much of them lies there at once. */
export type ScratchPlace = { readonly folder: string; readonly mostBytes: number }

/**
 * A blob store in an S3 bucket: a blob is the object `ab/cd/abcd…` behind the prefix, as in a folder, and
 * appears whole; unfinished writes lie under `incoming/`. Nothing of a blob is on this machine's disk but
 * what is lent as a file.
 * @throws S3Error where the bucket cannot be read
 * @source decision 0191
 */
export async function createS3Blobs(place: S3Place, scratch: ScratchPlace): Promise<BlobStore> {
  const sender = createS3Sender(place)
  const files = await createScratchFiles(scratch.folder, scratch.mostBytes)
  const store: Store = { sender, place, incoming: `${place.prefix}incoming/` }
  // Wrong keys fail at the start, not at the first upload.
  for await (const _ of listObjects(sender, store.incoming)) break
  const objectOf = (sha256: string): BlobObject => ({ key: keysOf(place, sha256).blob, sha256 })
  const open: BlobStore['open'] = (sha256, part = {}) => {
    const object = objectOf(sha256)
    return streamPieces((signal) => readObject(sender, object, part, signal))
  }
  const sizeOf = async (sha256: string): Promise<number | undefined> =>
    (await headObject(sender, objectOf(sha256).key))?.sizeBytes
  return {
    write: (source, options) => writeBlob(store, source, options),
    adopt: async (path, options) => {
      const stored = await writeBlob(store, createReadStream(path, { highWaterMark: chunkBytes }), options)
      await rm(path)
      return stored
    },
    newScratchPath: (extension) => Promise.resolve(files.newPath(extension)),
    open,
    join: joinAhead({
      read: (stretch, signal) => readStretch(sender, objectOf(stretch.sha256), stretch, signal),
      open,
    }),
    withLocalFile: async (sha256, use) => {
      const sizeBytes = await sizeOf(sha256)
      if (sizeBytes === undefined) throw new BlobDamaged(sha256)
      return files.lend({ sha256, sizeBytes, open: () => open(sha256, { sizeBytes }) }, use)
    },
    directUrl: (sha256, { fileName, mediaType }) =>
      sender.sign(objectOf(sha256).key, directSeconds, {
        'response-content-disposition': contentDisposition('attachment', fileName),
        'response-content-type': mediaType,
        'response-cache-control': 'private, no-store',
      }),
    list: () => listBlobs(store),
    sizeOf,
    remove: (sha256, unusedForMs) => removeBlob(sender, keysOf(place, sha256), unusedForMs),
    sweep: async (olderThanMs) => (await sweepStore(store, olderThanMs)) + (await files.sweep(olderThanMs)),
  }
}

type Store = { readonly sender: S3Sender; readonly place: S3Place; readonly incoming: string }

function keysOf({ prefix }: S3Place, sha256: string): BlobKeys {
  return { blob: prefix + blobPath(sha256), removing: `${prefix}removing/${sha256}` }
}

/** Small blobs are sent once their name is known, larger ones under a name that they have until then. */
async function writeBlob(
  { sender, place, incoming }: Store,
  source: Readable | Uint8Array,
  options: BlobWriteOptions = {},
): Promise<StoredBlob> {
  const key = `${incoming}${randomUUID()}`
  const { maxSizeBytes = source instanceof Uint8Array ? source.length : undefined, signal } = options
  const upload = uploadParts(sender, key, { maxSizeBytes, signal })
  let isSent = false
  try {
    const digest = await digestOf(source, options, upload.add)
    const sha256 = options.nameAs?.() ?? digest.sha256
    const keys = keysOf(place, sha256)
    const body = await upload.end()
    isSent = body === undefined
    // What is sealed is never the same bytes: it takes the place of what was sealed before, and is not new.
    const isSealedAgain =
      options.nameAs !== undefined && (await headObject(sender, keys.blob))?.sizeBytes === digest.sizeBytes
    const isNew = await placeBlob(sender, place.bucket, keys, digest, () =>
      body
        ? putObject(sender, {
            key: keys.blob,
            body,
            bodySha256: digest.sha256,
            headers: blobHeaders(digest.crc32),
          })
        : copyObject(sender, place.bucket, key, keys.blob, digest),
    )
    return { ...digest, sha256, isNew: isNew && !isSealedAgain }
  } catch (error) {
    await upload.abort().catch(() => {}) // `sweep` does it
    throw error instanceof S3Error && full.has(error.code) ? new ApiError('storage_full') : error
  } finally {
    if (isSent) await deleteObject(sender, key).catch(() => {}) // `sweep` does it
  }
}

async function* listBlobs({ sender, place }: Store): AsyncGenerator<HeldBlob> {
  for await (const { key, sizeBytes } of listObjects(sender, place.prefix)) {
    const sha256 = key.slice(-64)
    if (/^[0-9a-f]{64}$/.test(sha256) && key === keysOf(place, sha256).blob) yield { sha256, sizeBytes }
  }
}

/** How stores say that there is no room. */
const full = new Set(['QuotaExceeded', 'EntityTooLarge', 'XMinioStorageFull', 'Status507'])

/** Deletes what writes and removals left behind that were cut short. */
async function sweepStore({ sender, place, incoming }: Store, olderThanMs: number): Promise<number> {
  const before = Date.now() - olderThanMs
  let removed = 0
  for await (const { key, uploadId, startedAtMs } of listUploads(sender, place.prefix)) {
    if (startedAtMs > before) continue
    await abortUpload(sender, key, uploadId)
    removed += 1
  }
  for (const prefix of [incoming, `${place.prefix}removing/`])
    for await (const { key, modifiedAtMs } of listObjects(sender, prefix)) {
      if (modifiedAtMs > before) continue
      await deleteObject(sender, key)
      removed += 1
    }
  return removed
}
