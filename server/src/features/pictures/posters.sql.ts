import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Media } from '../../model/variations/find-media.ts'

type FileOf = Pick<Media, 'resource' | 'id' | 'sha256'>

/** The place that was chosen of this file of an entity, as `recipeAt` takes it; null where none was. */
export async function selectPlace(
  database: Database,
  { resource, id, sha256 }: FileOf,
): Promise<number | null> {
  const row = await database
    .selectFrom('poster')
    .select('place')
    .where('resource', '=', resource)
    .where('id', '=', id)
    .where('file_sha256', '=', sha256)
    .executeTakeFirst()
  return row?.place ?? null
}

/** Keeps it while the entity has this file; false where that has changed. */
export async function upsertPlace(
  database: Database,
  { resource, id, sha256 }: FileOf,
  place: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into poster (resource, id, file_sha256, place)
    select f.resource, f.id, f.sha256, ${place} from entity_file f
    where f.resource = ${resource} and f.id = ${id} and f.sha256 = ${sha256} for share
    on conflict (resource, id, file_sha256) do update set place = excluded.place returning id
  `.execute(database)
  return rows.length > 0
}

export async function deletePlace(database: Database, { resource, id, sha256 }: FileOf): Promise<void> {
  await database
    .deleteFrom('poster')
    .where('resource', '=', resource)
    .where('id', '=', id)
    .where('file_sha256', '=', sha256)
    .execute()
}
