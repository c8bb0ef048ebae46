import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { ItemSource } from './item-keys.ts'

/** What the projections of these items are made of. */
export async function selectSources(
  database: Database,
  ids: readonly number[],
): Promise<(ItemSource & { readonly id: number })[]> {
  const { rows } = await sql<ItemSource & { id: number }>`
    select id, file_name, inspection, metadata from import_item where id = any(${[...ids]}::bigint[])`.execute(
    database,
  )
  return rows
}

/** Items without a projection. */
export async function selectStaleItems(database: Database, max: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from import_item where keys is null order by id limit ${max}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Writes the projections of items. */
export async function updateProjections(
  database: Database,
  projections: readonly { readonly id: number; readonly keys: object; readonly words: readonly string[] }[],
): Promise<void> {
  await sql`
    update import_item i set keys = p.keys, words = array_to_tsvector(p.words), projection = i.projection + 1
    from jsonb_to_recordset(${JSON.stringify(projections)}::jsonb) p(id bigint, keys jsonb, words text[]) where i.id = p.id`.execute(
    database,
  )
}
