import { batchesOf, type BatchSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey, useReadable } from './use-readable.ts'

/** Ids of all batches in order. Actions: `batchesOf(useClient())`. */
export function useBatches(): readonly string[] {
  return useReadable(batchesOf(useClient()).all)
}

/** One batch with its actions and its progress. */
export function useBatch(id: string): BatchSnapshot {
  return useKey(batchesOf(useClient()).byId, id)
}
