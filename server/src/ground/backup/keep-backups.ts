import { readFileList } from './file-list.ts'
import type { BackupPlace } from './backup-place.ts'

/** What a backup that is being made may have stored and no manifest names yet stays for a day. */
const graceMs = 86_400_000

/**
 * Deletes all backups but the newest `count`, and what none of those needs.
 * @returns the names of those that were deleted, and how many stored files
 * @throws LibraryError where a backup that stays cannot be read: nothing of what it may need is deleted
 */
export async function keepBackups(
  place: BackupPlace,
  count: number,
  { unusedForMs = graceMs }: { readonly unusedForMs?: number } = {},
): Promise<{ readonly deleted: readonly string[]; readonly files: number }> {
  const names = await place.list()
  const deleted = names.slice(0, Math.max(0, names.length - count))
  if (deleted.length === 0) return { deleted, files: 0 }
  const needed = new Set<string>()
  for (const name of names.slice(deleted.length)) {
    const { tables, files, secrets } = await place.read(name)
    for (const { sha256 } of [...tables, files, ...(secrets ? [secrets] : [])]) needed.add(sha256)
    for await (const { sha256 } of readFileList(place.blobs, files)) needed.add(sha256)
  }
  for (const name of deleted) await place.remove(name)
  return { deleted, files: await place.removeOthers(needed, unusedForMs) }
}
