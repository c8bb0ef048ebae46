import { isPlace } from '../../ground/backup/open-backup-place.ts'
import { startWalArchive, type WalArchive } from '../../ground/backup/point-in-time/wal-archive.ts'
import type { EmbeddedPostgres } from '../../ground/database/embedded-postgres.ts'
import type { Services } from '../../ground/services.ts'
import { readSecretsFile } from '../../ground/settings/secrets.ts'
import { openBackups } from './open-backups.ts'

declare module '../../ground/services.ts' {
  interface Services {
    /** Where the database is the server's own, and backups go somewhere. */
    readonly walArchive?: WalArchive
  }
}

/** Stores the log of the database where backups go, where PostgreSQL puts it aside for that. */
export function archiveLog(
  { url, clusterFolder, spoolFolder }: EmbeddedPostgres,
  { database, settings, blobs, log }: Pick<Services, 'database' | 'settings' | 'blobs' | 'log'>,
): WalArchive | undefined {
  const { backup } = settings
  if (spoolFolder === undefined || !backup) return undefined
  return startWalArchive(
    { url, clusterFolder, spoolFolder, blobs, readSecrets: () => readSecretsFile(settings) },
    {
      log,
      openPlace: () => openBackups({ database, settings }, backup),
      isThere: () => isPlace(backup.address),
    },
  )
}
