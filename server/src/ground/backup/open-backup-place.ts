import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupAddress } from '../settings/backup-settings.ts'
import { openFolderPlace, openS3Place, type BackupPlace } from './backup-place.ts'

/**
 * The place of backups at an address. What a bucket needs on this machine's disk lies in the data folder.
 * @throws Error where it cannot be opened
 */
export function openBackupPlace(address: BackupAddress, dataFolder: string): Promise<BackupPlace> {
  return address.kind === 'folder'
    ? openFolderPlace(address.folder)
    : openS3Place(address, join(dataFolder, 'scratch'))
}

/** Whether a place is there and was one before: a disk that is not mounted is an empty folder. */
export async function isPlace(address: BackupAddress): Promise<boolean> {
  if (address.kind === 's3') return true
  return stat(join(address.folder, 'backups')).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}
