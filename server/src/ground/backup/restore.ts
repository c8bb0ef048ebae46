import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../blobs/blob-store.ts'
import { copyBlobs, type Uncopied } from '../blobs/copy-blobs.ts'
import type { BackupPlace } from './backup-place.ts'
import { readFileList } from './file-list.ts'
import type { Manifest } from './manifest.ts'
import { requireEmpty, restoreTables } from './restore-tables.ts'

export type RestoreProgress = { files: number; bytes: number; tables: number; rows: number }

export type RestoreTarget = {
  /** Of a database that holds no tables, or those of a restore that was stopped. */
  readonly url: string
  readonly blobs: BlobStore
  /** Receives what `secrets.json` held, before the tables: once they are there, nothing is run again. */
  readonly keepSecrets?: (secrets: Buffer) => Promise<void>
}

/**
 * Brings a backup back into an empty library: its files first, each hashed on its way, then all of its tables
 * at once. Stopped before its end it leaves no library, and goes on where it was when it is run again.
 * @returns files that are not there, or not whole, in the backup either: those that it could not take, and
 * those that were damaged since
 * @throws LibraryError; Error of a database or a store that fails; the signal's reason
 * @source decision 0199
 */
export async function restore(
  place: BackupPlace,
  manifest: Manifest,
  { url, blobs, keepSecrets }: RestoreTarget,
  {
    signal,
    onProgress = () => {},
  }: { readonly signal?: AbortSignal; onProgress?(progress: RestoreProgress): void } = {},
): Promise<{ readonly progress: RestoreProgress; readonly missing: readonly Uncopied[] }> {
  const progress: RestoreProgress = { files: 0, bytes: 0, tables: 0, rows: 0 }
  await requireEmpty(url)
  const missing = await copyBlobs(place.blobs, blobs, readFileList(place.blobs, manifest.files), {
    signal,
    onCopied: ({ sizeBytes }) => {
      progress.files += 1
      progress.bytes += sizeBytes
      onProgress(progress)
    },
  })
  const { secrets } = manifest
  if (secrets && keepSecrets) {
    const { sha256, sizeBytes } = secrets
    await keepSecrets(await buffer(place.blobs.open(sha256, { sizeBytes })))
  }
  await restoreTables(url, place.blobs, manifest, {
    signal,
    onTable: ({ rows }) => {
      progress.tables += 1
      progress.rows += rows
      onProgress(progress)
    },
  })
  return { progress, missing }
}
