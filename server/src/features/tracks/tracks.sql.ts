import { sql, type Insertable, type Updateable } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Tables } from '../../ground/database/tables.ts'
import type { TracksOf } from '../../model/variations/tracks.sql.ts'

/**
 * Holds an entity until the transaction ends, so that its tracks are counted one after the other; false
 * where it is gone.
 */
export async function holdTracks(database: Database, { resource, id }: TracksOf): Promise<boolean> {
  const { rows } = await sql`
    select from entity where resource = ${resource} and id = ${id} for no key update
  `.execute(database)
  return rows.length > 0
}

/** Keeps a new track. @returns its number */
export async function insertTrack(database: Database, track: Insertable<Tables['track']>): Promise<number> {
  const { id } = await database.insertInto('track').values(track).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateTrackRow(
  database: Database,
  id: number,
  change: Updateable<Tables['track']>,
): Promise<void> {
  await database.updateTable('track').set(change).where('id', '=', id).execute()
}

export async function deleteTrackRow(database: Database, id: number): Promise<void> {
  await database.deleteFrom('track').where('id', '=', id).execute()
}

/** Notes that the tracks of a file were taken; false where they were before. */
export async function insertTrackSource(
  database: Database,
  { resource, id }: TracksOf,
  sha256: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into track_source (resource, entity_id, sha256) values (${resource}, ${id}, ${sha256})
    on conflict do nothing returning 1
  `.execute(database)
  return rows.length > 0
}

/**
 * Forgets the tracks of an original that was replaced, and that those of former versions were taken: one that
 * is restored gives them again.
 */
export async function deleteEmbeddedTracks(
  database: Database,
  { resource, id }: TracksOf,
  sha256: string,
): Promise<void> {
  await sql`
    delete from track_source where resource = ${resource} and entity_id = ${id} and sha256 <> ${sha256}
      and sha256 in (select v.sha256 from entity_version v where v.resource = ${resource} and v.id = ${id})
  `.execute(database)
  await sql`
    delete from track where resource = ${resource} and entity_id = ${id} and origin = 'embedded'
  `.execute(database)
}

/** A film or recording, the bytes of its original, and whether they can be decoded. */
export interface PlayableFile extends TracksOf {
  readonly sha256: string
  readonly decodable: boolean
}

const playable = sql`f.facts ->> 'nature' in ('VIDEO', 'AUDIO')`
const file = sql`f.resource, f.id, f.sha256, coalesce((f.facts ->> 'decodable')::boolean, true) decodable`

/** Originals whose tracks were not taken, in the order of their entities. */
export async function selectUntaken(database: Database, max: number): Promise<PlayableFile[]> {
  const { rows } = await sql<PlayableFile>`
    select ${file} from entity_file f
    where ${playable} and not exists (
      select from track_source s where s.resource = f.resource and s.entity_id = f.id and s.sha256 = f.sha256)
    order by f.id limit ${max}
  `.execute(database)
  return rows
}

/** The original of an entity, where it is one that plays. */
export async function selectPlayable(
  database: Database,
  { resource, id }: TracksOf,
): Promise<PlayableFile | undefined> {
  const { rows } = await sql<PlayableFile>`
    select ${file} from entity_file f where f.resource = ${resource} and f.id = ${id} and ${playable}
  `.execute(database)
  return rows[0]
}

/** A file of an import. */
export interface ImportedFile {
  readonly fileName: string
  readonly sha256: string
  readonly sizeBytes: number
}

/** The films and recordings of an import that became entities, by their file names. */
export async function selectImportedFilms(
  database: Database,
  jobId: number,
): Promise<(TracksOf & { readonly fileName: string })[]> {
  const { rows } = await sql<TracksOf & { readonly fileName: string }>`
    select i.resource, e.id, i.file_name "fileName" from import_item i
    join entity e on e.resource = i.resource and e.id = i.asset_id
    where i.job_id = ${jobId} and i.inspection ->> 'nature' in ('VIDEO', 'AUDIO')
  `.execute(database)
  return rows
}

/** The files of an import that may be subtitles, by their names; ten thousand at most. */
export async function selectImportedSubtitles(database: Database, jobId: number): Promise<ImportedFile[]> {
  const { rows } = await sql<ImportedFile>`
    select i.file_name "fileName", i.sha256, b.size_bytes "sizeBytes" from import_item i join blob b using (sha256)
    where i.job_id = ${jobId} and i.folded_name ~ '\\.(srt|vtt)$' order by i.id limit 10000
  `.execute(database)
  return rows
}
