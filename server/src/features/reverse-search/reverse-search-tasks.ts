import type { Tasks } from '../../ground/jobs/task.ts'
import { ensureFingerprint } from './ensure-fingerprint.ts'
import { selectMissing } from './fingerprints.sql.ts'

const portion = 100

/**
 * `make-fingerprints`, every ten minutes: makes those that are missing, of assets that were there before there
 * were fingerprints, or before those of this version.
 */
export const reverseSearchTasks: Tasks = {
  'make-fingerprints': {
    crontab: '*/10 * * * *',
    run: async (services, _payload, signal) => {
      for (let after: string | undefined = ''; after !== undefined;) {
        const missing: string[] = await selectMissing(services.database, after, portion)
        for (const sha256 of missing) {
          if (signal.aborted) return
          await ensureFingerprint(services, sha256)
        }
        after = missing.at(-1)
      }
    },
  },
}
