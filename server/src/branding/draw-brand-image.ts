import { ApiError, type BrandImage } from '@cartouche/contract'
import sharp, { type Sharp } from 'sharp'
import { defaultMediaLimits } from '../media/media-limits.ts'

/** A picture of the brand, drawn anew from what somebody uploaded. */
export interface DrawnImage { readonly bytes: Buffer; readonly mediaType: string; readonly width: number; readonly height: number }

/** What is decoded; a drawing in SVG may carry programs and addresses of others. */
const decoded: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

interface Recipe { readonly mediaType: string; readonly draw: (picture: Sharp) => Sharp }
const recipes: Readonly<Record<BrandImage, Recipe>> = {
  logo: { mediaType: 'image/png', draw: (picture) => picture.resize({ width: 640, height: 160, fit: 'inside', withoutEnlargement: true }).png() },
  background: { mediaType: 'image/webp', draw: (picture) => picture.resize({ width: 2560, height: 1600, fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }) },
  favicon: { mediaType: 'image/png', draw: (picture) => picture.resize({ width: 128, height: 128, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }).png() },
}

/**
 * Draws a picture of the brand anew: within bounds, without what the file carries beside its pixels. The file itself is never served.
 * @param dataUrl `data:image/png;base64,…`; what it says of its type is not believed
 * @throws branding_image_refused
 */
export async function drawBrandImage(kind: BrandImage, dataUrl: string): Promise<DrawnImage> {
  const encoded = /^data:[^,]{0,100};base64,(.+)$/s.exec(dataUrl)?.[1]
  if (encoded === undefined) throw new ApiError('branding_image_refused', { reason: 'a file is expected, as data:image/png;base64,…' })
  const { mediaType, draw } = recipes[kind]
  const source = sharp(Buffer.from(encoded, 'base64'), { limitInputPixels: defaultMediaLimits.maxPixels, failOn: 'error' })
  try {
    const { format } = await source.metadata()
    if (!decoded.has(format)) throw new ApiError('branding_image_refused', { reason: `it is ${format === 'svg' ? 'a drawing in SVG, which may carry programs' : format}; JPEG, PNG, WebP, GIF and AVIF are taken` })
    const { data, info } = await draw(source.autoOrient()).timeout({ seconds: defaultMediaLimits.pictureTimeoutMs / 1000 }).toBuffer({ resolveWithObject: true })
    return { bytes: data, mediaType, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('branding_image_refused', { reason: 'it is no picture that can be read, or larger than 80 megapixels' })
  }
}
