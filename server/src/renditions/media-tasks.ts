import { isApiError } from '@cartouche/contract'
import { z } from 'zod'
import type { Tasks } from '../jobs/task.ts'
import { ensureRendition } from './ensure-rendition.ts'
import { sweepBlobs } from './sweep-blobs.ts'

const RenditionsPayload = z.object({ sha256: z.string(), names: z.array(z.string()) })

/**
 * Work on renditions and blobs:
 * - `make-renditions` {sha256, names}: makes what is missing before somebody asks; what cannot be made has its reason kept.
 * - `sweep-blobs`, every night: deletes bytes that nothing refers to any more.
 */
export const mediaTasks: Tasks = {
  'make-renditions': async (services, payload, signal) => {
    const { sha256, names } = RenditionsPayload.parse(payload)
    for (const name of names) {
      signal.throwIfAborted()
      await ensureRendition(services, sha256, name).catch((error: unknown) => {
        if (!isApiError(error)) throw error
      })
    }
  },
  'sweep-blobs': { crontab: '40 3 * * *', run: async (services) => { await sweepBlobs(services) } },
}
