import { z } from 'zod'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import type { Tasks } from '../../ground/jobs/task.ts'
import type { Schema } from '../schemas/schema.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { project } from '../search/project.ts'
import { findLivePhotos } from './catch-up.ts'
import { selectParts, updateLive, type LivePart } from './live-photos.sql.ts'
import { filmsOf } from './played-by.ts'

/**
 * - `pair-live-photos` {identifiers}: a picture is `Live` as long as the library has its film.
 * - `find-live-photos`: of assets that were there before.
 * @source decisions 0253, 0256
 */
export const livePhotoTasks: Tasks = {
  'pair-live-photos': async (services, payload, signal) => {
    const { identifiers } = z.object({ identifiers: z.array(z.string()) }).parse(payload)
    const schema = await getSchemaOf(services, 'asset')
    for (const identifier of identifiers) {
      signal.throwIfAborted()
      await withTransaction(services.database, async (transaction) => {
        const ids = await pair(transaction, schema, identifier)
        if (ids.length > 0) await services.modelHooks.afterPairing(transaction, ids)
      })
    }
  },
  'find-live-photos': findLivePhotos,
}

/** Answers all its parts, where a picture became `Live` or is none any more. */
async function pair(database: Database, schema: Schema, identifier: string): Promise<readonly number[]> {
  const parts = await selectParts(database, [identifier])
  const isLive = filmsOf(parts).length > 0
  const wrong = parts.filter((part) => isPicture(part) && part.isLive !== isLive)
  if (wrong.length === 0) return []
  const ids = wrong.map(({ id }) => id)
  await project(database, schema, await updateLive(database, identifier, ids, isLive))
  return parts.map(({ id }) => id)
}

/** A panorama stays one. */
function isPicture({ nature, isPanorama }: LivePart): boolean {
  return nature === 'IMAGE' && !isPanorama
}
