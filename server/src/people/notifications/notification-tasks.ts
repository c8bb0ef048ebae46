import type { Tasks } from '../../ground/jobs/task.ts'
import { forgetOldEnds } from './ends.sql.ts'
import { deleteOldNotifications } from './notifications.sql.ts'
import { notifyOfEnds } from './notify-of-ends.ts'

/**
 * Work on notifications:
 * - `tell-ends`, every night: notifies people of what of theirs ends soon.
 * - `sweep-notifications`, every night: forgets those that are older than 90 days.
 */
export const notificationTasks: Tasks = {
  'tell-ends': { crontab: '40 3 * * *', run: async ({ database }) => notifyOfEnds(database) },
  'sweep-notifications': {
    crontab: '50 3 * * *',
    run: async ({ database }, _payload, signal) => {
      await forgetOldEnds(database)
      while (!signal.aborted && (await deleteOldNotifications(database)) > 0);
    },
  },
}
