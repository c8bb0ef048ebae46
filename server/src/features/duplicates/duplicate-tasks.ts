import { z } from 'zod'
import { withTransaction } from '../../ground/database/database.ts'
import type { Tasks } from '../../ground/jobs/task.ts'
import { comparePictures } from './compare-pictures.ts'
import { sweepDismissals } from './duplicates.sql.ts'
import { runMerge } from './merge-assets.ts'
import { deleteOldMerges, selectMerge, settleMerge } from './merges.sql.ts'

const MergePayload = z.object({ id: z.number() })

/**
 * `find-duplicates`, every ten minutes, after `make-fingerprints`, and when somebody asks for it: compares
 * what was not compared yet.
 *
 * `merge-assets` {id}: a merge of more places than a request moves, in one transaction.
 *
 * `sweep-duplicates`, every night: forgets what is about assets that are gone.
 */
export const duplicateTasks: Tasks = {
  'find-duplicates': {
    crontab: '*/10 * * * *',
    run: ({ database }, _payload, signal) => comparePictures(database, signal),
  },
  'merge-assets': {
    maxAttempts: 5,
    run: (services, payload) =>
      withTransaction(services.database, async (transaction) => {
        const merge = await selectMerge(transaction, MergePayload.parse(payload).id, { isHeld: true })
        if (merge?.state === 'running') await runMerge({ ...services, database: transaction }, merge)
      }),
    giveUp: ({ database }, payload) => settleMerge(database, MergePayload.parse(payload).id, 'failed'),
  },
  'sweep-duplicates': {
    crontab: '40 3 * * *',
    run: async ({ database, settings }) => {
      await sweepDismissals(database)
      await deleteOldMerges(database, settings.trashDays)
    },
  },
}
