import type { BackupPlace } from '../../ground/backup/backup-place.ts'
import { isPlace, openBackupPlace } from '../../ground/backup/open-backup-place.ts'
import { LibraryError } from '../../ground/database/find-database.ts'
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
    throw new LibraryError(
      `${place} held backups before and holds none now. Is its disk mounted? To begin there again, create a folder named "backups" in it.`,
    )
  return openBackupPlace(backup, settings.dataFolder, true)
}
