import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { to as copyTo } from 'pg-copy-streams'
import type { BlobStore, HeldBlob } from '../../blobs/blob-store.ts'
import { copyBlobs, type Uncopied } from '../../blobs/copy-blobs.ts'
import { LibraryError } from '../../database/find-database.ts'
import { LogEnded, recoverCluster, type RecoveredCluster } from '../../database/recover-cluster.ts'
import type { BackupPlace } from '../backup-place.ts'
import { connectForCopy } from '../connect.ts'
import { fileListQuery, readFileLine } from '../file-list.ts'
import { freeJobs } from '../restore-tables.ts'
import { listBases, listSegments, type BaseBackup } from './base-backup.ts'
import { unpackCluster } from './cluster-files.ts'
import { reachOf, type Reach, type StoredSegment } from './segments.ts'
import { serveLog } from './serve-log.ts'

export interface RecoverProgress {
  /** Bytes of the base backup, files of the log, files of the library and their bytes. */
  clusterBytes: number
  segments: number
  files: number
  bytes: number
}

export interface RecoverTarget {
  readonly dataFolder: string
  readonly blobs: BlobStore
  readonly keepSecrets: (secrets: Buffer) => Promise<void>
}

/** What brings back any of some moments: a database's log, and the base backups before it. */
export interface StoredLog {
  readonly systemId: string
  readonly segments: readonly StoredSegment[]
  readonly reach: Reach<BaseBackup>
}

/** The logs of a place, of each database that stored one there; the one that goes on last is the last. */
export async function listLogs(place: BackupPlace): Promise<StoredLog[]> {
  const logs: StoredLog[] = []
  for (const [systemId, bases] of Map.groupBy(await listBases(place), (base) => base.systemId)) {
    const segments = await listSegments(place, systemId)
    const reach = reachOf(bases, segments)
    if (reach) logs.push({ systemId, segments, reach })
  }
  return logs.toSorted((a, b) => a.reach.until.getTime() - b.reach.until.getTime())
}

/**
 * Brings a library back as it was at a moment: the last base backup before it, the log from there to the
 * moment, and then every file that its database knows. Stopped before its end it leaves no library, and takes
 * over the files that are there when it is run again.
 * @param at undefined: the last moment that there is
 * @returns the moment that the log was asked for, and files that the place does not have, or not whole
 * @throws LibraryError where the place does not reach the moment, or there is a library already; Error of a
 * database or a store that fails; the signal's reason
 * @source decision 0242
 */
export async function recover(
  place: BackupPlace,
  at: Date | undefined,
  { dataFolder, blobs, keepSecrets }: RecoverTarget,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(progress: RecoverProgress): void },
): Promise<{ readonly progress: RecoverProgress; readonly at: Date; readonly missing: readonly Uncopied[] }> {
  const { log, base } = findBase(await listLogs(place), at)
  const progress: RecoverProgress = { clusterBytes: 0, segments: 0, files: 0, bytes: 0 }
  const run = (until: Date | undefined): Promise<RecoveredCluster> =>
    recoverCluster({
      dataFolder,
      until,
      unpack: async (folder) => {
        await unpackCluster(place, base.cluster, folder, {
          signal,
          onFile: (bytes) => {
            progress.clusterBytes += bytes
            onProgress(progress)
          },
        })
        return base.label
      },
      serveLog: (spoolFolder, done) =>
        serveLog(place, log.systemId, log.segments, {
          spoolFolder,
          done,
          signal,
          onSegment: () => {
            progress.segments += 1
            onProgress(progress)
          },
        }),
    })
  const recovered = await run(at).catch((error: unknown) => {
    // Nothing was committed between that moment and the end of the log: its end is how it was.
    if (error instanceof LogEnded) return run(undefined)
    throw error
  })
  try {
    const missing = await copyBlobs(place.blobs, blobs, listFiles(recovered.url), {
      signal,
      onCopied: ({ sizeBytes }) => {
        progress.files += 1
        progress.bytes += sizeBytes
        onProgress(progress)
      },
    })
    if (base.secrets) {
      const { sha256, sizeBytes } = base.secrets
      await keepSecrets(await buffer(place.blobs.open(sha256, { sizeBytes })))
    }
    const client = await connectForCopy(recovered.url, 'restore')
    try {
      await freeJobs(client)
    } finally {
      await client.end()
    }
    await recovered.keep()
    return { progress, at: at ?? log.reach.until, missing }
  } catch (error) {
    await recovered.giveUp()
    throw error
  }
}

/** Every file that a database knows. */
async function* listFiles(url: string): AsyncGenerator<HeldBlob> {
  const client = await connectForCopy(url, 'restore')
  try {
    const copy = client.query(copyTo(`copy (${fileListQuery}) to stdout`))
    for await (const line of createInterface({ input: copy, crlfDelay: Infinity })) yield readFileLine(line)
  } finally {
    await client.end()
  }
}

function findBase(
  logs: readonly StoredLog[],
  at: Date | undefined,
): { readonly log: StoredLog; readonly base: BaseBackup } {
  for (const log of logs.toReversed()) {
    if (at && at > log.reach.until) continue
    const base = log.reach.bases.findLast(({ stoppedAt }) => !at || stoppedAt <= at)
    if (base) return { log, base }
  }
  const reaches = logs.map(({ reach }) => describeReach(reach))
  throw new LibraryError(
    reaches.length === 0
      ? 'This location holds no log of a database: only the moments of its backups can be brought back.'
      : `This location does not reach that moment. It reaches any ${reaches.join('; and any ')}.`,
  )
}

/** As `from 2026-11-20T03:30:12.345Z to 2026-11-27T10:15:00.000Z`. */
export function describeReach({ from, until }: Reach): string {
  return `from ${from.toISOString()} to ${until.toISOString()}`
}
