import { openBackupPlace } from '../../ground/backup/open-backup-place.ts'
import { noteBackup } from '../../ground/backup/last-backup.ts'
import { runBackup } from '../../ground/backup/run-backup.ts'
import { runCheck } from '../../ground/backup/run-check.ts'
import type { LimitedTask, RecurringTask, Tasks } from '../../ground/jobs/task.ts'
import { RunUnderway } from '../../ground/maintenance/keep-run.ts'
import { runTask } from '../../ground/maintenance/run-task.ts'
import type { Crontab } from '../../ground/settings/crontab.ts'
import { verifyCrontab } from '../../ground/maintenance/read-standing.ts'
import type { Services } from '../../ground/services.ts'
import { readSecretsFile } from '../../ground/settings/secrets.ts'
import { verifyPart } from '../../media/renditions/verify-part.ts'
import { openBackups } from './open-backups.ts'

/** Of all files of a backup, how many a check that nobody asked for reads: within an hour, as a rule. */
const checkedFiles = { files: 500, bytes: 20e9 }

/**
 * Work that looks after a library:
 * - `verify-files`, every ten minutes: reads some of all files, a round in the days of the settings;
 *
 * and on servers whose settings say where backups go:
 * - `back-up`, by the schedule of the settings, or when somebody asks;
 * - `check-backup`, too: restores the newest one beside the library, and reads some of its files.
 *
 * @param url of the database that gives sessions
 */
export function createMaintenanceTasks(url: string, settings: Services['settings']): Tasks {
  return { ...backupTasks(url, settings), ...verifyTasks(url, settings) }
}

function verifyTasks(
  url: string,
  { verifyDays: days, verifyMaxBytes: maxBytesPerSecond }: Services['settings'],
): Tasks {
  if (days === 0) return {}
  return {
    [runTask.verify]: once(verifyCrontab, (services, signal) =>
      verifyPart(services, { url, days, maxBytesPerSecond, signal }),
    ),
  }
}

function backupTasks(url: string, { backup }: Services['settings']): Tasks {
  if (!backup) return {}
  return {
    [runTask.backup]: once(backup.at, async (services, signal) => {
      const { blobs, settings } = services
      const { outcome } = await runBackup(
        { url, blobs, secrets: await readSecretsFile(settings) },
        { place: backup.place, openPlace: () => openBackups(services, backup), keep: backup.keep, signal },
      )
      // For who asks before an upgrade; the backup is there without it.
      const made = { at: new Date().toISOString(), place: backup.place, isWhole: outcome === 'done' }
      await noteBackup(settings.dataFolder, made).catch((error: Error) =>
        services.log.warn({ message: error.message }, 'a backup could not be noted in the data folder'),
      )
    }),
    [runTask.check]: once(backup.checkAt, async ({ settings }, signal) => {
      const { place } = backup
      const open = () => openBackupPlace(backup, settings.dataFolder, false)
      await runCheck({ url, place, openPlace: open, sample: checkedFiles, signal })
    }),
  }
}

/**
 * What is tried once, and again at its next time: the library keeps why it failed. Where another process is
 * at the same, there is nothing to do.
 */
function once(
  at: Crontab | undefined,
  run: (services: Services, signal: AbortSignal) => Promise<void>,
): LimitedTask & Partial<RecurringTask> {
  return {
    ...(at && { crontab: at.text }),
    maxAttempts: 1,
    giveUp: async () => {},
    run: async (services, _payload, signal) => {
      try {
        await run(services, signal)
      } catch (error) {
        if (!(error instanceof RunUnderway)) throw error
        services.log.info({}, error.message)
      }
    },
  }
}
