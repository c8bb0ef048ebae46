import type pg from 'pg'
import type { BlobStore } from '../blobs/blob-store.ts'
import { blobsInUse } from '../blobs/blobs-in-use.ts'
import { copyBlobs, type Uncopied } from '../blobs/copy-blobs.ts'
import { backUpTables, storeRows } from './back-up-tables.ts'
import { BackupError } from './backup-error.ts'
import type { BackupPlace } from './backup-place.ts'
import { connectForCopy } from './connect.ts'
import { fileListQuery, readFileList } from './file-list.ts'
import { nameAfter, type Manifest, type StoredFile } from './manifest.ts'

export type BackupProgress = {
  tables: number
  rows: number
  files: number
  bytes: number
  /** Files and bytes of them that no earlier backup had stored. */
  newFiles: number
  newBytes: number
  /** How many there are, and their bytes: 0 until that is known. */
  allFiles: number
  allBytes: number
}

export type BackupSource = {
  /** Of the database, which may be in use. */
  readonly url: string
  readonly blobs: BlobStore
  /** What `secrets.json` holds; undefined where there is none. */
  readonly secrets: Uint8Array | undefined
}

const oneBackup = 4_217_031

/**
 * Makes a backup of a library in use: all tables as they were at one moment, and every file that the database
 * knew then. The transaction ends with the last table; files, which never change, are copied after it, and
 * the sweep of unused ones waits meanwhile.
 * @throws LibraryError where another backup of it is being made; Error of a database or a store that fails;
 * the signal's reason. There is no backup then, and what was stored is not stored again by the next one.
 * @source decision 0199
 */
export async function backUp(
  { url, blobs, secrets }: BackupSource,
  place: BackupPlace,
  {
    signal,
    onProgress = () => {},
  }: { readonly signal?: AbortSignal; onProgress?(progress: BackupProgress): void } = {},
): Promise<{
  readonly manifest: Manifest
  readonly progress: BackupProgress
  readonly missing: readonly Uncopied[]
}> {
  const progress: BackupProgress = {
    tables: 0,
    rows: 0,
    files: 0,
    bytes: 0,
    newFiles: 0,
    newBytes: 0,
    allFiles: 0,
    allBytes: 0,
  }
  const client = await connectForCopy(url, 'backup')
  try {
    await takeLocks(client)
    const names = await place.list()
    await client.query('begin isolation level repeatable read read only')
    const name = await nameSnapshot(client, names)
    const tables = await backUpTables(client, place.blobs, {
      signal,
      onTable: ({ rows }) => {
        progress.tables += 1
        progress.rows += rows
        onProgress(progress)
      },
    })
    const { rows: count, ...list } = await storeRows(client, place.blobs, `(${fileListQuery})`, signal)
    const size = await client.query<{ bytes: string }>('select coalesce(sum(size_bytes), 0) bytes from blob')
    await client.query('commit')
    progress.allFiles = count
    progress.allBytes = Number(size.rows[0]?.bytes ?? 0)
    const missing = await copyBlobs(blobs, place.blobs, readFileList(place.blobs, list), {
      signal,
      onCopied: ({ sizeBytes }, isNew) => {
        progress.files += 1
        progress.bytes += sizeBytes
        if (isNew) {
          progress.newFiles += 1
          progress.newBytes += sizeBytes
        }
        onProgress(progress)
      },
    })
    const manifest: Manifest = {
      format: 1,
      name,
      finishedAt: new Date().toISOString(),
      ...tables,
      files: { ...list, count, bytes: progress.allBytes },
      missing: missing.map(({ sha256 }) => sha256),
      secrets: secrets ? await storeSecrets(place, secrets) : null,
    }
    await place.write(manifest)
    return { manifest, progress, missing }
  } finally {
    await client.end()
  }
}

/** Of the session: they end with its connection. */
async function takeLocks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) taken', [
    oneBackup,
  ])
  if (!rows[0]?.taken) throw new BackupError('backup_under_way')
  await client.query('select pg_advisory_lock_shared($1)', [blobsInUse])
}

/** The moment of the snapshot, which this statement takes, by the database's clock. */
export async function nameSnapshot(client: pg.Client, names: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ atMs: number }>(
    `select floor(extract(epoch from now()))::float8 * 1000 "atMs"`,
  )
  return nameAfter(names, rows[0]?.atMs ?? 0)
}

export async function storeSecrets(place: BackupPlace, secrets: Uint8Array): Promise<StoredFile> {
  const { sha256, sizeBytes } = await place.blobs.write(secrets)
  return { sha256, sizeBytes }
}
