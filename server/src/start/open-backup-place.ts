import { isPlace, openBackupPlace } from '../ground/backup/open-backup-place.ts'
import type { BackupPlace } from '../ground/backup/backup-place.ts'
import type { BackupSettings } from '../ground/settings/backup-settings.ts'
import { readSettings } from '../ground/settings/settings.ts'
import { UsageError } from './run-command.ts'

/** A backup location that a command works on. */
export type NamedPlace = Pick<BackupSettings, 'place'> & {
  readonly backups: BackupPlace
  /** For how many days back the log of a database stays there, by the settings. */
  readonly walDays: number
}

/**
 * The backup location that somebody names, a folder or a bucket as `s3://bucket/prefix`, or else the one of
 * the settings; with the keys that the environment gives.
 * @param isForNew whether backups are going to be made there, not only read
 * @throws UsageError where none is named, or where it is only read and not there; SettingsError; Error where
 * it cannot be opened
 */
export async function openNamedPlace(
  named: string | undefined,
  usage: string,
  isForNew = false,
): Promise<NamedPlace> {
  const given = named === undefined ? {} : { CARTOUCHE_BACKUP_TO: named }
  const { backup, dataFolder } = readSettings({ ...process.env, ...given, CARTOUCHE_DEMO: '0' })
  if (!backup) throw new UsageError(usage)
  // A folder that is only read is not made: its name is mistyped, or its disk is not mounted.
  if (!isForNew && !(await isPlace(backup.address)))
    throw new UsageError(`There is no backup in ${backup.place}.`)
  const backups = await openBackupPlace(backup, dataFolder, isForNew)
  return { place: backup.place, backups, walDays: backup.keep.walDays }
}
