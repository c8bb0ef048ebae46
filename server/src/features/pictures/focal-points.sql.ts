import type { FocalPoint } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Media } from '../../model/variations/find-media.ts'

type FileOf = Pick<Media, 'resource' | 'id' | 'sha256'>

/** What pictures of this file of an entity are cropped around; undefined where nobody set it. */
export async function selectFocalPoint(
  database: Database,
  { resource, id, sha256 }: FileOf,
): Promise<FocalPoint | undefined> {
  return database
    .selectFrom('focal_point')
    .select(['x', 'y'])
    .where('resource', '=', resource)
    .where('id', '=', id)
    .where('file_sha256', '=', sha256)
    .executeTakeFirst()
}

/** Keeps it while the entity has this file; false where that has changed. */
export async function upsertFocalPoint(
  database: Database,
  { resource, id, sha256 }: FileOf,
  { x, y }: FocalPoint,
): Promise<boolean> {
  const { rows } = await sql`
    insert into focal_point (resource, id, file_sha256, x, y)
    select f.resource, f.id, f.sha256, ${x}, ${y} from entity_file f
    where f.resource = ${resource} and f.id = ${id} and f.sha256 = ${sha256} for share
    on conflict (resource, id, file_sha256) do update set x = excluded.x, y = excluded.y returning id
  `.execute(database)
  return rows.length > 0
}

export async function deleteFocalPoint(database: Database, { resource, id, sha256 }: FileOf): Promise<void> {
  await database
    .deleteFrom('focal_point')
    .where('resource', '=', resource)
    .where('id', '=', id)
    .where('file_sha256', '=', sha256)
    .execute()
}
