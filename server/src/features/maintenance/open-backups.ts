import { BackupError } from '../../ground/backup/backup-error.ts'
import type { BackupPlace } from '../../ground/backup/backup-place.ts'
import { isPlace, openBackupPlace } from '../../ground/backup/open-backup-place.ts'
import { selectHadBackup } from '../../ground/maintenance/runs.sql.ts'
import type { Services } from '../../ground/services.ts'
import type { BackupSettings } from '../../ground/settings/backup-settings.ts'

/** A folder that held backups and holds none is a disk that is not there: nothing is written in its place. */
export async function openBackups(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  backup: BackupSettings,
): Promise<BackupPlace> {
  const { place, address } = backup
  if (!(await isPlace(address)) && (await selectHadBackup(database, place)))
    throw new BackupError('backup_location_empty', { place })
  return openBackupPlace(backup, settings.dataFolder, true)
}
