import type { OnDemandCount } from '../../access/count-on-demand.ts'
import { join } from 'node:path'
import { createCache, type Cache } from '../../ground/cache.ts'
import { createLimit, type Limit } from '../../ground/create-limit.ts'
import { createFileCache, type FileCache } from '../../ground/file-cache.ts'
import { createRateLimit } from '../../ground/rate-limit.ts'
import type { Services } from '../../ground/services.ts'
import { measureMachine, sizeDecoders } from '../../ground/settings/machine-size.ts'
import type { RenditionError } from '../../media/rendition-error.ts'

/** A clip that is being made. */
export interface ClipWork {
  readonly done: Promise<void>
  readonly cancel: AbortController
  /** How much of it is done, from 0 to 1; null before that is known. */
  share: number | null
  /** Requests that wait for it now. */
  waiting: number
  /** Ends it, unless somebody asks again. */
  ends: NodeJS.Timeout | undefined
}

/** Parts of films that are made on demand, on this server: others make and keep their own. */
export interface ClipServices {
  readonly files: FileCache
  /** By key: however many ask for a clip at once, it is made once. */
  readonly making: Map<string, ClipWork>
  /** By key: what could not be made is not tried again at once. */
  readonly failures: Cache<string, RenditionError>
  readonly queue: Limit
  /** @throws too_many_guesses where a caller had too many clips made within a minute */
  readonly count: OnDemandCount
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly clips: ClipServices
  }
}

/** As of pictures on demand. @source decisions 0202, 0235 */
const maxAgeMs = 30 * 86_400_000
const failureMs = 10 * 60_000
const maxWaiting = 20

/** How many clips a caller may have made in a minute; those that are kept cost nothing. */
export const clipsPerMinute = { signedIn: 30, link: 10 } as const

/** Creates what makes and keeps clips. As many are made at once as decoders take films. */
export function createClipServices({ settings }: Pick<Services, 'settings'>): ClipServices {
  const decoders = settings.decodersAtOnce ?? sizeDecoders(measureMachine())
  return {
    files: createFileCache(join(settings.dataFolder, 'clips'), {
      maxBytes: settings.clipsMaxBytes,
      maxAgeMs,
    }),
    making: new Map(),
    failures: createCache({ max: 1000, maxAgeMs: failureMs }),
    queue: createLimit(Math.max(1, decoders - 1), maxWaiting),
    count: { signedIn: createRateLimit(clipsPerMinute.signedIn), link: createRateLimit(clipsPerMinute.link) },
  }
}
