import { z } from 'zod'
import { int, jsonOr } from '../parameters.ts'

/** How much somebody may store. Null: no limit. @source decision 0230 */
export const StorageLimit = z.object({ sizeBytes: z.number().nullable(), files: z.number().nullable() })
export type StorageLimit = z.output<typeof StorageLimit>

/** What the files of a person take, and the smaller of their own limit and that of their role. */
export const StorageUse = z.object({ sizeBytes: z.number(), files: z.number(), limit: StorageLimit })
export type StorageUse = z.output<typeof StorageUse>

/** A limit as it is set. */
export const NewStorageLimit = jsonOr(
  z.object({
    sizeBytes: int.min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
    files: int.min(0).max(1_000_000_000_000).nullable(),
  }),
)
