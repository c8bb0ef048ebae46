import { open, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip, gzip as gzipCallback } from 'node:zlib'
import type { StoredBlob } from '../../blobs/blob-store.ts'
import { LibraryError } from '../../database/find-database.ts'
import type { BackupPlace } from '../backup-place.ts'
import { readLines } from '../file-list.ts'
import { unlessMissing } from '../place-files.ts'
import type { BaseBackup } from './base-backup.ts'

/**
 * What PostgreSQL makes again, by its place in the cluster; folders stay, empty.
 * @source PostgreSQL, "Making a Base Backup Using the Low Level API"
 */
const emptyFolders = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const leftOut = [
  /^postmaster\.(?:pid|opts)$/,
  /^\.s\.PGSQL\./,
  /^(?:backup_label|tablespace_map)(?:\.old)?$/,
  /^backup_manifest$/,
  /^(?:recovery|standby)\.signal$/,
  /\.tmp$/,
  /^pg_internal\.init$/,
  /^pgsql_tmp/,
]
const controlFile = 'global/pg_control'

const gzipLevel = 3
/** Smaller files are stored some together: a cluster has more than a thousand that are a page or two. */
const smallBytes = 1_048_576
const packBytes = 16 * smallBytes
const gzip = promisify(gzipCallback)

interface PackedFile {
  readonly path: string
  readonly sizeBytes: number
}

/** Files of a cluster, one after the other, as they are stored; one large file, or several small ones. */
interface Pack {
  readonly kind: 'pack'
  readonly sha256: string
  readonly storedBytes: number
  readonly files: readonly PackedFile[]
}

type ClusterEntry = { readonly kind: 'folder'; readonly path: string } | Pack

export interface StoredCluster {
  readonly list: BaseBackup['cluster']
  /** Bytes that the place did not have yet, as they are stored. */
  readonly newBytes: number
}

/**
 * Stores the files of a cluster that is in use, between the start and the stop of a base backup. What changes
 * meanwhile is mended by the log.
 */
export async function storeCluster(
  folder: string,
  { blobs }: BackupPlace,
  signal: AbortSignal,
): Promise<StoredCluster> {
  const lines: string[] = []
  let [count, bytes, newBytes] = [0, 0, 0]
  let [small, smallSize]: [(PackedFile & { readonly bytes: Buffer })[], number] = [[], 0]
  const note = (stored: StoredBlob, files: readonly PackedFile[]): void => {
    if (stored.isNew) newBytes += stored.sizeBytes
    lines.push(`pack\t${stored.sha256}\t${stored.sizeBytes}`)
    for (const { path, sizeBytes } of files) {
      lines.push(`file\t${path}\t${sizeBytes}`)
      count += 1
      bytes += sizeBytes
    }
  }
  const storeSmall = async (): Promise<void> => {
    if (small.length === 0) return
    const packed = await gzip(Buffer.concat(small.map((file) => file.bytes)), { level: gzipLevel })
    note(await blobs.write(packed, { signal }), small)
    ;[small, smallSize] = [[], 0]
  }
  const store = async (path: string): Promise<void> => {
    // What is dropped meanwhile is gone.
    await using file = await open(join(folder, path)).catch(unlessMissing)
    if (!file) return
    if ((await file.stat()).size >= smallBytes) {
      const pack = createGzip({ level: gzipLevel })
      const packed = new PassThrough()
      const [, stored] = await Promise.all([
        pipeline(file.createReadStream({ autoClose: false }), pack, packed, { signal }),
        blobs.write(packed, { signal }),
      ])
      return note(stored, [{ path, sizeBytes: pack.bytesWritten }])
    }
    const content = await file.readFile()
    small.push({ path, sizeBytes: content.length, bytes: content })
    smallSize += content.length
    if (smallSize >= packBytes) await storeSmall()
  }
  for await (const { path, isFolder } of walk(folder)) {
    signal.throwIfAborted()
    if (isFolder) lines.push(`folder\t${path}`)
    else if (path !== controlFile) await store(path)
  }
  // Last: it says how far the other files are.
  await store(controlFile)
  await storeSmall()
  const list = await blobs.write(await gzip(lines.map((line) => `${line}\n`).join('')), { signal })
  return { list: { sha256: list.sha256, sizeBytes: list.sizeBytes, count, bytes }, newBytes }
}

async function* walk(
  root: string,
  below = '',
): AsyncGenerator<{ readonly path: string; readonly isFolder: boolean }> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(unlessMissing)
  for (const entry of entries ?? []) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (leftOut.some((pattern) => pattern.test(entry.name))) continue
    if (entry.isDirectory()) {
      yield { path, isFolder: true }
      if (!emptyFolders.has(path)) yield* walk(root, path)
    } else if (entry.isFile()) yield { path, isFolder: false }
  }
}

/** What a place holds of a cluster; a folder comes before what is in it. */
export async function* readCluster(
  { blobs }: BackupPlace,
  list: BaseBackup['cluster'],
): AsyncGenerator<ClusterEntry> {
  let pack: (Pack & { readonly files: PackedFile[] }) | undefined
  for await (const line of readLines(blobs, list)) {
    const [kind, first = '', second = ''] = line.split('\t')
    if (kind === 'file' && pack && isPath(first) && isSize(second)) {
      pack.files.push({ path: first, sizeBytes: Number(second) })
      continue
    }
    if (pack) yield pack
    pack = undefined
    if (kind === 'folder' && isPath(first)) yield { kind, path: first }
    else if (kind === 'pack' && /^[0-9a-f]{64}$/.test(first) && isSize(second))
      pack = { kind, sha256: first, storedBytes: Number(second), files: [] }
    else throw new LibraryError('The list of files of this base backup is damaged.')
  }
  if (pack) yield pack
}

const isSize = (text: string): boolean => /^\d{1,15}$/.test(text)

/** Whoever wrote the place may have written anything. */
const isPath = (text: string): boolean =>
  /^[\w.-]+(?:\/[\w.-]+)*$/.test(text) && !/(?:^|\/)\.\.?(?:\/|$)/.test(text)

/**
 * Writes a cluster into a folder that is there and empty. Nothing is synced: PostgreSQL syncs what it finds
 * before it recovers.
 * @source PostgreSQL, `recovery_init_sync_method`
 */
export async function unpackCluster(
  place: BackupPlace,
  list: BaseBackup['cluster'],
  folder: string,
  { signal, onFile }: { readonly signal: AbortSignal; onFile(bytes: number): void },
): Promise<void> {
  const folders: string[] = []
  const packs: Pack[] = []
  for await (const entry of readCluster(place, list))
    if (entry.kind === 'folder') folders.push(entry.path)
    else packs.push(entry)
  for (const path of folders) await mkdir(join(folder, path), { mode: 0o700 })
  for (const { sha256, storedBytes: sizeBytes, files } of packs)
    await pipeline(
      place.blobs.open(sha256, { sizeBytes }),
      createGunzip(),
      (pieces: AsyncIterable<Buffer>) => writeFiles(pieces, files, folder, onFile),
      { signal },
    )
}

/** Splits what comes into files, by their sizes. */
async function writeFiles(
  pieces: AsyncIterable<Buffer>,
  files: readonly PackedFile[],
  folder: string,
  onFile: (bytes: number) => void,
): Promise<void> {
  const source = pieces[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  for (const { path, sizeBytes } of files) {
    await using file = await open(join(folder, path), 'wx', 0o600)
    for (let left = sizeBytes; left > 0;) {
      if (rest.length === 0) {
        const next = await source.next()
        if (next.done) throw new LibraryError(`A file of this base backup is damaged: ${path}.`)
        rest = next.value
      }
      const part = rest.subarray(0, left)
      await file.writeFile(part)
      rest = rest.subarray(part.length)
      left -= part.length
    }
    onFile(sizeBytes)
  }
}
