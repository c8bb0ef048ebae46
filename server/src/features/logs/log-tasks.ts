import type { Tasks } from '../../ground/jobs/task.ts'
import { deleteOldLogs } from './logs.sql.ts'

/** `sweep-logs`, every hour: forgets messages of clients that are too old or too many. */
export const logTasks: Tasks = {
  'sweep-logs': {
    crontab: '37 * * * *',
    run: async ({ database }, _payload, signal) => {
      while (!signal.aborted && (await deleteOldLogs(database)) > 0);
    },
  },
}
