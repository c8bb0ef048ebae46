import { readFile, rm, writeFile } from 'node:fs/promises'
import { ApiError, type BrandImage } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import type { Redrawing } from '../../media/redraw-picture.ts'
import { RenditionError } from '../../media/rendition-error.ts'

/** A picture of the brand, drawn again from what somebody uploaded. */
export interface DrawnImage {
  readonly bytes: Buffer
  readonly mediaType: string
  readonly width: number
  readonly height: number
}

/** What is decoded; a drawing in SVG may carry programs and addresses of others. */
const formats = ['jpeg', 'png', 'webp', 'gif', 'heif']

const recipes: Readonly<Record<BrandImage, Omit<Redrawing, 'path' | 'outputPath' | 'formats'>>> = {
  logo: { outputFormat: 'png', widthPx: 640, heightPx: 160, fit: 'inside' },
  background: { outputFormat: 'webp', widthPx: 2560, heightPx: 1600, fit: 'inside' },
  favicon: { outputFormat: 'png', widthPx: 128, heightPx: 128, fit: 'contain' },
}

/**
 * Draws a picture of the brand again, in a media worker: within bounds, without what the file carries beside
 * its pixels. The file itself is never served.
 * @param dataUrl `data:image/png;base64,…`; what it says of its type is not believed
 * @throws branding_image_refused
 */
export async function drawBrandImage(
  services: Services,
  kind: BrandImage,
  dataUrl: string,
): Promise<DrawnImage> {
  const encoded = /^data:[^,]{0,100};base64,(.+)$/s.exec(dataUrl)?.[1]
  if (encoded === undefined)
    throw new ApiError('branding_image_refused', { reason: 'a file is expected, as data:image/png;base64,…' })
  const recipe = recipes[kind]
  const [path, outputPath] = await Promise.all([
    services.blobs.newScratchPath(),
    services.blobs.newScratchPath(`.${recipe.outputFormat}`),
  ])
  try {
    await writeFile(path, Buffer.from(encoded, 'base64'), { mode: 0o600 })
    const size = await services.mediaWorkers.redraw({ ...recipe, path, outputPath, formats })
    return { ...size, bytes: await readFile(outputPath), mediaType: `image/${recipe.outputFormat}` }
  } catch (error) {
    throw error instanceof RenditionError && error.isOfFile
      ? new ApiError('branding_image_refused', { reason: reasonOf(error) })
      : error
  } finally {
    await Promise.all([path, outputPath].map((one) => rm(one, { force: true })))
  }
}

function reasonOf({ code, message }: RenditionError): string {
  if (code !== 'unsupported') return 'it is no picture that can be read, or larger than 80 megapixels'
  return `it is ${message === 'svg' ? 'a drawing in SVG, which may carry programs' : message}; JPEG, PNG, WebP, GIF and AVIF are taken`
}
