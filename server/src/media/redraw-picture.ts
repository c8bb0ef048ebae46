import sharp from 'sharp'
import { defaultMediaLimits } from './media-limits.ts'
import { decodingError } from './picture.ts'
import { RenditionError } from './rendition-error.ts'

/** A picture that is drawn again within bounds, without what its file carries beside its pixels. */
export interface Redrawing {
  path: string
  outputPath: string
  /** What is decoded, as sharp names it. */
  formats: readonly string[]
  widthPx: number
  heightPx: number
  /** `inside`: never enlarged; `contain`: of exactly this size, transparent where it does not reach. */
  fit: 'inside' | 'contain'
  outputFormat: 'png' | 'webp'
}

/**
 * Draws a picture again.
 * @returns its size in pixels
 * @throws RenditionError `unsupported` with the name of another format as message; `broken`,
 * `too_many_pixels`
 */
export async function redrawPicture({
  path,
  outputPath,
  formats,
  widthPx,
  heightPx,
  fit,
  outputFormat,
}: Redrawing): Promise<{ width: number; height: number }> {
  const source = sharp(path, { limitInputPixels: defaultMediaLimits.maxHeldPixels, failOn: 'error' })
  const { format } = await source.metadata().catch((error: unknown) => {
    throw decodingError(error)
  })
  if (!formats.includes(format)) throw new RenditionError('unsupported', format)
  const bounds =
    fit === 'inside' ? { withoutEnlargement: true } : { background: { r: 0, g: 0, b: 0, alpha: 0 } }
  const drawn = source.autoOrient().resize({ width: widthPx, height: heightPx, fit, ...bounds })
  const encoded = outputFormat === 'png' ? drawn.png() : drawn.webp({ quality: 80 })
  const { width, height } = await encoded
    .timeout({ seconds: defaultMediaLimits.pictureTimeoutMs / 1000 })
    .toFile(outputPath)
    .catch((error: unknown) => {
      throw decodingError(error)
    })
  return { width, height }
}
