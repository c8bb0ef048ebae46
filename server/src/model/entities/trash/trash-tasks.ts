import type { Tasks } from '../../../ground/jobs/task.ts'
import { deleteOldTrash } from './trash.sql.ts'

const entriesAtOnce = 500

/**
 * `empty-trash`, every night: deletes permanently what was in the trash for as long as the settings say. Its
 * bytes go with `sweep-blobs`, after their own time of grace.
 */
export const trashTasks: Tasks = {
  'empty-trash': {
    crontab: '10 3 * * *',
    run: async ({ database, settings, log }, _payload, signal) => {
      let deleted = 0
      for (let some = 1; some > 0 && !signal.aborted; deleted += some)
        some = await deleteOldTrash(database, settings.trashDays, entriesAtOnce)
      if (deleted > 0) log.info({ deleted }, 'Deleted permanently what was in the trash for long enough')
    },
  },
}
