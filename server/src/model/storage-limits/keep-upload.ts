import { ApiError, isApiError } from '@cartouche/contract'
import type { Readable } from 'node:stream'
import type { RequestFacts } from '../../access/context.ts'
import type { StoredBlob } from '../../ground/blobs/blob-store.ts'
import type { Services } from '../../ground/services.ts'
import type { StorageLeft } from './within-storage-limit.ts'

/** What is known of a file before its bytes are read. */
export interface UploadLimits {
  readonly signal: AbortSignal
  /** What its owner may still add. */
  readonly left: StorageLeft
  /** The size that the client says it has. */
  readonly announcedBytes?: number | undefined
}

/**
 * Streams a file of a form into the blob store, as far as it may be large and its owner has room for it: what
 * is announced beyond that is refused before it is read, what comes beyond it is read no further.
 * @throws upload_too_large, storage_full, storage_limit_reached, file_limit_reached; the stream's error, the
 * signal's reason
 */
export async function keepUpload(
  { blobs, settings }: Pick<Services, 'blobs' | 'settings'>,
  stream: Readable,
  { signal, left, announcedBytes = 1 }: UploadLimits,
): Promise<StoredBlob> {
  const { uploadMaxBytes } = settings
  if (announcedBytes <= uploadMaxBytes) left.require(announcedBytes)
  const maxSizeBytes = Math.min(uploadMaxBytes, left.sizeBytes)
  try {
    const blob = await blobs.write(stream, { maxSizeBytes, signal })
    // The multipart parser cuts what is above its own limit.
    if ('truncated' in stream && stream.truncated === true)
      throw new ApiError('upload_too_large', { maxSizeBytes: uploadMaxBytes })
    return blob
  } catch (error) {
    if (left.sizeBytes < uploadMaxBytes && isApiError(error, 'upload_too_large'))
      left.require(left.sizeBytes + 1)
    throw error
  }
}

/** Of a body with one file, what is not its bytes at most: names, headers and boundaries of the parts. */
const maxFormBytes = 16 * 1024

/** The size that the only file of a request has at least, by its length; 1 where it states none. */
export function announcedFileBytes({ headers }: Pick<RequestFacts, 'headers'>): number {
  return Math.max(1, Number(headers['content-length'] ?? 0) - maxFormBytes || 1)
}
