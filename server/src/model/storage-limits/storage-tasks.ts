import type { Tasks } from '../../ground/jobs/task.ts'
import { addUpStorage, recountStorage } from './storage-limits.sql.ts'

/**
 * `add-up-storage`, every five minutes: what people's files take becomes one row each. `recount-storage`,
 * every night: it is compared with the files there are.
 */
export const storageTasks: Tasks = {
  'add-up-storage': { crontab: '*/5 * * * *', run: ({ database }) => addUpStorage(database) },
  'recount-storage': {
    crontab: '50 3 * * *',
    run: async ({ database, log }) => {
      const corrected = await recountStorage(database)
      if (corrected > 0)
        log.warn({ corrected }, 'The storage counts of some people were wrong and have been corrected')
    },
  },
}
