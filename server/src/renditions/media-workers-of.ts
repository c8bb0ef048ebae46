import type { Services } from '../access/context.ts'
import type { Database } from '../database/database.ts'
import { createMediaWorkers, type MediaWorkers } from '../media/media-workers.ts'

const started = new WeakMap<Database, MediaWorkers>()

/** The media workers of a server, shared by requests and jobs; they start at the first need. */
export function mediaWorkersOf(services: Pick<Services, 'database'>): MediaWorkers {
  const known = started.get(services.database)
  if (known) return known
  const workers = createMediaWorkers()
  started.set(services.database, workers)
  return workers
}

/** Ends the media workers of a server that stops. */
export async function closeMediaWorkers(services: Pick<Services, 'database'>): Promise<void> {
  const workers = started.get(services.database)
  started.delete(services.database)
  await workers?.close()
}
