import type { Readable } from 'node:stream'

/** What is known of a blob once its last byte is stored. */
export type StoredBlob = {
  /** Its name: the SHA-256 of its bytes, 64 lower-case hexadecimal digits. */
  readonly sha256: string
  /** CRC-32 as zip has it, an unsigned 32-bit integer. */
  readonly crc32: number
  readonly sizeBytes: number
  /**
   * False where the store held these bytes already. Two equal writes at the same moment may both get
   * true.
   */
  readonly isNew: boolean
}

/** How long a direct address is good for: a client that was sent there goes there at once. */
export const directSeconds = 60

/** What a direct download is saved as. */
export type DirectFile = { readonly fileName: string; readonly mediaType: string }

export type HeldBlob = { readonly sha256: string; readonly sizeBytes: number }

export type BlobWriteOptions = {
  /** The most bytes that are taken; any number when absent. */
  readonly maxSizeBytes?: number | undefined
  /** Ends the write; nothing is stored. */
  readonly signal?: AbortSignal | undefined
  /**
   * The name, in the form of a hash, for whoever stores other bytes than those that are asked for by it: as
   * sealed ones. Asked for after the last byte.
   */
  readonly nameAs?: (() => string) | undefined
}

/** Which part of a blob: from `start` up to, not including, `endExclusive`, in bytes. */
export type BlobPart = {
  readonly start?: number | undefined
  readonly endExclusive?: number | undefined
  /**
   * What the blob's size is known to be; the read fails before its first byte where the stored bytes
   * disagree.
   */
  readonly sizeBytes?: number | undefined
}

/** A part of a blob, never empty, and the size that the whole blob must have. */
export type BlobStretch = {
  readonly sha256: string
  readonly start: number
  readonly endExclusive: number
  readonly sizeBytes: number
}

/** Bytes at hand, then bytes of a blob where there are any. */
export type JoinedPart = { readonly head: Uint8Array; readonly blob?: BlobStretch }

/** Gives the bytes of parts one after the other; the parts are taken as they are needed. */
export type JoinBlobs = (parts: Iterable<JoinedPart>) => Readable

/**
 * Immutable bytes, each named by its SHA-256. A folder keeps them by default, or an S3 bucket, with the same
 * functions. No function takes a file name from outside: a blob is found by its hash alone.
 * @source DESIGN "Blobs"
 */
export type BlobStore = {
  /**
   * Stores a stream or bytes, in constant memory, durable when it resolves. Whatever ends it early (a client
   * that leaves, the signal, the limit, a full disk) leaves nothing behind. After a failure the rest of the
   * stream is read and thrown away, so that the next file of the same upload can follow; whoever wants none
   * destroys it.
   * @throws upload_too_large, storage_full; the stream's own error; the signal's reason
   */
  readonly write: (source: Readable | Uint8Array, options?: BlobWriteOptions) => Promise<StoredBlob>
  /**
   * Takes over a finished local file: on success it is gone from `path`, on failure it is untouched.
   * @throws upload_too_large, storage_full
   */
  readonly adopt: (path: string, options?: BlobWriteOptions) => Promise<StoredBlob>
  /**
   * A new path, on the store's own disk where it has one, for a file that is to be adopted; `sweep` clears
   * what is left there.
   */
  readonly newScratchPath: (extension?: string) => Promise<string>
  /**
   * The bytes, as a stream for HTTP and libraries. Fails with BlobDamaged where they are missing or not of
   * the size known.
   */
  readonly open: (sha256: string, part?: BlobPart) => Readable
  /**
   * The bytes of many parts one after the other; a little is read ahead of the consumer. Made for archives of
   * thousands of small blobs. Fails with BlobDamaged as `open` does, never short and never padded.
   */
  readonly join: JoinBlobs
  /** Lends a local file with these bytes to programs that want a path; it must not be changed nor kept. */
  readonly withLocalFile: <Result>(sha256: string, use: (path: string) => Promise<Result>) => Promise<Result>
  /**
   * An address by which anybody may download a blob for `directSeconds`, under a name; absent where the store
   * gives none.
   */
  readonly directUrl?: ((sha256: string, file: DirectFile) => string) | undefined
  /** Every blob that is held, in no order; what is written meanwhile may be among them. */
  readonly list: () => AsyncIterable<HeldBlob>
  /** Undefined where the store does not hold the blob. */
  readonly sizeOf: (sha256: string) => Promise<number | undefined>
  /**
   * Deletes a blob that nothing refers to and that was last written `unusedForMs` ago or earlier; false where
   * it stays. A write of bytes that are already held counts as a new write, so that a collector with an
   * hour's grace never takes what an upload is about to refer to.
   */
  readonly remove: (sha256: string, unusedForMs: number) => Promise<boolean>
  /** Deletes unfinished writes and forgotten scratch files older than this; answers how many. */
  readonly sweep: (olderThanMs: number) => Promise<number>
}
