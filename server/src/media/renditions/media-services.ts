import { join } from 'node:path'
import type { Services } from '../../ground/services.ts'
import { createLimit, type Limit } from '../../ground/create-limit.ts'
import { createMediaWorkers, type MediaWorkers } from '../media-workers.ts'
import { describeWeakness } from '../sandbox.ts'
import type { RenditionRow } from './renditions.sql.ts'

/** Each rendition in the making holds a connection with its lock: films must not take them all. */
export interface RenditionQueue {
  readonly making: Map<string, Promise<RenditionRow>>
  readonly pictures: Limit
  readonly films: Limit
  readonly rungs: Limit
}

declare module '../../ground/services.ts' {
  interface Services {
    /** Shared by requests and jobs; they start at the first need. */
    readonly mediaWorkers: MediaWorkers
    readonly renditionQueue: RenditionQueue
  }
}

const maxWaiting = 1000

/** Creates the media workers of a server, and what waits for them. */
export function createMediaServices({
  settings,
  log,
  metrics,
  tracing,
}: Pick<Services, 'settings' | 'log' | 'metrics' | 'tracing'>): Pick<
  Services,
  'mediaWorkers' | 'renditionQueue'
> {
  const mediaWorkers = createMediaWorkers({
    folder: join(settings.dataFolder, 'decoding'),
    ...(settings.decodersAtOnce !== undefined && { size: settings.decodersAtOnce }),
    metrics,
    tracing,
    onSandbox: (sandbox) => {
      const weakness = describeWeakness(sandbox)
      if (weakness !== null) log.warn({ from: 'media' }, weakness)
    },
  })
  const renditionQueue = {
    making: new Map<string, Promise<RenditionRow>>(),
    pictures: createLimit(4, maxWaiting),
    films: createLimit(2, maxWaiting),
    rungs: createLimit(1, maxWaiting),
  }
  return { mediaWorkers, renditionQueue }
}
