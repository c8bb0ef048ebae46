import type { Database } from '../../ground/database/database.ts'
import { projectionOf } from './item-keys.ts'
import { selectSources, selectStaleItems, updateProjections } from './item-projections.sql.ts'

/** Items that are projected at once. */
const batchSize = 500

/**
 * Writes what items are searched by. Whoever writes metadata or an inspection calls it in the same
 * transaction.
 * @source decision 0141
 */
export async function projectItems(database: Database, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += batchSize) {
    const sources = await selectSources(database, ids.slice(at, at + batchSize))
    await updateProjections(
      database,
      sources.map((source) => ({ id: source.id, ...projectionOf(source) })),
    )
  }
}

/** Projects the items that have no projection: those of an earlier version, or that a write left without. */
export async function projectStaleItems(database: Database): Promise<void> {
  for (let ids = [0]; ids.length > 0;) {
    ids = await selectStaleItems(database, batchSize)
    await projectItems(database, ids)
  }
}
