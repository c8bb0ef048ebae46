import type { Services } from '../../ground/services.ts'
import { deleteUnusedBlobRows, whileNobodyReads } from './sweep-blobs.sql.ts'

const dayMs = 86_400_000

/**
 * How long bytes stay after nothing refers to them any more: longer than an archive that was given out lives,
 * and than it takes to notice a mistake.
 */
export const blobGraceMs = 7 * dayMs
const pageSize = 500

/**
 * Deletes blobs that no asset, import item or rendition refers to and that were last written before the grace
 * period, and unfinished writes of processes that were killed. An upload of the same bytes in the meantime
 * keeps them. While a backup reads what it saw, nothing is deleted: the next sweep does it.
 * @returns how many blobs were deleted
 */
export async function sweepBlobs(
  services: Pick<Services, 'database' | 'sessions' | 'blobs' | 'log'>,
  graceMs: number = blobGraceMs,
): Promise<number> {
  await services.blobs.sweep(Math.max(graceMs, dayMs))
  const removed = await whileNobodyReads(services.sessions, () => deleteUnused(services, graceMs))
  if (removed === undefined) services.log.info({}, 'Deleted no blobs: a backup is being made')
  else if (removed > 0) services.log.info({ removed }, 'Deleted blobs that nothing refers to')
  return removed ?? 0
}

async function deleteUnused(
  { database, blobs }: Pick<Services, 'database' | 'blobs'>,
  graceMs: number,
): Promise<number> {
  for (let removed = 0; ;) {
    const gone = await deleteUnusedBlobRows(database, graceMs, pageSize)
    for (const sha256 of gone) await blobs.remove(sha256, graceMs)
    removed += gone.length
    if (gone.length < pageSize) return removed
  }
}
