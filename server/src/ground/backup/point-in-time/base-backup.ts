import { z } from 'zod'
import { namesIn, type BackupPlace } from '../backup-place.ts'
import { BackupName, parseNamed, Sha256, StoredFile, StoredList } from '../manifest.ts'
import { positionOf, readSegments, type StoredSegment } from './segments.ts'

const Moment = z.iso.datetime().transform((text) => new Date(text))

/** A base backup: the files of a database cluster, which the log from its start on makes whole. */
export const BaseBackup = z
  .object({
    format: z.literal(1),
    /** The moment at which it began. */
    name: BackupName,
    /** Of the cluster, as PostgreSQL numbers them; the log is kept under it. */
    systemId: z.string().regex(/^\d{1,20}$/),
    /** The segment of the log that it begins in. */
    startSegment: z.string().regex(/^[0-9A-F]{24}$/),
    /** Every file of the library that came before was looked for, by the clock of the database. */
    startedAt: Moment,
    /** From this moment on it brings back any, by the clock of the database. */
    stoppedAt: Moment,
    /** What PostgreSQL wants to find as `backup_label`. */
    label: z.string(),
    /** Folders and files of the cluster: lines as `readCluster` reads them. */
    cluster: StoredList,
    /** Files of the library when it began: lines of hash and size. */
    files: StoredList,
    /** Hashes of files that the library did not hold, or not whole. */
    missing: z.array(Sha256),
    /** The file `secrets.json`, not compressed; null where there was none. */
    secrets: StoredFile.nullable(),
  })
  .transform((base, context) => {
    const start = positionOf(base.startSegment)
    if (start) return { ...base, start }
    context.addIssue('no segment of a log')
    return z.NEVER
  })
export type BaseBackup = z.output<typeof BaseBackup>

const bases = 'bases'
const pathOf = (name: string): string => `${bases}/${name}.json`

/** The base backups of a place, the oldest first. @throws LibraryError where one cannot be read */
export async function listBases({ documents }: BackupPlace): Promise<BaseBackup[]> {
  const names = namesIn(await documents.list(bases))
  return Promise.all(
    names.map(async (name) => parseNamed(BaseBackup, name, (await documents.read(pathOf(name)))?.toString())),
  )
}

export function writeBase({ documents }: BackupPlace, base: z.input<typeof BaseBackup>): Promise<void> {
  return documents.write(pathOf(base.name), Buffer.from(JSON.stringify(base)))
}

export function removeBase({ documents }: BackupPlace, name: string): Promise<void> {
  return documents.remove(pathOf(name))
}

/** Where a place keeps the log of a cluster. */
export const logFolderOf = (systemId: string): string => `wal/${systemId}`

/** The log of a cluster, as far as a place has it. */
export async function listSegments({ documents }: BackupPlace, systemId: string): Promise<StoredSegment[]> {
  return readSegments(await documents.list(logFolderOf(systemId)))
}
