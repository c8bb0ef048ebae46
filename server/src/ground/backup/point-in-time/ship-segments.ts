import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { BackupError } from '../backup-error.ts'
import type { BackupPlace } from '../backup-place.ts'
import { logFolderOf } from './base-backup.ts'
import { archivedName, positionOf, storedNameOf, type StoredSegment } from './segments.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Files of the log that PostgreSQL has put into a folder, in its order. */
export async function listSpooled(spoolFolder: string): Promise<string[]> {
  return (await readdir(spoolFolder)).filter((name) => archivedName.test(name)).toSorted()
}

/**
 * Stores a file of the log that PostgreSQL has put into a folder, and deletes it there.
 * @param known what the place has of this log
 * @throws LibraryError where the place has another file of this name: of a copy of the library
 */
export async function shipSegment(
  spoolFolder: string,
  name: string,
  place: BackupPlace,
  systemId: string,
  known: readonly StoredSegment[],
): Promise<StoredSegment> {
  const path = join(spoolFolder, name)
  const [bytes, { mtime }] = await Promise.all([readFile(path), stat(path)])
  // A process that ended between the two may have stored it and not deleted it here.
  const before = known.find((segment) => segment.name === name)
  const folder = logFolderOf(systemId)
  const fileName = before?.fileName ?? storedNameOf(name, mtime)
  if (!before) await place.documents.write(`${folder}/${fileName}`, await pack(bytes))
  else if (!(await readSegment(place, systemId, before))?.equals(bytes))
    throw new BackupError('archived_log_differs', { file: name })
  await rm(path)
  return before ?? { fileName, name, closedAt: mtime, position: positionOf(name) }
}

/** The bytes of a file of the log; undefined where it is damaged or gone. */
export async function readSegment(
  place: BackupPlace,
  systemId: string,
  { fileName }: StoredSegment,
): Promise<Buffer | undefined> {
  const packed = await place.documents.read(`${logFolderOf(systemId)}/${fileName}`)
  return packed && unpack(packed).catch(() => undefined)
}
