import type { PictureFormat } from '@cartouche/contract'
import { rm } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { defaultMediaLimits } from './media-limits.ts'
import type { Nature } from './media-types.ts'
import { openCut, type OpenedCut } from './open-cut.ts'
import { openPicture } from './open-picture.ts'
import { decodingError, type Strictness } from './picture.ts'
import { writeWhatDecodes } from './pixels.ts'
import type { Cut, PlacedCut } from './place-cut.ts'
import { RenditionError } from './rendition-error.ts'
import { copyTags } from './write-tags.ts'

/** A picture that is made on demand. */
export interface PictureCutting {
  path: string
  outputPath: string
  nature: Nature
  mediaType: string
  cut: Cut
  format: PictureFormat
  quality: number
  /** Colours in which it is written, with their profile where they are not sRGB. */
  colourSpace: 'srgb' | 'p3'
  /** Whether it carries the tags of the file. */
  keepsTags: boolean
}

/** What was made. */
export interface CutPicture {
  width: number
  height: number
}

/**
 * Most pixels of what is written: an encoder holds them all, and the one of AVIF several times.
 * @source decision 0202, measured
 */
const maxPixels: Readonly<Record<PictureFormat, number>> = {
  jpeg: 40_000_000,
  webp: 40_000_000,
  png: 40_000_000,
  avif: 16_000_000,
}

/**
 * Makes a picture of a file: cropped, resized, encoded.
 * @throws RenditionError; nothing is left at `outputPath` then
 */
export async function cutPicture(request: PictureCutting, signal?: AbortSignal): Promise<CutPicture> {
  const { path, outputPath, nature, mediaType } = request
  const picture = await openPicture(nature, { path, mediaType, limits: defaultMediaLimits, signal })
  try {
    const write = async (strictness?: Strictness) =>
      writeCut(request, await openCut(picture, request.cut, strictness))
    const { width, height } = picture.derived ? await write() : await writeWhatDecodes(picture, write)
    if (request.keepsTags) await copyTags(path, outputPath)
    return { width, height }
  } catch (error) {
    await rm(outputPath, { force: true })
    throw decodingError(error)
  }
}

async function writeCut(
  request: PictureCutting,
  { image, placed }: OpenedCut,
): Promise<{ width: number; height: number }> {
  checkSize(placed, request.format)
  return inFormat(await inColours(image, request), request)
    .toFile(request.outputPath)
    .catch((error: unknown) => {
      throw decodingError(error)
    })
}

function checkSize({ part: { width, height } }: PlacedCut, format: PictureFormat): void {
  if (width * height <= maxPixels[format]) return
  const [asked, most] = [width * height, maxPixels[format]].map((pixels) => Math.ceil(pixels / 1_000_000))
  throw new RenditionError(
    'too_many_pixels',
    `The picture would have ${asked} megapixels; ${format} is made with up to ${most}. Ask for a smaller one.`,
  )
}

/**
 * Wide-gamut colours survive only where they are never sRGB on the way: 16 bits from their profile on. Of
 * what has no profile, libvips would take 16 bits for Display P3 already.
 * @source decision 0202, measured
 */
async function inColours(image: Sharp, { colourSpace, format }: PictureCutting): Promise<Sharp> {
  const flat = format === 'jpeg' ? image.flatten({ background: '#ffffff' }) : image
  if (colourSpace === 'srgb') return flat.toColourspace('srgb')
  const { hasProfile } = await image.metadata()
  return flat.pipelineColourspace(hasProfile ? 'rgb16' : 'srgb').withIccProfile('p3')
}

function inFormat(image: Sharp, { format, quality }: PictureCutting): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality })
    case 'webp':
      return image.webp({ quality })
    // More effort takes 5 to 50 times as long for files that are a tenth smaller: decision 0175.
    case 'avif':
      return image.avif({ quality, effort: 0 })
    case 'png':
      return image.png()
  }
}
