import type { Routes } from '../../access/handler.ts'
import { getMaintenance } from './get-maintenance.ts'
import { startBackup, startBackupCheck } from './start-backup.ts'

/** The handlers of the calls about backups. */
export const maintenanceRoutes: Routes<'getMaintenance' | 'startBackup' | 'startBackupCheck'> = {
  getMaintenance,
  startBackup,
  startBackupCheck,
}
