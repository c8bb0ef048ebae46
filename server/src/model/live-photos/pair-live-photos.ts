import { z } from 'zod'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import type { Tasks } from '../../ground/jobs/task.ts'
import type { Schema } from '../schemas/schema.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { project } from '../search/project.ts'
import { selectParts, updateLive, type LivePart } from './live-photos.sql.ts'
import { filmsOf } from './played-by.ts'

/**
 * `pair-live-photos` {identifiers}: a picture is `Live` as long as the library has its film.
 * @source decision 0253
 */
export const livePhotoTasks: Tasks = {
  'pair-live-photos': async (services, payload, signal) => {
    const { identifiers } = z.object({ identifiers: z.array(z.string()) }).parse(payload)
    const schema = await getSchemaOf(services, 'asset')
    for (const identifier of identifiers) {
      signal.throwIfAborted()
      await withTransaction(services.database, (transaction) => pair(transaction, schema, identifier))
    }
  },
}

async function pair(database: Database, schema: Schema, identifier: string): Promise<void> {
  const parts = await selectParts(database, identifier)
  const isLive = filmsOf(parts).length > 0
  const wrong = parts.filter((part) => isPicture(part) && part.isLive !== isLive)
  if (wrong.length === 0) return
  const ids = wrong.map(({ id }) => id)
  await project(database, schema, await updateLive(database, identifier, ids, isLive))
}

/** A panorama stays one. */
function isPicture({ nature, isPanorama }: LivePart): boolean {
  return nature === 'IMAGE' && !isPanorama
}
