import type { OnDemandCount } from '../../access/count-on-demand.ts'
import { join } from 'node:path'
import { createAnswerCache, createCache, type AnswerCache, type Cache } from '../../ground/cache.ts'
import { createLimit, type Limit } from '../../ground/create-limit.ts'
import { createFileCache, type FileCache } from '../../ground/file-cache.ts'
import { createRateLimit } from '../../ground/rate-limit.ts'
import type { Services } from '../../ground/services.ts'
import { measureMachine, sizeDecoders } from '../../ground/settings/machine-size.ts'
import type { RenditionError } from '../../media/rendition-error.ts'
import type { PicturePlan } from './plan-picture.ts'

/** What is made on demand, on this server: others make and keep their own. */
export interface PictureServices {
  readonly files: FileCache
  /** Plans that were decided before, by caller and options. */
  readonly plans: AnswerCache<PicturePlan>
  /** By key: however many ask for a picture at once, it is made once. */
  readonly making: Map<string, Promise<void>>
  /** By key: what could not be made is not tried again at once. */
  readonly failures: Cache<string, RenditionError>
  readonly queue: Limit
  /** @throws too_many_guesses where a caller had too many pictures made within a minute */
  readonly count: OnDemandCount
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly pictures: PictureServices
  }
}

/**
 * Bytes of what was deleted are gone from here after this at the latest, and with the first request that
 * misses before.
 */
const maxAgeMs = 30 * 86_400_000
const failureMs = 10 * 60_000
const maxWaiting = 100

/** How many pictures a caller may have made in a minute; those that are kept cost nothing. */
export const picturesPerMinute = { signedIn: 240, link: 60 } as const

/** Creates what makes and keeps pictures on demand. One decoder is always left to imports. */
export function createPictureServices({
  settings,
  changes,
}: Pick<Services, 'settings' | 'changes'>): PictureServices {
  const decoders = settings.decodersAtOnce ?? sizeDecoders(measureMachine())
  return {
    files: createFileCache(join(settings.dataFolder, 'pictures'), {
      maxBytes: settings.picturesMaxBytes,
      maxAgeMs,
    }),
    plans: createAnswerCache(changes, { max: 10_000, maxAgeMs: 5000 }),
    making: new Map(),
    failures: createCache({ max: 1000, maxAgeMs: failureMs }),
    queue: createLimit(Math.max(1, decoders - 1), maxWaiting),
    count: {
      signedIn: createRateLimit(picturesPerMinute.signedIn),
      link: createRateLimit(picturesPerMinute.link),
    },
  }
}
