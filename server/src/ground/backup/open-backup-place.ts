import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupAddress, BackupSettings } from '../settings/backup-settings.ts'
import { openFolderPlace, openS3Place, type BackupPlace } from './backup-place.ts'

/**
 * The backup location that settings name. What a bucket needs on this machine's disk lies in the data
 * folder.
 * @param isForNew whether backups are going to be made there, not only read
 * @throws LibraryError where the key is not the one of what is there; Error where it cannot be opened
 */
export function openBackupPlace(
  { address, passphrase }: Pick<BackupSettings, 'address' | 'passphrase'>,
  dataFolder: string,
  isForNew: boolean,
): Promise<BackupPlace> {
  const key = passphrase === undefined ? undefined : { passphrase, isForNew }
  return address.kind === 'folder'
    ? openFolderPlace(address.folder, key)
    : openS3Place(address, join(dataFolder, 'scratch'), key)
}

/** Whether a place is there and was one before: a disk that is not mounted is an empty folder. */
export async function isPlace(address: BackupAddress): Promise<boolean> {
  if (address.kind === 's3') return true
  return stat(join(address.folder, 'backups')).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}
