import type pg from 'pg'
import { copyBlobs, type Uncopied } from '../../blobs/copy-blobs.ts'
import { blobsInUse } from '../../blobs/blobs-in-use.ts'
import { storeRows } from '../back-up-tables.ts'
import { nameSnapshot, storeSecrets, type BackupSource } from '../back-up.ts'
import type { BackupPlace } from '../backup-place.ts'
import { connectForCopy } from '../connect.ts'
import { fileListQuery, readFileList } from '../file-list.ts'
import { BaseBackup, listBases, writeBase } from './base-backup.ts'
import { storeCluster } from './cluster-files.ts'
import { readMark } from './ship-files.ts'

/** What a base backup is made of. */
export interface BaseSource extends BackupSource {
  /** PostgreSQL's data directory, of the database in use at `url`. */
  readonly clusterFolder: string
}

export interface MadeBase {
  readonly base: BaseBackup
  /** Bytes that the place did not have yet, of the cluster as it is stored, and of the library's files. */
  readonly newBytes: number
  readonly missing: readonly Uncopied[]
}

/**
 * Makes a base backup: the files of the cluster while it is in use, which the log mends, and every file of
 * the library. Waits until PostgreSQL has archived the log up to its end.
 * @throws Error of a database or a store that fails; the signal's reason. There is no base backup then.
 * @source PostgreSQL, "Making a Base Backup Using the Low Level API"; decision 0242
 */
export async function makeBase(
  { url, blobs, secrets, clusterFolder }: BaseSource,
  place: BackupPlace,
  signal: AbortSignal,
): Promise<MadeBase> {
  // The session in which it begins must be the one in which it ends.
  const client = await connectForCopy(url, 'backup')
  const abort = (): void => void client.end().catch(() => {})
  signal.addEventListener('abort', abort, { once: true })
  try {
    await client.query('select pg_advisory_lock_shared($1)', [blobsInUse])
    const names = (await listBases(place)).map((base) => base.name)
    const name = await nameSnapshot(client, names)
    const systemId = await selectSystemId(client)
    const { since } = await readMark(client)
    await client.query('select pg_backup_start($1, fast => true)', [name])
    const { rows: count, ...list } = await storeRows(client, place.blobs, `(${fileListQuery})`, signal)
    const cluster = await storeCluster(clusterFolder, place, signal)
    const { label, startSegment, stoppedAt } = await stopBackup(client)
    let [bytes, newBytes] = [0, cluster.newBytes]
    const missing = await copyBlobs(blobs, place.blobs, readFileList(place.blobs, list), {
      signal,
      onCopied: ({ sizeBytes }, isNew) => {
        bytes += sizeBytes
        if (isNew) newBytes += sizeBytes
      },
    })
    const base = {
      format: 1 as const,
      name,
      systemId,
      startSegment,
      startedAt: since.toISOString(),
      stoppedAt: stoppedAt.toISOString(),
      label,
      cluster: cluster.list,
      files: { ...list, count, bytes },
      missing: missing.map(({ sha256 }) => sha256),
      secrets: secrets ? await storeSecrets(place, secrets) : null,
    }
    await writeBase(place, base)
    return { base: BaseBackup.parse(base), newBytes, missing }
  } finally {
    signal.removeEventListener('abort', abort)
    await client.end().catch(() => {})
  }
}

/** The number of a database cluster, which no other has. */
export async function selectSystemId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select system_identifier::text id from pg_control_system()',
  )
  return rows[0]?.id ?? ''
}

async function stopBackup(
  client: pg.Client,
): Promise<{ readonly label: string; readonly startSegment: string; readonly stoppedAt: Date }> {
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)')
  const label = rows[0]?.labelfile ?? ''
  const [, startSegment] = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label) ?? []
  if (startSegment === undefined) throw new Error('PostgreSQL did not say where the base backup begins.')
  const { rows: clock } = await client.query<{ now: Date }>('select clock_timestamp() now')
  return { label, startSegment, stoppedAt: clock[0]?.now ?? new Date() }
}
