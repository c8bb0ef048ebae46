import type { PictureFormat } from '@cartouche/contract'
import { rm } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { defaultMediaLimits } from './media-limits.ts'
import type { Nature } from './media-types.ts'
import { openPicture } from './open-picture.ts'
import { decodingError, type Picture } from './picture.ts'
import { writeWhatDecodes } from './pixels.ts'
import { placeCut, type Cut, type PlacedCut } from './place-cut.ts'
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
 * Makes a picture of a file: cropped, resized, encoded. Where the file is a photograph that libvips decodes,
 * no more of it is decoded than the size asks for.
 * @throws RenditionError; nothing is left at `outputPath` then
 */
export async function cutPicture(request: PictureCutting, signal?: AbortSignal): Promise<CutPicture> {
  const { path, outputPath, nature, mediaType } = request
  const picture = await openPicture(nature, { path, mediaType, limits: defaultMediaLimits, signal })
  try {
    const { width, height } = picture.derived
      ? await writeCut(request, await takeDrawing(picture, request.cut))
      : await writeWhatDecodes(picture, async (strictness) => {
          const placed = placeCut({ width: picture.widthPx, height: picture.heightPx }, request.cut)
          checkSize(placed, request.format)
          const isFull = placed.whole.width >= picture.widthPx || placed.whole.height >= picture.heightPx
          const boxPx = isFull ? null : Math.max(placed.whole.width, placed.whole.height)
          return writeCut(request, { image: await picture.open(boxPx, strictness), placed })
        })
    if (request.keepsTags) await copyTags(path, outputPath)
    return { width, height }
  } catch (error) {
    await rm(outputPath, { force: true })
    throw decodingError(error)
  }
}

interface OpenedCut {
  readonly image: Sharp
  readonly placed: PlacedCut
}

/** Drawings and embedded previews are of another size than what they stand for: their pixels tell it. */
async function takeDrawing(picture: Picture, cut: Cut): Promise<OpenedCut> {
  const { data, info } = await (await picture.open(null)).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { image: sharp(data, { raw: { width, height, channels } }), placed: placeCut(info, cut) }
}

async function writeCut(
  request: PictureCutting,
  { image, placed }: OpenedCut,
): Promise<{ width: number; height: number }> {
  checkSize(placed, request.format)
  // In place of the box that the picture was opened for: to the very pixel.
  const shrunk = image.resize({ ...placed.whole, fit: 'fill', withoutEnlargement: false })
  const cut = shrunk.extract(placed.part)
  return inFormat(await inColours(cut, request), request)
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
