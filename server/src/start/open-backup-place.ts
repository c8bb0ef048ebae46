import { openBackupPlace } from '../ground/backup/open-backup-place.ts'
import type { BackupPlace } from '../ground/backup/backup-place.ts'
import type { BackupSettings } from '../ground/settings/backup-settings.ts'
import { readSettings } from '../ground/settings/settings.ts'
import { UsageError } from './run-command.ts'

/** A place of backups that a command works on. */
export type NamedPlace = Pick<BackupSettings, 'place'> & {
  readonly backups: BackupPlace
  /** For how many days back the log of a database stays there, by the settings. */
  readonly walDays: number
}

/**
 * The place of backups that somebody names, a folder or a bucket as `s3://bucket/prefix`, or else the one of
 * the settings; with the keys that the environment gives.
 * @throws UsageError with `usage` where there is none; SettingsError; Error where it cannot be opened
 */
export async function openNamedPlace(
  named: string | undefined,
  usage: string,
  isForNew = false,
): Promise<NamedPlace> {
  const given = named === undefined ? {} : { CARTOUCHE_BACKUP_TO: named }
  const { backup, dataFolder } = readSettings({ ...process.env, ...given, CARTOUCHE_DEMO: '0' })
  if (!backup) throw new UsageError(usage)
  const backups = await openBackupPlace(backup, dataFolder, isForNew)
  return { place: backup.place, backups, walDays: backup.keep.walDays }
}
