import { join } from 'node:path'
import type { Services } from '../../ground/services.ts'
import type { Database } from '../../ground/database/database.ts'
import { createMediaWorkers, type MediaWorkers } from '../media-workers.ts'
import { describeWeakness } from '../sandbox.ts'

const started = new WeakMap<Database, MediaWorkers>()

/** The media workers of a server, shared by requests and jobs; they start at the first need. */
export function mediaWorkersOf({
  database,
  settings,
  log,
}: Pick<Services, 'database' | 'settings' | 'log'>): MediaWorkers {
  const known = started.get(database)
  if (known) return known
  const workers = createMediaWorkers({
    folder: join(settings.dataFolder, 'decoding'),
    onSandbox: (sandbox) => {
      const weakness = describeWeakness(sandbox)
      if (weakness !== null) log.warn({ from: 'media' }, weakness)
    },
  })
  started.set(database, workers)
  return workers
}

/** Ends the media workers of a server that stops. */
export async function closeMediaWorkers(services: Pick<Services, 'database'>): Promise<void> {
  const workers = started.get(services.database)
  started.delete(services.database)
  await workers?.close()
}
