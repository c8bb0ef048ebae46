import type { FileValue } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Field, Schema } from '../schemas/schema.ts'
import type { StoredEntity } from './entities.sql.ts'

/** What is stored of a file beside its bytes, as the property of its field. */
export type StoredFile = Omit<FileValue, 'uri'>

/**
 * Whether a field is the file that an asset is of, from which renditions are made; the others are
 * attachments.
 * @source data-layer §9: default binary field name
 */
export function isOriginal(schema: Schema, field: Field): boolean {
  return schema.resource === 'asset' && field.name === 'binary'
}

/** The value of a binary field as it travels: null where there is no file. */
export function fileValue(
  { request }: Context,
  schema: Schema,
  field: Field,
  { id, props }: Pick<StoredEntity, 'id' | 'props'>,
): FileValue | null {
  if (isOriginal(schema, field)) {
    const {
      'metadata.filename': name,
      'metadata.filesize': filesize,
      'metadata.mediatype': mediatype,
    } = props
    if (typeof filesize !== 'number') return null
    return {
      name: typeof name === 'string' ? name : '',
      filesize,
      mediatype: typeof mediatype === 'string' ? mediatype : 'application/octet-stream',
      uri: `${request.baseUrl}/api/wedia/dam/variation/asset/${id}/original`,
    }
  }
  const stored = props[field.name] as StoredFile | undefined
  return stored
    ? {
        name: stored.name,
        filesize: stored.filesize,
        mediatype: stored.mediatype,
        uri: `${request.baseUrl}/api/wedia/dam/file/${schema.resource}/${id}/${field.name}`,
      }
    : null
}
