import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { limitVisitors } from '../shares/limit-visitors.ts'
import {
  countUploads,
  insertUpload,
  lockUploads,
  selectUpload,
  type UploadKey,
  type UploadRow,
} from '../shares/share-uploads.sql.ts'
import { uploadTermsOf, type StoredShare } from '../shares/shares.sql.ts'

/** Files of one share that are on their way at once, at most. */
export const maxUploadsAtOnce = 50
/** In how many seconds somebody is to try again. */
const retrySeconds = 20

/**
 * Holds room in a share for a file that is to come: of two that come at once, the second counts the first.
 * @returns the number of the attempt; the file, where it has arrived before
 * @throws share_uploads_full, too_many_uploads
 */
export function holdRoom(
  context: Context,
  share: StoredShare,
  file: UploadKey & Pick<UploadRow, 'name' | 'sizeBytes'>,
): Promise<number | { readonly sent: UploadRow }> {
  return withTransaction(context.database, async (transaction) => {
    const seconds = await limitVisitors(transaction, share.id, context.request, 'upload')
    if (seconds > 0) throw new ApiError('too_many_uploads', { seconds })
    await lockUploads(transaction, share.id)
    const known = await selectUpload(transaction, file)
    if (known?.finishedAt) return { sent: known }
    await requireRoom(transaction, share, file.sizeBytes, known?.id)
    return insertUpload(transaction, file)
  })
}

/**
 * Counts once more, as its bytes are there: it may have taken longer than room is held.
 * @throws share_uploads_full
 */
export async function confirmRoom(
  transaction: Database,
  share: StoredShare,
  { uploadId, sizeBytes }: { readonly uploadId: number; readonly sizeBytes: number },
): Promise<void> {
  await lockUploads(transaction, share.id)
  await requireRoom(transaction, share, sizeBytes, uploadId)
}

async function requireRoom(
  transaction: Database,
  share: StoredShare,
  sizeBytes: number,
  uploadId: number | undefined,
): Promise<void> {
  const terms = uploadTermsOf(share)
  const taken = await countUploads(transaction, share.id, uploadId)
  if (!terms || taken.files >= terms.maxFiles || taken.sizeBytes + sizeBytes > terms.maxBytes)
    throw new ApiError('share_uploads_full')
  if (taken.running >= maxUploadsAtOnce) throw new ApiError('too_many_uploads', { seconds: retrySeconds })
}
