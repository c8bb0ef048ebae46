import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../../ground/database/database.ts'
import type { Nature } from '../../../media/media-types.ts'
import { undecodable } from '../../../media/renditions/renditions.sql.ts'
import { queuePairing } from '../../live-photos/live-photos.sql.ts'

/** Something in the trash. */
export interface TrashRow {
  readonly resource: string
  readonly id: number
  readonly name: string
  readonly size_bytes: number
  readonly deleted_at: Date
  readonly deleted_by: number | null
  readonly deleter: string | null
  /** What its file is; null: it has none. */
  readonly nature: Nature | null
  readonly undecodable: boolean
}

/** The file of something in the trash. */
export interface TrashFile {
  readonly sha256: string
  readonly sizeBytes: number
  readonly fileName: string
  readonly mediaType: string
  readonly nature: Nature | null
  readonly extension: string | null
  readonly undecodable: boolean
  /** See `Media.place`. */
  readonly place: number | null
}

/** Whose deletions are meant: a user's own, or everybody's. */
export type Deleter = number | 'anybody'

/** Where a page begins: after this entry. */
export interface TrashPlace {
  readonly deletedAt: string
  readonly id: number
}

/** A page of the trash, the latest first, and what there is in all: entries, and bytes of their files. */
export async function selectTrash(
  database: Database,
  deleter: Deleter,
  {
    name,
    max,
    after,
  }: { readonly name: string; readonly max: number; readonly after?: TrashPlace | undefined },
): Promise<{ readonly rows: TrashRow[]; readonly total: number; readonly sizeBytes: number }> {
  const text = `%${name.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const meant = sql`${isOf(deleter)} and unaccent(t.name) ilike unaccent(${text})`
  const { rows } = await sql<TrashRow>`
    select t.resource, t.id, t.name, t.size_bytes, t.deleted_at, t.deleted_by, u.props ->> 'name' deleter,
      f.row -> 'facts' ->> 'nature' nature, ${undecodable(sql`f.row -> 'facts'`)} undecodable
    from trash t left join entity u on u.resource = 'user' and u.id = t.deleted_by
    left join lateral (${partOf('entity_file')}) f on true
    where ${meant} and ${after ? sql`(t.deleted_at, -t.id) < (${after.deletedAt}::timestamptz, ${-after.id}::bigint)` : sql`true`}
    order by t.deleted_at desc, t.id limit ${max}`.execute(database)
  const { rows: sums } = await sql<{ total: number; size: number }>`
    select count(*) total, coalesce(sum(t.size_bytes), 0)::bigint size from trash t where ${meant}`.execute(
    database,
  )
  return { rows, total: sums[0]?.total ?? 0, sizeBytes: sums[0]?.size ?? 0 }
}

/** The file of an entry; undefined where it has none, or is not there. */
export async function selectTrashFile(
  database: Database,
  deleter: Deleter,
  resource: string,
  id: number,
): Promise<TrashFile | undefined> {
  const facts = sql`f.row -> 'facts'`
  const { rows } = await sql<TrashFile>`
    select b.sha256, b.size_bytes "sizeBytes", f.row ->> 'file_name' "fileName", f.row ->> 'media_type' "mediaType",
      ${facts} ->> 'nature' nature, ${facts} ->> 'extension' extension, ${undecodable(facts)} undecodable,
      (p.row ->> 'place')::int place
    from trash t join lateral (${partOf('entity_file')}) f on true join blob b on b.sha256 = f.row ->> 'sha256'
    left join lateral (${partOf('poster')}) p on p.row ->> 'file_sha256' = b.sha256
    where t.resource = ${resource} and t.id = ${id} and ${isOf(deleter)}`.execute(database)
  return rows[0]
}

/** The rows of a table that are kept of `trash t`. */
function partOf(table: string): RawBuilder<unknown> {
  return sql`select kept.row from jsonb_array_elements(t.parts) part, jsonb_array_elements(part -> 'rows') kept (row)
    where part ->> 'table' = ${table}`
}

/** The name of an entry, which is held until the transaction ends; undefined where it is not there. */
export async function lockTrash(
  database: Database,
  deleter: Deleter,
  resource: string,
  id: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select t.name from trash t where t.resource = ${resource} and t.id = ${id} and ${isOf(deleter)}
    for update`.execute(database)
  return rows[0]?.name
}

/** Keeps an entity that its transaction deletes right after. */
export async function keepInTrash(
  database: Database,
  resource: string,
  id: number,
  { name, by }: { readonly name: string; readonly by: number | null },
): Promise<void> {
  await sql`select keep_in_trash(${resource}, ${id}, ${name}, ${by})`.execute(database)
}

/**
 * Puts an entity back under its number. One that had given way to another stands for itself again.
 * @returns how many of its rows could not come back
 */
export async function restoreRows(database: Database, resource: string, id: number): Promise<number> {
  await database.deleteFrom('merged_entity').where('resource', '=', resource).where('id', '=', id).execute()
  const { rows } = await sql<{ missing: number }>`
    select restore_from_trash(${resource}, ${id}) missing`.execute(database)
  const restored = await sql<{ livePhoto: string | null }>`
    select props ->> 'metadata.livephoto' "livePhoto" from entity where resource = ${resource} and id = ${id}`.execute(
    database,
  )
  await queuePairing(
    database,
    restored.rows.map(({ livePhoto }) => livePhoto),
  )
  return rows[0]?.missing ?? 0
}

export async function deleteTrash(database: Database, resource: string, id: number): Promise<void> {
  await sql`delete from trash where resource = ${resource} and id = ${id}`.execute(database)
}

/** Deletes some of what is older than so many days. @returns how many entries */
export async function deleteOldTrash(database: Database, days: number, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from trash where (resource, id) in (
      select resource, id from trash where deleted_at < now() - ${days} * interval '1 day'
      order by deleted_at limit ${max} for update skip locked)`.execute(database)
  return Number(numAffectedRows ?? 0)
}

function isOf(deleter: Deleter): RawBuilder<SqlBool> {
  return deleter === 'anybody' ? sql<SqlBool>`true` : sql<SqlBool>`t.deleted_by = ${deleter}`
}
