import { sql, type RawBuilder } from 'kysely'
import type { StoredBlob } from '../../ground/blobs/blob-store.ts'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'
import type { LadderFacts } from '../film-ladder.ts'
import type { Nature } from '../media-types.ts'

/** A rendition: what was made, or why it could not be. */
export interface RenditionRow {
  readonly name: string
  readonly sha256: string | null
  readonly sizeBytes: number | null
  readonly mediaType: string | null
  readonly width: number | null
  readonly height: number | null
  /** A code of RenditionError. */
  readonly errorCode: string | null
  readonly errorMessage: string | null
  /** A drawn card in place of the content. */
  readonly isPlaceholder: boolean
  readonly createdAt: Date
}

/** What is known of the bytes that renditions are made of. */
export interface RenditionSourceRow {
  readonly sha256: string
  readonly mediaType: string
  readonly nature: Nature
  readonly extension: string
  /**
   * True where inspection could not decode it: pictures are placeholders, nothing of it is opened again.
   */
  readonly undecodable?: boolean | undefined
}

/** First key of the advisory lock of a rendition in the making; the second is a hash of what it is. */
const lockClass = 4_217_012

/** Renditions of some bytes by the recipes named, with their versions; those never tried are missing. */
export async function selectRenditions(
  database: Database,
  source: string,
  recipes: readonly { readonly name: string; readonly version: number }[],
): Promise<RenditionRow[]> {
  if (recipes.length === 0) return []
  const { rows } = await sql<RenditionRow>`
    select r.name, r.sha256, b.size_bytes "sizeBytes", r.media_type "mediaType", r.width, r.height, r.error_code "errorCode", r.error_message "errorMessage",
      r.stand_in "isPlaceholder", r.created_at "createdAt"
    from rendition r left join blob b using (sha256)
    where r.source_sha256 = ${source} and (r.name, r.recipe_version) in (select * from unnest(${recipes.map(({ name }) => name)}::text[], ${recipes.map(({ version }) => version)}::int[]))
  `.execute(database)
  return rows
}

/**
 * Records bytes that the blob store holds. A known blob counts as written again, so that the sweep leaves it.
 */
export async function upsertBlob(database: Database, blob: StoredBlob): Promise<void> {
  await sql`${sql.raw(planned)}
    insert into blob (sha256, size_bytes, crc32) values (${blob.sha256}, ${blob.sizeBytes}, ${blob.crc32})
    on conflict (sha256) do update set created_at = now()`.execute(database)
}

/** What is written of a rendition: the blob that was made, or why there is none. */
export interface NewRendition {
  readonly name: string
  readonly version: number
  readonly blob?: StoredBlob
  readonly mediaType?: string
  /** Nothing, where it has no size. */
  readonly width?: number | null
  readonly height?: number | null
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly isPlaceholder: boolean
}

/**
 * Writes renditions of some bytes with their blobs, in place of those that failed before. Where the bytes are
 * gone meanwhile, the blobs have rows all the same, by which they are swept.
 */
export async function upsertRenditions(
  database: Database,
  source: string,
  renditions: readonly NewRendition[],
): Promise<void> {
  const rows = renditions.map(({ blob, ...rest }) => ({ ...rest, ...blob }))
  await sql`${sql.raw(planned)}
    with made as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) m(
        name text, version int, sha256 text, "sizeBytes" bigint, crc32 bigint, "mediaType" text, width int, height int,
        "errorCode" text, "errorMessage" text, "isPlaceholder" boolean)),
    kept as (
      insert into blob (sha256, size_bytes, crc32)
      select distinct sha256, "sizeBytes", crc32 from made where sha256 is not null order by sha256
      on conflict (sha256) do update set created_at = now()),
    source as (select sha256 from blob where sha256 = ${source} for key share)
    insert into rendition as r (source_sha256, name, recipe_version, sha256, media_type, width, height,
      error_code, error_message, stand_in, created_at)
    select s.sha256, m.name, m.version, m.sha256, m."mediaType", m.width, m.height,
      m."errorCode", m."errorMessage", m."isPlaceholder", now()
    from made m cross join source s
    on conflict (source_sha256, name, recipe_version) do update set sha256 = excluded.sha256,
      media_type = excluded.media_type, width = excluded.width, height = excluded.height,
      error_code = excluded.error_code, error_message = excluded.error_message,
      stand_in = excluded.stand_in, created_at = excluded.created_at`.execute(database)
}

/**
 * Whether an inspection, or the facts that an asset has of it, found that the content cannot be decoded;
 * false where it is not known.
 */
export function undecodable(facts: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(not coalesce((${facts} ->> 'usable')::boolean, true) and not coalesce((${facts} ->> 'decodable')::boolean, true))`
}

/** What the bytes are, as an asset or an import item with them was inspected. */
export async function selectRenditionSource(
  database: Database,
  sha256: string,
): Promise<RenditionSourceRow | undefined> {
  const { rows } = await sql<RenditionSourceRow>`
    (select f.sha256, f.media_type "mediaType", f.facts ->> 'nature' nature, coalesce(f.facts ->> 'extension', '') extension, ${undecodable(sql`f.facts`)} undecodable
      from entity_file f where f.sha256 = ${sha256} and f.facts ? 'nature' limit 1)
    union all
    (select v.sha256, v.media_type, v.facts ->> 'nature', coalesce(v.facts ->> 'extension', ''), ${undecodable(sql`v.facts`)}
      from entity_version v where v.sha256 = ${sha256} and v.facts ? 'nature' limit 1)
    union all
    (select i.sha256, i.inspection ->> 'mediaType', i.inspection ->> 'nature', i.inspection ->> 'extension', ${undecodable(sql`i.inspection`)}
      from import_item i where i.sha256 = ${sha256} and i.inspection is not null limit 1)
    limit 1
  `.execute(database)
  return rows[0]
}

/** The size and length of a film, as measured for the entities with these bytes. */
export async function selectLadderFacts(database: Database, sha256: string): Promise<LadderFacts> {
  const number = (name: string): RawBuilder<number | null> =>
    sql`case when jsonb_typeof(e.props -> ${name}) = 'number' then (e.props ->> ${name})::float8 end`
  const { rows } = await sql<LadderFacts>`
    select max(${number('width')}) "widthPx", max(${number('height')}) "heightPx", max(${number('duration')}) "durationSeconds"
    from entity_file f join entity e on e.resource = f.resource and e.id = f.id where f.sha256 = ${sha256}
  `.execute(database)
  return rows[0] ?? { widthPx: null, heightPx: null, durationSeconds: null }
}

/** Takes the lock of a rendition on this connection; false where another process makes it. */
export async function tryLockRendition(connection: Database, key: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_lock(${lockClass}, hashtext(${key})) taken`.execute(connection)
  return rows[0]?.taken ?? false
}

/** Lets go of the lock. */
export async function unlockRendition(connection: Database, key: string): Promise<void> {
  await sql`select pg_advisory_unlock(${lockClass}, hashtext(${key}))`.execute(connection)
}
