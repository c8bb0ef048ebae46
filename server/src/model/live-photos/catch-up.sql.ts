import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** A file that may be part of a Live Photo, whose identifier was never read. */
export interface UnreadFile {
  readonly id: number
  readonly sha256: string
  readonly fileName: string
}

/** Up to here assets are looked at; undefined where all were. */
export async function selectCatchUp(
  database: Database,
): Promise<{ readonly lastId: number; readonly untilId: number } | undefined> {
  const { rows } = await sql<{ lastId: number; untilId: number }>`
    select last_id "lastId", until_id "untilId" from live_photo_catch_up where last_id < until_id`.execute(
    database,
  )
  return rows[0]
}

export async function updateCatchUp(database: Database, lastId: number): Promise<void> {
  await sql`update live_photo_catch_up set last_id = greatest(last_id, ${lastId}::bigint)`.execute(database)
}

/**
 * The next files after an asset that iPhones may have made, in the order of the assets' ids; films of more
 * than a minute are none.
 */
export async function selectUnread(
  database: Database,
  { after, untilId, max }: { readonly after: number; readonly untilId: number; readonly max: number },
): Promise<UnreadFile[]> {
  const { rows } = await sql<UnreadFile>`
    select e.id, f.sha256, f.file_name "fileName" from entity e join entity_file f on f.resource = e.resource and f.id = e.id
    where e.resource = 'asset' and e.id > ${after} and e.id <= ${untilId} and e.props -> 'metadata.livephoto' is null
      and (f.media_type in ('image/jpeg', 'image/heic', 'image/heif')
        or f.media_type = 'video/quicktime' and case when jsonb_typeof(e.props -> 'duration') = 'number' then (e.props ->> 'duration')::float8 <= 60 else true end)
    order by e.id limit ${max}`.execute(database)
  return rows
}

/**
 * Keeps the identifier of a file that an asset has still. Its version stays, so that whoever edits it has no
 * conflict.
 */
export async function updateIdentifier(
  database: Database,
  { id, sha256 }: UnreadFile,
  identifier: string,
): Promise<boolean> {
  const { rows } = await sql`
    update entity e set props = e.props || jsonb_build_object('metadata.livephoto', ${identifier}::text)
    from entity_file f where e.resource = 'asset' and e.id = ${id} and f.resource = e.resource and f.id = e.id and f.sha256 = ${sha256}
    returning e.id`.execute(database)
  return rows.length > 0
}
