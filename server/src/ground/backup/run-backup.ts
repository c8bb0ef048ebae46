import { keepRun, type RunEnd } from '../maintenance/keep-run.ts'
import { backUp, type BackupProgress, type BackupSource } from './back-up.ts'
import type { BackupPlace } from './backup-place.ts'
import { keepBackups, type KeptBackups } from './keep-backups.ts'
import type { Uncopied } from '../blobs/copy-blobs.ts'

export interface BackupRun {
  /** As it is shown. */
  readonly place: string
  /** Opens it; what stands in the way there is kept as why the run failed. */
  readonly openPlace: () => Promise<BackupPlace>
  /** What stays afterwards, where this one is whole; everything without it. */
  readonly keep?: KeptBackups | undefined
  readonly signal?: AbortSignal | undefined
  onProgress?(progress: BackupProgress): void
}

export interface MadeBackup extends RunEnd {
  readonly backup: string
  readonly progress: BackupProgress
  /** What the library did not have, or not whole. */
  readonly missing: readonly Uncopied[]
}

/**
 * Makes a backup, as {@link backUp}, and keeps in the library what it came to: what the schedule, a person
 * and `npm run backup` do.
 * @throws RunUnderway; as {@link backUp} does
 */
export function runBackup(
  source: BackupSource,
  { place, openPlace, keep, signal, onProgress = () => {} }: BackupRun,
): Promise<MadeBackup> {
  return keepRun({ url: source.url, kind: 'backup', place, signal }, async (report) => {
    const opened = await openPlace()
    const { manifest, progress, missing } = await backUp(source, opened, {
      ...(signal && { signal }),
      onProgress: (now) => {
        report({ ...now })
        onProgress(now)
      },
    })
    // An older one may be the only whole one.
    const error = missing.length === 0 && keep !== undefined ? await deleteOld(opened, keep) : undefined
    return {
      outcome: missing.length === 0 ? 'done' : 'faults',
      backup: manifest.name,
      progress,
      missing,
      figures: { ...progress, missing: missing.length },
      faults: missing,
      error,
    }
  })
}

/** The backup is there, whatever becomes of older ones. */
async function deleteOld(place: BackupPlace, keep: KeptBackups): Promise<Error | undefined> {
  return keepBackups(place, keep).then(
    () => undefined,
    (error: Error) => error,
  )
}
