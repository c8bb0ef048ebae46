import type { CallAnswer, Calls } from '@cartouche/client'

/** How backups and their checks stand, as the server reports it. */
export type Maintenance = CallAnswer<Calls['getMaintenance']>
/** One kind of what is run: backups, or checks. */
export type Standing = Maintenance['check']
export type Run = Standing['runs'][number]

/** Whether one is under way, or about to be. */
export function isBusy({ isQueued, runs }: Standing): boolean {
  return isQueued || runs[0]?.outcome === null
}
