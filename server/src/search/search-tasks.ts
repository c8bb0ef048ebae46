import type { Services } from '../access/context.ts'
import { foldFacetDeltas } from './search.sql.ts'

/** Work of the projection's own: keeps the counts of facet values short to read. */
export const searchTasks = {
  'fold-facet-counts': async ({ database }: Services): Promise<void> => {
    await foldFacetDeltas(database)
  },
} as const
