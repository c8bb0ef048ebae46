import { z } from 'zod'
import type { Tasks } from '../../ground/jobs/task.ts'
import { deleteExpiredArchives, deleteUnusedLayouts } from './archives.sql.ts'
import { prepareArchive } from './prepare-archive.ts'

const ArchivePayload = z.object({ uuid: z.uuid() })

/**
 * Work on archives:
 * - `prepare-archive` {uuid}: makes what is missing in an archive that was given out, then makes it ready.
 * - `sweep-archives`, every hour: forgets archives whose time is over, and layouts that none has any more.
 */
export const archiveTasks: Tasks = {
  'prepare-archive': async (services, payload, signal) =>
    prepareArchive(services, ArchivePayload.parse(payload).uuid, signal),
  'sweep-archives': {
    crontab: '23 * * * *',
    run: async ({ database }) => {
      await deleteExpiredArchives(database)
      await deleteUnusedLayouts(database)
    },
  },
}
