import { readFileList } from './file-list.ts'
import type { BackupPlace } from './backup-place.ts'
import { listBases, logFolderOf, removeBase, type BaseBackup } from './point-in-time/base-backup.ts'
import { readCluster } from './point-in-time/cluster-files.ts'
import { keptBases } from './point-in-time/kept-bases.ts'
import { positionOf } from './point-in-time/segments.ts'
import { listShipped } from './point-in-time/ship-files.ts'

/** What a backup that is being made may have stored and no manifest names yet stays for a day. */
const graceMs = 86_400_000

/** What stays in a backup location. */
export interface KeptBackups {
  /** How many backups. */
  readonly count: number
  /** For how many days back any moment can be brought back. */
  readonly walDays: number
}

/**
 * Deletes all backups but the newest `count`, base backups and the log that no moment of the last days
 * needs, and what none of those that stay needs.
 * @returns the names of the backups that were deleted, and how many stored files
 * @throws LibraryError where a backup that stays cannot be read: nothing of what it may need is deleted
 */
export async function keepBackups(
  place: BackupPlace,
  { count, walDays }: KeptBackups,
  { unusedForMs = graceMs, now = new Date() }: { readonly unusedForMs?: number; readonly now?: Date } = {},
): Promise<{ readonly deleted: readonly string[]; readonly files: number }> {
  const names = await place.list()
  const deleted = names.slice(0, Math.max(0, names.length - count))
  const allBases = await listBases(place)
  const bases = keptBases(allBases, walDays, now)
  const oldBases = allBases.filter((base) => !bases.includes(base))
  if (deleted.length === 0 && oldBases.length === 0) return { deleted, files: 0 }
  const needed = new Set<string>()
  for (const name of names.slice(deleted.length)) {
    const { tables, files, secrets } = await place.read(name)
    for (const { sha256 } of [...tables, files, ...(secrets ? [secrets] : [])]) needed.add(sha256)
    for await (const { sha256 } of readFileList(place.blobs, files)) needed.add(sha256)
  }
  for await (const sha256 of neededBy(place, bases)) needed.add(sha256)
  for (const name of deleted) await place.remove(name)
  for (const { name } of oldBases) await removeBase(place, name)
  for (const systemId of new Set(oldBases.map((base) => base.systemId))) await trimLog(place, systemId, bases)
  return { deleted, files: await place.removeOthers(needed, unusedForMs) }
}

async function* neededBy(place: BackupPlace, bases: readonly BaseBackup[]): AsyncGenerator<string> {
  for (const { cluster, files, secrets } of bases) {
    for (const { sha256 } of [cluster, files, ...(secrets ? [secrets] : [])]) yield sha256
    for await (const { sha256 } of readFileList(place.blobs, files)) yield sha256
    for await (const entry of readCluster(place, cluster)) if (entry.kind === 'pack') yield entry.sha256
  }
  for (const systemId of new Set(bases.map((base) => base.systemId)))
    for await (const { sha256 } of listShipped(place, systemId, isNeededBy(bases, systemId))) yield sha256
}

/** Deletes what lies before the first base of a log that stays, or all of it where none stays. */
async function trimLog(place: BackupPlace, systemId: string, bases: readonly BaseBackup[]): Promise<void> {
  const isNeeded = isNeededBy(bases, systemId)
  const folder = logFolderOf(systemId)
  for (const name of await place.documents.list(folder))
    if (!isNeeded(name)) await place.documents.remove(`${folder}/${name}`)
}

/** Whether a base that stays needs a file of its log, by how its name begins: from its first segment on. */
function isNeededBy(bases: readonly BaseBackup[], systemId: string): (name: string) => boolean {
  const starts = bases.filter((base) => base.systemId === systemId).map(({ start }) => start.number)
  const first = Math.min(...starts)
  return (name) => {
    const position = positionOf(name.slice(0, 24))
    // The history of a timeline says where it branched off.
    return position ? position.number >= first : starts.length > 0
  }
}
