import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Author } from './author-of.ts'
import type { StoredFile } from './file-value.ts'

/** Which field of which entity. */
export interface FieldOf {
  readonly resource: string
  readonly id: number
  readonly field: string
}

type EntityOf = Omit<FieldOf, 'field'>

/** Takes a file from a field; its bytes stay until they are swept. */
export async function deleteAttachment(database: Database, { resource, id, field }: FieldOf): Promise<void> {
  await database
    .deleteFrom('entity_attachment')
    .where('resource', '=', resource)
    .where('id', '=', id)
    .where('field', '=', field)
    .execute()
}

/** Takes its original from an entity; its bytes stay until they are swept. */
export async function deleteOriginal(database: Database, { resource, id }: EntityOf): Promise<void> {
  await database.deleteFrom('entity_file').where('resource', '=', resource).where('id', '=', id).execute()
}

/** The original of an entity as a version. Who brought the first, and when, is what the entity says. */
export interface CurrentVersion {
  readonly number: number
  readonly sha256: string
  readonly note: string
  readonly author: Author
  readonly addedAt: Date
  readonly restoredFrom: number | null
}

/** Columns of `entity_file f` as those of a version; `entity e` is its entity. */
export const versionColumns = sql`coalesce(f.number, 1) number, f.sha256, f.file_name, f.media_type, f.facts,
  coalesce(f.added_at, e.created_at) added_at, case when f.author_name is null then e.owner_id else f.author_id end author_id,
  coalesce(f.author_name, (select o.props ->> 'name' from entity o where o.resource = 'user' and o.id = e.owner_id), '') author_name,
  coalesce(f.note, '') note, f.restored_from`

const originalOf = ({ resource, id }: EntityOf) =>
  sql`entity_file f join entity e using (resource, id) where f.resource = ${resource} and f.id = ${id}`

/** The version that is the original of an entity; undefined where it has none. */
export async function selectCurrent(database: Database, of: EntityOf): Promise<CurrentVersion | undefined> {
  const { rows } = await sql<CurrentVersion>`
    select number, sha256, note, jsonb_build_object('id', author_id, 'name', author_name) author,
      added_at "addedAt", restored_from "restoredFrom"
    from (select ${versionColumns} from ${originalOf(of)}) current`.execute(database)
  return rows[0]
}

/** The number of the version that comes next. The entity is held. */
export async function nextVersionNumber(database: Database, { resource, id }: EntityOf): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select 1 + greatest(
      (select max(number) from entity_version where resource = ${resource} and id = ${id}),
      (select coalesce(number, 1) from entity_file where resource = ${resource} and id = ${id}), 0) number`.execute(
    database,
  )
  return rows[0]?.number ?? 1
}

/** Keeps the original of an entity as a former version. */
export async function insertVersion(
  database: Database,
  of: EntityOf,
  { width, height }: { readonly width: number | null; readonly height: number | null },
): Promise<void> {
  await sql`
    insert into entity_version (resource, id, width, height, number, sha256, file_name, media_type, facts,
      added_at, author_id, author_name, note, restored_from)
    select f.resource, f.id, ${width}::int, ${height}::int, ${versionColumns} from ${originalOf(of)}`.execute(
    database,
  )
}

/** Makes stored bytes the original of an asset. */
export async function insertOriginal(
  database: Database,
  { resource, id }: EntityOf,
  file: StoredFile & {
    readonly sha256: string
    readonly facts: Readonly<Record<string, unknown>>
    readonly number: number
    readonly author: Author
    /** Default: now. */
    readonly addedAt?: Date | undefined
    readonly note: string
    readonly restoredFrom: number | null
  },
): Promise<void> {
  await database
    .insertInto('entity_file')
    .values({
      resource,
      id,
      sha256: file.sha256,
      file_name: file.name,
      media_type: file.mediatype,
      facts: JSON.stringify(file.facts),
      number: file.number,
      author_id: file.author.id,
      author_name: file.author.name,
      note: file.note,
      restored_from: file.restoredFrom,
      ...(file.addedAt ? { added_at: file.addedAt } : {}),
    })
    .execute()
}

/** Makes stored bytes the file of a field. */
export async function insertAttachment(
  database: Database,
  { resource, id, field }: FieldOf,
  file: StoredFile & { readonly sha256: string },
): Promise<void> {
  await database
    .insertInto('entity_attachment')
    .values({ resource, id, field, sha256: file.sha256, file_name: file.name, media_type: file.mediatype })
    .execute()
}

/** The file of a field with the size of its bytes; undefined where there is none. */
export async function selectAttachment(
  database: Database,
  { resource, id, field }: FieldOf,
): Promise<{ sha256: string; fileName: string; mediaType: string; sizeBytes: number } | undefined> {
  return database
    .selectFrom('entity_attachment as a')
    .innerJoin('blob as b', 'b.sha256', 'a.sha256')
    .select(['a.sha256', 'a.file_name as fileName', 'a.media_type as mediaType', 'b.size_bytes as sizeBytes'])
    .where('a.resource', '=', resource)
    .where('a.id', '=', id)
    .where('a.field', '=', field)
    .executeTakeFirst()
}
