import type { Tasks } from '../../ground/jobs/task.ts'
import { sweepSearchChanges } from './search.sql.ts'

/** Work of the projection's own: takes away the changes that every server knows. */
export const searchTasks: Tasks = {
  'sweep-search-changes': {
    crontab: '*/10 * * * *',
    run: async ({ database }) => {
      await sweepSearchChanges(database)
    },
  },
}
