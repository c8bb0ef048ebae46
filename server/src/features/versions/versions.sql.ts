import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Nature } from '../../media/media-types.ts'
import { undecodable } from '../../media/renditions/renditions.sql.ts'
import { versionColumns } from '../../model/entities/entity-files.sql.ts'

/** A version of the original of an entity, former or current. */
export interface VersionRow {
  readonly number: number
  readonly isCurrent: boolean
  readonly sha256: string
  readonly crc32: number
  readonly sizeBytes: number
  readonly fileName: string
  readonly mediaType: string
  readonly nature: Nature | null
  readonly extension: string
  readonly undecodable: boolean
  readonly width: number | null
  readonly height: number | null
  readonly place: number | null
  readonly addedAt: Date | null
  readonly authorId: number | null
  readonly authorName: string
  readonly note: string
  readonly restoredFrom: number | null
}

/** Which entity's. */
export interface VersionsOf {
  readonly resource: string
  readonly id: number
}

/** All versions of an entity, the latest first. Whoever calls decides whether they may be seen. */
export async function selectVersions(
  database: Database,
  { resource, id }: VersionsOf,
): Promise<VersionRow[]> {
  const pixels = (name: 'width' | 'height') =>
    sql`case when jsonb_typeof(e.props -> ${sql.lit(name)}) = 'number' then (e.props ->> ${sql.lit(name)})::numeric::int end`
  const { rows } = await sql<VersionRow>`
    select v.number, v.is_current "isCurrent", v.sha256, b.crc32, b.size_bytes "sizeBytes", v.file_name "fileName",
      v.media_type "mediaType", v.facts ->> 'nature' nature, coalesce(v.facts ->> 'extension', '') extension,
      ${undecodable(sql`v.facts`)} undecodable, v.width, v.height, v.added_at "addedAt", v.author_id "authorId",
      coalesce(v.author_name, '') "authorName", v.note, v.restored_from "restoredFrom",
      (select p.place from poster p where p.resource = ${resource} and p.id = ${id} and p.file_sha256 = v.sha256) place
    from (
      select true is_current, ${pixels('width')} width, ${pixels('height')} height, ${versionColumns}
      from entity_file f join entity e using (resource, id) where f.resource = ${resource} and f.id = ${id}
      union all
      select false, width, height, number, sha256, file_name, media_type, facts,
        added_at, author_id, author_name, note, restored_from
      from entity_version where resource = ${resource} and id = ${id}) v
    join blob b using (sha256) order by v.number desc`.execute(database)
  return rows
}

/** @returns whether there was such a former version */
export async function deleteVersionRow(
  database: Database,
  { resource, id }: VersionsOf,
  number: number,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('entity_version')
    .where('resource', '=', resource)
    .where('id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The number of an entity, of its number or uuid as text; undefined where there is none. */
export async function selectEntityId(
  database: Database,
  resource: string,
  reference: string,
): Promise<number | undefined> {
  if (/^\d{1,15}$/.test(reference)) return Number(reference)
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reference)) return undefined
  const { rows } = await sql<{ id: number }>`
    select id from entity where resource = ${resource} and uuid = ${reference}::uuid`.execute(database)
  return rows[0]?.id
}

/** A change of a field, as it was written down. */
export interface FieldEditRow {
  readonly id: number
  readonly at: Date
  readonly authorId: number | null
  readonly authorName: string
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Changes of some fields of an entity, the latest first. */
export async function selectFieldEdits(
  database: Database,
  { resource, id }: VersionsOf,
  fields: readonly string[],
  { before, max }: { readonly before: number | undefined; readonly max: number },
): Promise<FieldEditRow[]> {
  const { rows } = await sql<FieldEditRow>`
    select edit_id id, at, author_id "authorId", author_name "authorName", field, before, after from entity_edit
    where resource = ${resource} and id = ${id} and field = any(${[...fields]}::text[])
      and ${before === undefined ? sql`true` : sql`edit_id < ${before}`}
    order by edit_id desc limit ${max}`.execute(database)
  return rows
}
