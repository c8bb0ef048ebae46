import type { HeldBlob } from '../blobs/blob-store.ts'
import { forEachBlob } from '../blobs/copy-blobs.ts'
import { findFault } from '../blobs/find-fault.ts'
import type { BackupPlace } from './backup-place.ts'
import { readFileList } from './file-list.ts'
import { inNewDatabase } from './in-new-database.ts'
import type { Manifest } from './manifest.ts'
import type { RestoreProgress } from './restore.ts'
import { restoreTables } from './restore-tables.ts'

/** Something that a backup should hold and does not. */
export type BackupFault = { readonly sha256: string; readonly reason: string }

/**
 * Shows that a backup can be brought back: brings its tables into a new database of the server at `url`,
 * which is dropped afterwards, and reads and hashes every file.
 * @returns what is missing or damaged
 * @throws Error where a table cannot be brought back, or the server lets nobody make a database
 */
export async function checkBackup(
  place: BackupPlace,
  manifest: Manifest,
  url: string,
  {
    signal,
    onProgress = () => {},
  }: { readonly signal?: AbortSignal; onProgress?(progress: RestoreProgress): void } = {},
): Promise<{ readonly progress: RestoreProgress; readonly faults: readonly BackupFault[] }> {
  const progress: RestoreProgress = { files: 0, bytes: 0, tables: 0, rows: 0 }
  await inNewDatabase(url, (scratch) =>
    restoreTables(scratch, place.blobs, manifest, {
      signal,
      onTable: ({ rows }) => {
        progress.tables += 1
        progress.rows += rows
        onProgress(progress)
      },
    }),
  )
  const faults: BackupFault[] = []
  const known = new Set(manifest.missing)
  await forEachBlob(filesOf(place, manifest), signal, async (held) => {
    const reason = await findFault(place.blobs, held)
    if (reason !== undefined && !known.has(held.sha256)) faults.push({ sha256: held.sha256, reason })
    progress.files += 1
    progress.bytes += held.sizeBytes
    onProgress(progress)
  })
  return { progress, faults }
}

async function* filesOf(place: BackupPlace, { files, secrets }: Manifest): AsyncGenerator<HeldBlob> {
  if (secrets) yield secrets
  yield* readFileList(place.blobs, files)
}
