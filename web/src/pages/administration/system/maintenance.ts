import type { CallAnswer, Calls } from '@cartouche/client'

/** How backups stand, as the server tells it. */
export type Maintenance = CallAnswer<Calls['getMaintenance']>
export type Backups = Maintenance['backup']
export type Run = Backups['runs'][number]
