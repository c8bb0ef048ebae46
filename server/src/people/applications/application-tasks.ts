import type { Tasks } from '../../ground/jobs/task.ts'
import { deleteOldCalls } from './calls.sql.ts'
import { deleteOldMinutes } from './minute-count.sql.ts'
import { notifyOfKeyEnds } from './notify-of-key-ends.ts'

/**
 * `tell-key-ends`, every night: notifies administrators of keys that end soon. `keep-application-calls`,
 * every night: forgets the counts of days that are no longer shown, and of minutes.
 */
export const applicationTasks: Tasks = {
  'tell-key-ends': { crontab: '45 3 * * *', run: async ({ database }) => notifyOfKeyEnds(database) },
  'keep-application-calls': {
    crontab: '29 2 * * *',
    run: async ({ database }) => {
      await deleteOldCalls(database)
      await deleteOldMinutes(database)
    },
  },
}
