import { ApiError, isApiError, type StorageUse } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'
import { lockStorageOf, selectStorageUse } from './storage-limits.sql.ts'

/**
 * Does what may add files of a person, in a transaction: of two that come at once, the second counts what the
 * first has added. What adds nothing is never refused, whatever there is already.
 * @param ownerId null: nobody, who has no limit
 * @throws storage_limit_reached, file_limit_reached, after which the transaction cannot go on; what the work
 * throws
 * @source decision 0230
 */
export async function withinStorageLimit<Result>(
  transaction: Database,
  ownerId: number | null,
  work: () => Promise<Result>,
): Promise<Result> {
  if (ownerId === null || !isLimited(await selectStorageUse(transaction, ownerId))) return work()
  await lockStorageOf(transaction, ownerId)
  const before = await selectStorageUse(transaction, ownerId)
  const result = await work()
  const after = await selectStorageUse(transaction, ownerId)
  const refusal = refusalOf(before, {
    sizeBytes: after.sizeBytes - before.sizeBytes,
    files: after.files - before.files,
  })
  if (refusal) throw refusal
  return result
}

/** What a person may still add. */
export interface StorageLeft {
  /** Infinity: there is no limit. */
  readonly sizeBytes: number
  /**
   * Refuses what is to be added by the size that it has, or at least has, before its bytes are kept.
   * @param files Default: 1
   * @throws storage_limit_reached, file_limit_reached
   */
  readonly require: (sizeBytes: number, files?: number) => void
}

/** What a person may still add, before a file of theirs is read. `null`: nobody, who has no limit. */
export async function storageLeft(database: Database, ownerId: number | null): Promise<StorageLeft> {
  const use = ownerId === null ? undefined : await selectStorageUse(database, ownerId)
  return {
    sizeBytes: Math.max(0, (use?.limit.sizeBytes ?? Infinity) - (use?.sizeBytes ?? 0)),
    require: (sizeBytes, files = 1) => {
      const refusal = use && refusalOf(use, { sizeBytes, files })
      if (refusal) throw refusal
    },
  }
}

/** Whether a file was refused because of how much its owner may store. */
export function isStorageRefusal(
  error: unknown,
): error is ApiError & { readonly code: 'storage_limit_reached' | 'file_limit_reached' } {
  return isApiError(error, 'storage_limit_reached') || isApiError(error, 'file_limit_reached')
}

/** Whether there is any limit to what a person may store. */
export const isLimited = ({ limit }: StorageUse): boolean => limit.sizeBytes !== null || limit.files !== null

function refusalOf(
  { sizeBytes, files, limit }: StorageUse,
  added: { readonly sizeBytes: number; readonly files: number },
): ApiError | undefined {
  if (limit.sizeBytes !== null && added.sizeBytes > 0 && sizeBytes + added.sizeBytes > limit.sizeBytes)
    return new ApiError('storage_limit_reached', {
      usedBytes: sizeBytes,
      limitBytes: limit.sizeBytes,
      neededBytes: added.sizeBytes,
    })
  if (limit.files !== null && added.files > 0 && files + added.files > limit.files)
    return new ApiError('file_limit_reached', { files, limit: limit.files })
  return undefined
}
