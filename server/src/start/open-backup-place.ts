import { join, resolve } from 'node:path'
import { openFolderPlace, openS3Place, type BackupPlace } from '../ground/backup/backup-place.ts'
import { readSettings } from '../ground/settings/settings.ts'

/**
 * The place of backups that somebody names: a folder, or a bucket as `s3://bucket/prefix`, with the keys that
 * the environment gives.
 * @throws SettingsError; Error where it cannot be opened
 */
export function openBackupPlace(place: string): Promise<BackupPlace> {
  if (!place.startsWith('s3://')) return openFolderPlace(resolve(place))
  const settings = readSettings({ ...process.env, CARTOUCHE_BLOBS: place, CARTOUCHE_DEMO: '0' })
  if (settings.blobs.kind === 'folder') throw new Error(`${place} is no bucket.`)
  return openS3Place(settings.blobs, join(settings.dataFolder, 'scratch'))
}
