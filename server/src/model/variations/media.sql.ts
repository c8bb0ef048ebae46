import { ApiError, type Panorama } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Nature } from '../../media/media-types.ts'
import { undecodable } from '../../media/renditions/renditions.sql.ts'

/** An entity and its original; the file's columns are null where it has none. */
export interface EntityMediaRow {
  readonly id: number
  readonly sha256: string | null
  readonly sizeBytes: number | null
  readonly fileName: string | null
  readonly mediaType: string | null
  readonly nature: Nature | null
  readonly extension: string | null
  readonly undecodable: boolean
  readonly width: number | null
  readonly height: number | null
  readonly place: number | null
  readonly panorama: Panorama | null
  readonly isLive: boolean
  readonly livePhoto: string | null
}

const named = (alias: string, reference: string): RawBuilder<SqlBool> =>
  /^\d+$/.test(reference)
    ? sql<SqlBool>`${sql.ref(`${alias}.id`)} = ${Number(reference)}`
    : sql<SqlBool>`${sql.ref(`${alias}.uuid`)} = ${reference.toLowerCase()}::uuid`

/** The original of an entity by its number or uuid. Whoever calls decides whether it may be seen. */
export async function selectEntityMedia(
  database: Database,
  resource: string,
  reference: string,
): Promise<EntityMediaRow | undefined> {
  const { rows } = await sql<EntityMediaRow>`
    select e.id, f.sha256, b.size_bytes "sizeBytes", f.file_name "fileName", f.media_type "mediaType", f.facts ->> 'nature' nature, f.facts ->> 'extension' extension, ${undecodable(sql`f.facts`)} undecodable,
      case when jsonb_typeof(e.props -> 'width') = 'number' then (e.props ->> 'width')::numeric::int end width,
      case when jsonb_typeof(e.props -> 'height') = 'number' then (e.props ->> 'height')::numeric::int end height, p.place, e.props -> 'metadata.panorama' panorama,
      coalesce(e.props ->> 'metadata.form' = 'Live', false) "isLive", e.props ->> 'metadata.livephoto' "livePhoto"
    from entity e left join entity_file f on f.resource = e.resource and f.id = e.id
    left join poster p on p.resource = f.resource and p.id = f.id and p.file_sha256 = f.sha256 left join blob b on b.sha256 = f.sha256
    where e.resource = ${resource} and ${named('e', reference)}
  `.execute(database)
  return rows[0]
}

/** An import item's file by its number or uuid, within a condition on `import_item i` and `import_job j`. */
export async function selectItemMedia(
  database: Database,
  reference: string,
  scope: RawBuilder<SqlBool>,
): Promise<(EntityMediaRow & { sha256: string; sizeBytes: number; fileName: string }) | undefined> {
  const { rows } = await sql<EntityMediaRow & { sha256: string; sizeBytes: number; fileName: string }>`
    select i.id, i.sha256, b.size_bytes "sizeBytes", i.file_name "fileName", i.inspection ->> 'mediaType' "mediaType", i.inspection ->> 'nature' nature, i.inspection ->> 'extension' extension,
      ${undecodable(sql`i.inspection`)} undecodable,
      (i.inspection ->> 'width')::numeric::int width, (i.inspection ->> 'height')::numeric::int height, null::int place, i.inspection -> 'panorama' panorama,
      coalesce(i.inspection -> 'motion' = 'true', false) "isLive", null::text "livePhoto"
    from import_item i join import_job j on j.id = i.job_id join blob b on b.sha256 = i.sha256
    where ${named('i', reference)} and ${scope}
  `.execute(database)
  return rows[0]
}

/** What a file is called and how long it plays, of an entity or an import item that is there. */
export async function selectMediaNames(
  database: Database,
  { resource, id }: { readonly resource: string; readonly id: number },
): Promise<{ uuid: string; name: string; durationSeconds: number | null }> {
  const ofItem = sql`select i.uuid, i.file_name name, i.inspection -> 'durationSeconds' duration from import_item i where i.id = ${id}`
  const ofEntity = sql`select e.uuid, coalesce(nullif(e.props ->> 'name', ''), f.file_name) name, e.props -> 'duration' duration
    from entity e join entity_file f on f.resource = e.resource and f.id = e.id where e.resource = ${resource} and e.id = ${id}`
  const { rows } = await sql<{ uuid: string; name: string; durationSeconds: number | null }>`
    select uuid, name, case when jsonb_typeof(duration) = 'number' then duration::float8 end "durationSeconds"
    from (${resource === 'massimportitem' ? ofItem : ofEntity}) file
  `.execute(database)
  const [row] = rows
  if (!row) throw new ApiError('entity_not_found', { resource, id })
  return row
}
