import type { Routes } from '../../access/handler.ts'
import { getMaintenance } from './get-maintenance.ts'
import { startBackup } from './start-backup.ts'

/** The handlers of the calls about backups. */
export const maintenanceRoutes: Routes<'getMaintenance' | 'startBackup'> = { getMaintenance, startBackup }
