import { open, mkdir, readdir } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip, gzip as gzipCallback } from 'node:zlib'
import type { BackupPlace } from '../backup-place.ts'
import { readLines } from '../file-list.ts'
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
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|\.s\.PGSQL\..*|backup_label(?:\.old)?|tablespace_map(?:\.old)?|backup_manifest|recovery\.signal|standby\.signal|.*\.tmp|pg_internal\.init|pgsql_tmp.*)$/
const controlFile = 'global/pg_control'

const gzipLevel = 3
const pack = promisify(gzipCallback)

type ClusterEntry =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly sha256: string; readonly storedBytes: number }

export interface CopiedCluster {
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
): Promise<CopiedCluster> {
  const lines: string[] = []
  let [count, bytes, newBytes] = [0, 0, 0]
  const store = async (path: string): Promise<void> => {
    // What is dropped meanwhile is gone.
    const file = await open(join(folder, path)).catch(unlessMissing)
    if (!file) return
    const packed = new PassThrough()
    const gzip = createGzip({ level: gzipLevel })
    const [, stored] = await Promise.all([
      pipeline(file.createReadStream(), gzip, packed, { signal }),
      blobs.write(packed, { signal }),
    ])
    count += 1
    bytes += gzip.bytesWritten
    if (stored.isNew) newBytes += stored.sizeBytes
    lines.push(`file\t${path}\t${stored.sha256}\t${stored.sizeBytes}`)
  }
  for await (const { path, isFolder } of walk(folder)) {
    signal.throwIfAborted()
    if (isFolder) lines.push(`folder\t${path}`)
    else if (path !== controlFile) await store(path)
  }
  // Last: it says how far the other files are.
  await store(controlFile)
  const list = await blobs.write(await pack(lines.map((line) => `${line}\n`).join('')), { signal })
  return { list: { sha256: list.sha256, sizeBytes: list.sizeBytes, count, bytes }, newBytes }
}

async function* walk(
  root: string,
  below = '',
): AsyncGenerator<{ readonly path: string; readonly isFolder: boolean }> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(unlessMissing)
  for (const entry of entries ?? []) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (leftOut.test(entry.name)) continue
    if (entry.isDirectory()) {
      yield { path, isFolder: true }
      if (!emptyFolders.has(path)) yield* walk(root, path)
    } else if (entry.isFile()) yield { path, isFolder: false }
  }
}

/** The hashes under which a place holds a cluster. */
export async function* readCluster(
  { blobs }: BackupPlace,
  list: BaseBackup['cluster'],
): AsyncGenerator<ClusterEntry> {
  for await (const line of readLines(blobs, list)) yield readClusterLine(line)
}

function readClusterLine(line: string): ClusterEntry {
  const [kind, path = '', sha256 = '', size = ''] = line.split('\t')
  // Whoever wrote the place may have written anything.
  const isPath = /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) && !/(?:^|\/)\.\.?(?:\/|$)/.test(path)
  if (isPath && kind === 'folder') return { kind, path }
  if (isPath && kind === 'file' && /^[0-9a-f]{64}$/.test(sha256) && /^\d{1,15}$/.test(size))
    return { kind, path, sha256, storedBytes: Number(size) }
  throw new Error('The list of files of this base backup is damaged.')
}

/** Writes a cluster into a folder that is there and empty; answers each file that was written. */
export async function unpackCluster(
  place: BackupPlace,
  list: BaseBackup['cluster'],
  folder: string,
  { signal, onFile }: { readonly signal: AbortSignal; onFile(bytes: number): void },
): Promise<void> {
  for await (const entry of readCluster(place, list)) {
    signal.throwIfAborted()
    const target = join(folder, entry.path)
    if (entry.kind === 'folder') {
      await mkdir(target, { mode: 0o700 })
      continue
    }
    const unpacked = createGunzip()
    const { sha256, storedBytes: sizeBytes } = entry
    const written = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(place.blobs.open(sha256, { sizeBytes }), unpacked, written, { signal })
    onFile(written.bytesWritten)
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
