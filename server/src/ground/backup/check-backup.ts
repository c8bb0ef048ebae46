import type { HeldBlob } from '../blobs/blob-store.ts'
import { eachOf, forEachBlob } from '../blobs/copy-blobs.ts'
import { findFault } from '../blobs/find-fault.ts'
import { migrate } from '../database/migrate.ts'
import type { BackupPlace } from './backup-place.ts'
import { compareTables } from './compare-tables.ts'
import { readFileList } from './file-list.ts'
import { inNewDatabase } from './in-new-database.ts'
import type { Manifest } from './manifest.ts'
import type { RestoreProgress } from './restore.ts'
import { restoreTables } from './restore-tables.ts'
import { sampleBlobs, type SampleSize } from './sample-blobs.ts'

/** Something that a backup should hold and does not. */
export type BackupFault = { readonly sha256: string; readonly reason: string }

export type CheckProgress = RestoreProgress & {
  /** Files that were looked for; `files` and `bytes` are of those that were read. */
  found: number
}

export type CheckOptions = {
  /** Files that are read and hashed, chosen by chance; others have their size compared. Default: all. */
  readonly sample?: SampleSize | undefined
  readonly signal?: AbortSignal | undefined
  onProgress?(progress: CheckProgress): void
}

/**
 * Shows that a backup can be brought back: brings its tables into a new database of the server at `url`,
 * which is dropped afterwards, compares what is there then with what was stored, and looks at every file.
 * @returns what is missing or damaged
 * @throws Error where a table cannot be brought back, or is not as it was, or the server lets nobody make a
 * database
 */
export async function checkBackup(
  place: BackupPlace,
  manifest: Manifest,
  url: string,
  { sample, signal, onProgress = () => {} }: CheckOptions = {},
): Promise<{ readonly progress: CheckProgress; readonly faults: readonly BackupFault[] }> {
  const progress: CheckProgress = { files: 0, bytes: 0, tables: 0, rows: 0, found: 0 }
  await inNewDatabase(url, (scratch) =>
    restoreTables(scratch, place.blobs, manifest, {
      signal,
      onTable: ({ rows }) => {
        progress.tables += 1
        progress.rows += rows
        onProgress(progress)
      },
      upgrade: async (restored) => {
        await compareTables(restored, place.blobs, manifest, signal)
        await migrate(restored)
      },
    }),
  )
  const faults: BackupFault[] = []
  const known = new Set(manifest.missing)
  const note = ({ sha256 }: HeldBlob, reason: string | undefined): void => {
    if (reason !== undefined && !known.has(sha256)) faults.push({ sha256, reason })
  }
  const read = async (held: HeldBlob): Promise<void> => {
    note(held, await findFault(place.blobs, held))
    progress.files += 1
    progress.bytes += held.sizeBytes
    onProgress(progress)
  }
  if (!sample) {
    await forEachBlob(filesOf(place, manifest), signal, read)
    progress.found = progress.files
    return { progress, faults }
  }
  const chosen = await sampleBlobs(filesOf(place, manifest), sample)
  await forEachBlob(filesOf(place, manifest), signal, async (held) => {
    progress.found += 1
    onProgress(progress)
    if (!chosen.has(held.sha256)) note(held, await findByName(place, held))
  })
  await forEachBlob(eachOf(chosen.values()), signal, read)
  return { progress, faults }
}

/** As `findFault`, without reading it. */
async function findByName(
  { blobs }: BackupPlace,
  { sha256, sizeBytes }: HeldBlob,
): Promise<string | undefined> {
  const found = await blobs.sizeOf(sha256)
  if (found === undefined) return 'is missing'
  return found === sizeBytes ? undefined : 'is damaged'
}

async function* filesOf(place: BackupPlace, { files, secrets }: Manifest): AsyncGenerator<HeldBlob> {
  if (secrets) yield secrets
  yield* readFileList(place.blobs, files)
}
