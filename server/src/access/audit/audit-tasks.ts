import type { Tasks } from '../../ground/jobs/task.ts'
import { deleteOldAudit } from './audit.sql.ts'

/** `forget-audit`, every hour: forgets entries of the audit log that are older than the settings say. */
export const auditTasks: Tasks = {
  'forget-audit': {
    crontab: '43 * * * *',
    run: async ({ database, settings }, _payload, signal) => {
      while (!signal.aborted && (await deleteOldAudit(database, settings.auditDays)) > 0);
    },
  },
}
