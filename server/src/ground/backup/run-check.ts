import { keepRun, type RunEnd } from '../maintenance/keep-run.ts'
import { BackupError } from './backup-error.ts'
import type { BackupPlace } from './backup-place.ts'
import { checkBackup, type BackupFault, type CheckOptions, type CheckProgress } from './check-backup.ts'

export interface CheckRun extends CheckOptions {
  /** Of the database beside which the backup's is made. */
  readonly url: string
  /** As it is shown. */
  readonly place: string
  readonly openPlace: () => Promise<BackupPlace>
  /** The newest by default. */
  readonly name?: string | undefined
}

export interface CheckedBackup extends RunEnd {
  readonly backup: string
  readonly progress: CheckProgress
  readonly faults: readonly BackupFault[]
}

/**
 * Checks a backup, as {@link checkBackup}, and keeps in the library what it came to.
 * @throws RunUnderway; LibraryError where there is no backup; as {@link checkBackup} does
 */
export function runCheck({
  url,
  place,
  openPlace,
  name,
  sample,
  signal,
  onProgress = () => {},
}: CheckRun): Promise<CheckedBackup> {
  return keepRun({ url, kind: 'check', place, signal }, async (report) => {
    const opened = await openPlace()
    const backup = name ?? (await opened.list()).at(-1)
    if (backup === undefined) throw new BackupError('no_backup_yet')
    const manifest = await opened.read(backup)
    const all = { allFiles: manifest.files.count, allTables: manifest.tables.length }
    report(all)
    const { progress, faults } = await checkBackup(opened, manifest, url, {
      sample,
      signal,
      onProgress: (now) => {
        report({ ...now, ...all })
        onProgress(now)
      },
    })
    return {
      outcome: faults.length === 0 ? 'done' : 'faults',
      backup,
      progress,
      faults,
      figures: { ...progress, ...all, missing: faults.length },
    }
  })
}
