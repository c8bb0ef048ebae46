import { sql, type RawBuilder } from 'kysely'
import type { StoredBlob } from '../../ground/blobs/blob-store.ts'
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
  await database
    .insertInto('blob')
    .values({ sha256: blob.sha256, size_bytes: blob.sizeBytes, crc32: blob.crc32 })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ created_at: sql<Date>`now()` }))
    .execute()
}

/** What is written of a rendition. */
export interface NewRendition {
  readonly source: string
  readonly name: string
  readonly version: number
  readonly blob: StoredBlob | null
  readonly mediaType: string | null
  readonly width: number | null
  readonly height: number | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly isPlaceholder: boolean
}

/** Writes a rendition, in place of one that failed before. */
export async function upsertRendition(database: Database, made: NewRendition): Promise<void> {
  if (made.blob) await upsertBlob(database, made.blob)
  const values = {
    sha256: made.blob?.sha256 ?? null,
    media_type: made.mediaType,
    width: made.width,
    height: made.height,
    error_code: made.errorCode,
    error_message: made.errorMessage,
    stand_in: made.isPlaceholder,
    created_at: sql<Date>`now()`,
  }
  await database
    .insertInto('rendition')
    .values({ source_sha256: made.source, name: made.name, recipe_version: made.version, ...values })
    .onConflict((conflict) =>
      conflict.columns(['source_sha256', 'name', 'recipe_version']).doUpdateSet(values),
    )
    .execute()
}

/**
 * Whether an inspection, or the facts that an asset has of it, found that the content cannot be decoded;
 * false where it is not told.
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
