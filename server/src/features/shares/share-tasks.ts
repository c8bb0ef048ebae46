import type { Tasks } from '../../ground/jobs/task.ts'
import { deleteOldVisits } from '../../access/audit/visits.sql.ts'

/** Work on shares: `sweep-shares`, every day: forgets visits and ended shares of more than 90 days ago. */
export const shareTasks: Tasks = {
  'sweep-shares': { crontab: '17 4 * * *', run: async ({ database }) => deleteOldVisits(database) },
}
