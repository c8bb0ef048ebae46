import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ApiError } from '@cartouche/contract'
import { to as copyTo } from 'pg-copy-streams'
import { quote, quoteTable } from './back-up-tables.ts'
import { connectForCopy } from './connect.ts'
import type { BackupBlobs } from './encryption/encrypt-blobs.ts'
import type { Manifest } from './manifest.ts'

/**
 * Compares what was restored with the backup, byte by byte by their hashes: rows lie in the order in which
 * they came. Not the queue's, whose jobs are nobody's any more.
 * @throws Error with the first table that is not as it was backed up
 */
export async function compareTables(
  url: string,
  blobs: Pick<BackupBlobs, 'open'>,
  { tables }: Pick<Manifest, 'tables'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const client = await connectForCopy(url, 'restore')
  try {
    for (const { sha256, sizeBytes, columns, ...table } of tables) {
      if (table.schema !== 'public') continue
      signal?.throwIfAborted()
      const copy = `copy ${quoteTable(table)} (${columns.map(quote).join(', ')}) to stdout`
      const back = await hashOf([client.query(copyTo(copy))])
      const there = await hashOf([blobs.open(sha256, { sizeBytes }), createGunzip()])
      if (back !== there) throw new ApiError('backup_table_damaged', { table: table.name })
    }
  } finally {
    await client.end()
  }
}

async function hashOf([source, ...through]: readonly [
  Readable,
  ...NodeJS.ReadWriteStream[],
]): Promise<string> {
  const hash = createHash('sha256')
  await pipeline([source, ...through, hash])
  return hash.digest('hex')
}
