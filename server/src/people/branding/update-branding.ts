import {
  ApiError,
  brandImages,
  type BrandImage,
  type CallAnswer,
  type CallInput,
  type Calls,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import {
  deleteBrandImage,
  selectBranding,
  updateBrandingRow,
  upsertBrandImage,
  type BrandingRow,
} from './branding.sql.ts'
import { drawBrandImage } from './draw-brand-image.ts'
import { readBranding } from './read-branding.ts'

type Input = CallInput<Calls['updateBranding']>

/**
 * Changes how the library presents itself: all that is given, or nothing.
 * @throws branding_image_refused, version_conflict, access_denied
 */
export async function updateBranding(
  context: Context,
  { images = {}, version, ...change }: Input,
): Promise<CallAnswer<Calls['updateBranding']>> {
  requireAction(context.identity, 'branding', 'update')
  const drawn = await drawAll(context, images)
  await withTransaction(context.database, async (database) => {
    const before = await selectBranding(database)
    if (!(await updateBrandingRow(database, change, version)))
      throw new ApiError('version_conflict', { resource: 'branding', id: 1 })
    for (const keep of drawn) await keep(database)
    await recordAudit(context, database, {
      kind: 'branding.updated',
      before: auditOf(before),
      after: auditOf(await selectBranding(database)),
    })
  })
  return { infos: await readBranding(context, context.request.baseUrl) }
}

/** Draws and stores the bytes before the transaction, which then only writes rows. */
async function drawAll(
  context: Context,
  images: NonNullable<Input['images']>,
): Promise<((database: Database) => Promise<void>)[]> {
  return Promise.all(
    brandImages
      .filter((kind) => images[kind] !== undefined)
      .map(async (kind: BrandImage) => {
        const image = images[kind]
        if (typeof image !== 'string') return async (database: Database) => deleteBrandImage(database, kind)
        const { bytes, mediaType, width, height } = await drawBrandImage(context, kind, image)
        const blob = await context.blobs.write(bytes)
        return async (database: Database) => {
          await upsertBlob(database, blob)
          await upsertBrandImage(database, {
            kind,
            sha256: blob.sha256,
            media_type: mediaType,
            width,
            height,
          })
        }
      }),
  )
}

/** Keys are licences that were paid for: that they changed is recorded, not what they are. */
function auditOf({ name, colour, dxmUrl, images, ...keys }: BrandingRow): Record<string, unknown> {
  const { richTextEditorKey, spellcheckerKey } = keys
  const licences = { richTextEditor: richTextEditorKey !== '', spellchecker: spellcheckerKey !== '' }
  return {
    name,
    colour,
    dxmUrl,
    ...licences,
    ...Object.fromEntries(images.map(({ kind, sha256 }) => [kind, sha256])),
  }
}
