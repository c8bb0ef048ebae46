import type { Database } from '../../ground/database/database.ts'
import type { StoredFile } from './file-value.ts'

/** Which field of which entity. */
interface FieldOf {
  readonly resource: string
  readonly id: number
  readonly field: string
}

/** Takes a file from a field; its bytes stay until they are swept. */
export async function deleteFile(
  database: Database,
  { resource, id, field }: FieldOf,
  isOriginal: boolean,
): Promise<void> {
  if (isOriginal)
    await database.deleteFrom('entity_file').where('resource', '=', resource).where('id', '=', id).execute()
  else
    await database
      .deleteFrom('entity_attachment')
      .where('resource', '=', resource)
      .where('id', '=', id)
      .where('field', '=', field)
      .execute()
}

/** Makes stored bytes the original of an asset. */
export async function insertOriginal(
  database: Database,
  { resource, id }: FieldOf,
  file: StoredFile & { readonly sha256: string; readonly facts: Readonly<Record<string, unknown>> },
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
