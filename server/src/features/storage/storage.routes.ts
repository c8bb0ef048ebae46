import type { Routes } from '../../access/handler.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { selectStorageUse } from '../../model/storage-limits/storage-limits.sql.ts'
import { getStorage } from './get-storage.ts'

/** Handlers of the calls that answer how much room files take: all, and the caller's own. */
export const storageRoutes: Routes<'getStorage' | 'getStorageUse'> = {
  getStorage,
  getStorageUse: async (context) => selectStorageUse(context.database, currentUserId(context) ?? 0),
}
