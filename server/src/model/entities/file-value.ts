import type { FileValue } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Field, Schema } from '../schemas/schema.ts'
import type { StoredEntity } from './entities.sql.ts'

/** What is stored of a file beside its bytes, as the property of its field. */
export type StoredFile = Omit<FileValue, 'uri'>

/**
 * Whether a field is the file that an entity is of, from which renditions are made; the others are
 * attachments.
 * @source data-layer §9: default binary field name; decision 0150
 */
export function isOriginal(schema: Schema, field: Field): boolean {
  return field.name === schema.importField
}

/** The value of a binary field as it travels: null where there is no file. */
export function fileValue(
  { request }: Context,
  schema: Schema,
  field: Field,
  { id, props }: Pick<StoredEntity, 'id' | 'props'>,
): FileValue | null {
  const { resource } = schema
  const original = isOriginal(schema, field)
  const stored =
    original && describesFile(schema) ? describedFile(props) : (props[field.name] as StoredFile | undefined)
  if (!stored) return null
  const { name, filesize, mediatype } = stored
  const uri = original ? `variation/${resource}/${id}/original` : `file/${resource}/${id}/${field.name}`
  return { name, filesize, mediatype, uri: `${request.baseUrl}/api/wedia/dam/${uri}` }
}

/** Whether name, size and type of the original are fields of their own, as those of an asset are. */
export function describesFile(schema: Schema): boolean {
  return schema.fields.has('metadata.filesize')
}

function describedFile(props: StoredEntity['props']): StoredFile | undefined {
  const { 'metadata.filename': name, 'metadata.filesize': filesize, 'metadata.mediatype': mediatype } = props
  if (typeof filesize !== 'number') return undefined
  return {
    name: typeof name === 'string' ? name : '',
    filesize,
    mediatype: typeof mediatype === 'string' ? mediatype : 'application/octet-stream',
  }
}
