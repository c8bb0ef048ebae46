import { once } from 'node:events'
import { isApiError } from '@cartouche/contract'
import { z } from 'zod'
import type { Tasks } from '../../ground/jobs/task.ts'
import { recipeFor } from '../rendition-recipes.ts'
import { ensureRendition } from './ensure-rendition.ts'
import { selectRenditionSource } from './renditions.sql.ts'
import { findLadder, queueLadder } from './find-ladder.ts'
import { sweepBlobs } from './sweep-blobs.ts'

/** What plays before there are more sizes of it. */
const filmRendition = 'proxy'

const RenditionsPayload = z.object({
  sha256: z.string(),
  names: z.array(z.string()),
  place: z.number().optional(),
})

const LadderPayload = z.object({ sha256: z.string() })

/**
 * Work on renditions and blobs:
 * - `make-renditions` {sha256, names, place}: makes what is missing before somebody asks; what cannot be made
 *   has its reason kept.
 * - `make-ladder` {sha256}: makes the next size of a film that is played adaptively, and puts itself in for
 *   the one after it: between two sizes of a long film others have their turn. One that fails ends it.
 * - `sweep-blobs`, every night: deletes bytes that nothing refers to any more.
 */
export const mediaTasks: Tasks = {
  'make-renditions': {
    maxAttempts: 3,
    run: async (services, payload, signal) => {
      const { sha256, names, place = null } = RenditionsPayload.parse(payload)
      const nature =
        place === null ? undefined : (await selectRenditionSource(services.database, sha256))?.nature
      for (const name of names) {
        signal.throwIfAborted()
        const wanted = (nature && recipeFor(name, nature, place)) ?? name
        await Promise.race([ensureRendition(services, sha256, wanted), aborted(signal)]).catch(
          (error: unknown) => {
            if (!isApiError(error)) throw error
          },
        )
      }
      if (names.includes(filmRendition)) await queueLadder(services, sha256)
    },
    // Nobody waits: whoever asks for it later has it tried once more.
    giveUp: async () => {},
  },
  'make-ladder': {
    maxAttempts: 3,
    run: async (services, payload, signal) => {
      const { sha256 } = LadderPayload.parse(payload)
      const [rung, ...later] = (await findLadder(services, sha256))?.missing ?? []
      if (!rung) return
      try {
        await Promise.race([ensureRendition(services, sha256, rung), aborted(signal)])
        if (later.length > 0) await queueLadder(services, sha256)
      } catch (error) {
        if (!isApiError(error)) throw error
      }
    },
    giveUp: async () => {},
  },
  'sweep-blobs': {
    crontab: '40 3 * * *',
    run: async (services) => {
      await sweepBlobs(services)
    },
  },
}

/** The rendition itself is ended with the media workers: others may wait for it too. */
function aborted(signal: AbortSignal): Promise<never> {
  return once(signal, 'abort').then(() => {
    throw signal.reason
  })
}
