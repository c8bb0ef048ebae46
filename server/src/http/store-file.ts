import { ApiError } from '@cartouche/contract'
import type { Services } from '../ground/services.ts'
import type { ReceivedFile } from '../access/handler.ts'
import type { FormFile } from './read-body.ts'

/**
 * Streams a file of a form into the blob store. What no entity refers to in the end is swept like every
 * forgotten blob. Under `simu=true` it is read and thrown away.
 * @throws upload_empty, upload_too_large, storage_full, the signal's reason
 */
export async function storeFile(
  { blobs, settings }: Pick<Services, 'blobs' | 'settings'>,
  { fileName, stream }: FormFile,
  signal: AbortSignal,
  simu: unknown,
): Promise<ReceivedFile> {
  if (simu === 'true' || simu === '1' || simu === '') {
    stream.resume()
    return { fileName, blob: null }
  }
  const blob = await blobs.write(stream, { maxSizeBytes: settings.uploadMaxBytes, signal })
  // The multipart parser cuts what is above its own limit.
  if ('truncated' in stream && stream.truncated === true)
    throw new ApiError('upload_too_large', { maxSizeBytes: settings.uploadMaxBytes })
  if (blob.sizeBytes === 0) throw new ApiError('upload_empty')
  return { fileName, blob }
}
