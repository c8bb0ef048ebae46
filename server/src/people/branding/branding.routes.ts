import { ApiError, type BrandImage } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import type { Routes } from '../../access/handler.ts'
import { selectBrandImage, selectBranding } from './branding.sql.ts'
import { readBranding } from './read-branding.ts'
import { updateBranding } from './update-branding.ts'

const yearSeconds = 31_536_000

/** Handlers of the calls about how the library presents itself. */
export const brandingRoutes: Routes<
  'getInfos' | 'getEditorKeys' | 'getBrandImage' | 'getUnsecuredImage' | 'updateBranding'
> = {
  getInfos: async (context) => ({ infos: await readBranding(context, context.request.baseUrl) }),
  async getEditorKeys({ database }) {
    const { richTextEditorKey, spellcheckerKey } = await selectBranding(database)
    return { richTextEditorKey, spellcheckerKey }
  },
  getBrandImage,
  getUnsecuredImage: getBrandImage,
  updateBranding,
}

/**
 * A picture under its own address may be kept for ever; under another it is asked for again.
 * @throws path_not_found
 */
async function getBrandImage(
  { database, blobs }: Context,
  { kind, v }: { readonly kind: BrandImage; readonly v?: string | undefined },
): Promise<ByteSource> {
  const image = await selectBrandImage(database, kind)
  if (!image) throw new ApiError('path_not_found')
  const { sha256, size_bytes: sizeBytes, media_type: mediaType } = image
  return {
    sizeBytes,
    etag: `"${sha256}"`,
    mediaType,
    cacheControl:
      v !== undefined && sha256.startsWith(v) && v.length >= 16
        ? `public, max-age=${yearSeconds}, immutable`
        : 'public, no-cache',
    open: (start, endExclusive) => blobs.open(sha256, { start, endExclusive, sizeBytes }),
  }
}
