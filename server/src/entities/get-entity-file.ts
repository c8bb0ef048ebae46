import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { requireRows } from './decide-rows.ts'
import { selectAttachment } from './entity-files.sql.ts'

/** What a browser may show by itself; everything else is saved. */
const showable = /^image\/(jpeg|png|gif|webp|avif)$/

/**
 * The file of a binary field, for who may see the entity. The original of an asset is a variation, with rules of its own.
 * @throws entity_not_found, unknown_field, file_missing, sign_in_needed, access_denied
 * @source decision 0041
 */
export async function getEntityFile(context: Context, { object, id, field: name, download }: CallInput<Calls['getEntityFile']>): Promise<ByteSource> {
  const schema = await getSchemaOf(context.database, object.toLowerCase())
  await requireRows(context, schema, [id], 'view')
  const field = schema.fields.get(name)
  if (field?.type !== 'binary') throw new ApiError('unknown_field', { resource: schema.resource, field: name.slice(0, 64) })
  const file = await selectAttachment(context.database, { resource: schema.resource, id, field: name })
  if (!file) throw new ApiError('file_missing', { resource: schema.resource, id })
  const { sha256, sizeBytes, fileName, mediaType } = file
  return {
    sizeBytes, etag: `"${sha256}"`, mediaType, fileName, cacheControl: 'private, no-cache', disposition: !download && showable.test(mediaType) ? 'inline' : 'attachment',
    open: (start, endExclusive) => context.blobs.open(sha256, { start, endExclusive, sizeBytes }),
  }
}
