import type { Tasks } from '../jobs/task.ts'
import { foldFacetDeltas } from './search.sql.ts'

/** Work of the projection's own, every minute: keeps the counts of facet values short to read. */
export const searchTasks: Tasks = {
  'fold-facet-counts': { crontab: '* * * * *', run: async ({ database }) => { await foldFacetDeltas(database) } },
}
