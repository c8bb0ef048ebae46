import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal } from '../../access/decide.ts'
import { isWatermarked } from '../../access/identity.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { requireRows } from './decide-rows.ts'
import { selectAttachment } from './entity-files.sql.ts'

/** What a browser may show by itself; everything else is saved. */
const showable = /^image\/(jpeg|png|gif|webp|avif)$/

/** What would show an asset without a watermark. */
const picture = /^(image|video)\//

/**
 * The file of a binary field, for whoever may take the entity's files away: what lies beside the original
 * needs the same right as the original, and who sees watermarked pictures of assets alone gets no others
 * here. The original of an asset is a variation.
 * @throws entity_not_found, unknown_field, file_missing, sign_in_needed, access_denied
 * @source decisions 0041 and 0117
 */
export async function getEntityFile(
  context: Context,
  { object, id, field: name, download }: CallInput<Calls['getEntityFile']>,
): Promise<ByteSource> {
  const schema = await getSchemaOf(context, object.toLowerCase())
  await requireRows(context, schema, [id], 'download')
  const field = schema.fields.get(name)
  if (field?.type !== 'binary')
    throw new ApiError('unknown_field', { resource: schema.resource, field: name.slice(0, 64) })
  const file = await selectAttachment(context.database, { resource: schema.resource, id, field: name })
  if (!file) throw new ApiError('file_missing', { resource: schema.resource, id })
  const { sha256, sizeBytes, fileName, mediaType } = file
  if (schema.resource === 'asset' && picture.test(mediaType) && isWatermarked(context.identity))
    throw refusal(context.identity)
  return {
    sizeBytes,
    etag: `"${sha256}"`,
    mediaType,
    fileName,
    cacheControl: 'private, no-cache',
    disposition: !download && showable.test(mediaType) ? 'inline' : 'attachment',
    open: (start, endExclusive) => context.blobs.open(sha256, { start, endExclusive, sizeBytes }),
  }
}
