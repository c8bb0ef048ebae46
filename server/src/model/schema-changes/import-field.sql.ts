import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** The media types of the files that a field has. */
export async function selectAttachedTypes(
  database: Database,
  resource: string,
  field: string,
): Promise<string[]> {
  const rows = await database
    .selectFrom('entity_attachment')
    .select('media_type')
    .distinct()
    .where('resource', '=', resource)
    .where('field', '=', field)
    .execute()
  return rows.map((row) => row.media_type)
}

/** Makes the files of a field the originals of their entities, with what is known of each media type. */
export async function moveToOriginals(
  database: Database,
  resource: string,
  field: string,
  facts: readonly { readonly mediaType: string; readonly facts: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  await sql`
    with moved as (delete from entity_attachment where resource = ${resource} and field = ${field} returning *)
    insert into entity_file (resource, id, sha256, file_name, media_type, facts)
    select m.resource, m.id, m.sha256, m.file_name, m.media_type, coalesce(t.facts, '{}')
    from moved m left join jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) t("mediaType" text, facts jsonb) on t."mediaType" = m.media_type`.execute(
    database,
  )
}

/** Makes originals the files of a field. */
export async function moveToAttachments(database: Database, resource: string, field: string): Promise<void> {
  await sql`
    with moved as (delete from entity_file where resource = ${resource} returning *)
    insert into entity_attachment (resource, id, field, sha256, file_name, media_type)
    select resource, id, ${field}, sha256, file_name, media_type from moved`.execute(database)
}
