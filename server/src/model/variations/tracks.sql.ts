import { sql, type Selectable } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Tables } from '../../ground/database/tables.ts'

/** Which entity tracks belong to. */
export interface TracksOf {
  readonly resource: string
  readonly id: number
}

/** A track with the size of its text in bytes. */
export type TrackRow = Selectable<Tables['track']> & { readonly sizeBytes: number }

/** The tracks of an entity, in the order in which they came. Whoever calls decides whether it may be seen. */
export async function selectTracks(database: Database, { resource, id }: TracksOf): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    select t.*, b.size_bytes "sizeBytes" from track t join blob b using (sha256)
    where t.resource = ${resource} and t.entity_id = ${id} order by t.id
  `.execute(database)
  return rows
}
