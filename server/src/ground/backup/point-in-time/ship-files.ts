import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { BlobStore, HeldBlob } from '../../blobs/blob-store.ts'
import { blobsInUse } from '../../blobs/blobs-in-use.ts'
import { copyBlobs, eachOf, type Uncopied } from '../../blobs/copy-blobs.ts'
import type { BackupPlace } from '../backup-place.ts'
import { connectForCopy } from '../connect.ts'
import { readFileLine } from '../file-list.ts'
import { logFolderOf } from './base-backup.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)
const extension = '.files.gz'

/** Up to which moment files were stored, by the clock of the database, and what that clock said then. */
export interface FilesMark {
  /** Every file that came before is stored. */
  readonly since: Date
  readonly now: Date
  /** By a clock that nobody sets, in milliseconds. */
  readonly elapsedMs: number
}

/**
 * Stores the files that came into the library since the last time, and a list of them under the name of the
 * last segment that they belong to. Segments that were closed before are stored after it: no moment that can
 * be brought back knows of a file that the place does not have.
 * @returns the mark for the next time; files that the library did not hold, or not whole
 */
export async function shipFiles(
  { url, blobs }: { readonly url: string; readonly blobs: BlobStore },
  place: BackupPlace,
  systemId: string,
  {
    mark,
    segment,
    signal,
  }: { readonly mark: FilesMark; readonly segment: string; readonly signal: AbortSignal },
): Promise<{ readonly mark: FilesMark; readonly missing: readonly Uncopied[] }> {
  const client = await connectForCopy(url, 'backup')
  try {
    // What is copied is not swept away meanwhile.
    await client.query('select pg_advisory_lock_shared($1)', [blobsInUse])
    const next = await readMark(client)
    const { rows } = await client.query<{ sha256: string; size: string }>(
      'select sha256, size_bytes::text size from blob where created_at >= $1 order by sha256',
      [sinceOf(mark, next)],
    )
    const files = rows.map(({ sha256, size }) => ({ sha256, sizeBytes: Number(size) }))
    const copied: HeldBlob[] = []
    const missing = await copyBlobs(blobs, place.blobs, eachOf(files), {
      signal,
      onCopied: (held) => copied.push(held),
    })
    if (copied.length > 0) {
      const list = copied.map(({ sha256, sizeBytes }) => `${sha256}\t${sizeBytes}\n`).join('')
      await place.documents.write(`${logFolderOf(systemId)}/${segment}${extension}`, await pack(list))
    }
    return { mark: next, missing }
  } finally {
    await client.end()
  }
}

/** The mark of now: older than whatever is not committed yet. */
export async function readMark(client: {
  query<Row>(statement: string): Promise<{ rows: Row[] }>
}): Promise<FilesMark> {
  const { rows } = await client.query<{ since: Date; now: Date }>(
    `select clock_timestamp() now, coalesce(min(xact_start), clock_timestamp()) - interval '1 second' since
     from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  )
  const [{ since, now } = { since: new Date(0), now: new Date() }] = rows
  return { since, now, elapsedMs: performance.now() }
}

/** Where the clock was set back, what came since bears moments of before. */
export function sinceOf(mark: FilesMark, next: FilesMark): Date {
  const expectedMs = mark.now.getTime() + (next.elapsedMs - mark.elapsedMs)
  return new Date(mark.since.getTime() - Math.max(0, expectedMs - next.now.getTime()))
}

/** The files that came with the log from a segment on, as the place lists them. */
export async function* listShipped(
  { documents }: BackupPlace,
  systemId: string,
  isNeeded: (segment: string) => boolean,
): AsyncGenerator<HeldBlob> {
  const folder = logFolderOf(systemId)
  for (const name of await documents.list(folder)) {
    if (!name.endsWith(extension) || !isNeeded(name.slice(0, -extension.length))) continue
    const packed = await documents.read(`${folder}/${name}`)
    const lines = packed ? (await unpack(packed)).toString().split('\n') : []
    for (const line of lines) if (line !== '') yield readFileLine(line)
  }
}
