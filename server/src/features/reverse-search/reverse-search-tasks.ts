import { z } from 'zod'
import type { Services } from '../../ground/services.ts'
import type { Tasks } from '../../ground/jobs/task.ts'
import { askProviders } from './ask-providers.ts'
import { ensureFingerprint } from './ensure-fingerprint.ts'
import { findSimilar, type SimilarAsset } from './find-similar.ts'
import { selectMissing } from './fingerprints.sql.ts'
import { selectFoundAssets, settleReverseSearch } from './reverse-searches.sql.ts'

const portion = 100
const mostFindings = 500
const SearchPayload = z.object({ assetId: z.number() })

/**
 * `reverse-search` {assetId}: a search that somebody submitted.
 *
 * `make-fingerprints`, every ten minutes: makes those that are missing, of assets that were there before
 * there were fingerprints, or before those of this version; then pictures are compared.
 */
export const reverseSearchTasks: Tasks = {
  'reverse-search': {
    maxAttempts: 3,
    run: async (services, payload, signal) => {
      const { assetId } = SearchPayload.parse(payload)
      const [asset] = await selectFoundAssets(services.database, [assetId])
      if (!asset) return
      const [findings, elsewhere] = await Promise.all([
        findInLibrary(services, asset.sha256),
        askProviders(services, asset.sha256, signal),
      ])
      signal.throwIfAborted()
      await settleReverseSearch(services.database, assetId, { findings, elsewhere })
    },
    giveUp: async ({ database }, payload) => {
      const error = 'the search could not be made'
      await settleReverseSearch(database, SearchPayload.parse(payload).assetId, { error })
    },
  },
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
      await services.addJob(services.database, 'find-duplicates', {}, { key: 'find-duplicates' })
    },
  },
}

/** Of everything: the report keeps what its reader may see. */
async function findInLibrary(services: Services, sha256: string): Promise<SimilarAsset[]> {
  const fingerprint = await ensureFingerprint(services, sha256)
  return fingerprint ? findSimilar(services, fingerprint, mostFindings, async (ids) => ids) : []
}
