import type { Tasks } from '../../ground/jobs/task.ts'
import { rollUpUsage } from './roll-up.sql.ts'
import { deleteOldUsage, ensureMonths } from './usage.sql.ts'

/** Months whose tables are there before their first event. */
const monthsAhead = 2

/**
 * `roll-up-usage`, every minute: counts what people did since. `keep-usage`, every night: makes the tables of
 * the months to come, and drops what is older than the settings say.
 */
export const usageTasks: Tasks = {
  'roll-up-usage': {
    crontab: '* * * * *',
    run: async ({ database }, _payload, signal) => {
      while (!signal.aborted && (await rollUpUsage(database)) > 0);
    },
  },
  'keep-usage': {
    crontab: '19 2 * * *',
    run: async ({ database, settings }) => {
      await ensureMonths(database, monthsFrom(new Date(), monthsAhead))
      await deleteOldUsage(database, settings.usageDays)
    },
  },
}

/** Names of a month and of those after it, as `2026-01`. */
export function monthsFrom(date: Date, ahead: number): string[] {
  return Array.from({ length: ahead + 1 }, (_one, index) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + index, 1)).toISOString().slice(0, 7),
  )
}
