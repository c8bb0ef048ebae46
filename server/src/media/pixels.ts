import { rm } from 'node:fs/promises'
import { encode } from 'blurhash'
import sharp, { type Sharp } from 'sharp'
import { defaultMediaLimits } from './media-limits.ts'
import { decodingError, fitInto, type Picture, type Strictness } from './picture.ts'
import { RenditionError } from './rendition-error.ts'
import { fingerprintOf, fingerprintSidePx } from './fingerprint.ts'
import { fingerprintedRendition, type RenditionRecipe } from './rendition-recipes.ts'
import { watermarkLayer } from './watermark.ts'

/** Decoded pixels of a picture: upright, sRGB, 8 bits, three channels, transparency laid on white. */
export interface Pixels {
  data: Buffer
  widthPx: number
  heightPx: number
  /**
   * `odd` where the decoder complained and still gave the whole picture, `partial` where it gave a part and
   * the rest is empty.
   */
  damage: 'odd' | 'partial' | null
}

/** One rendition to make: its recipe and where it goes. */
export interface RenditionOutput {
  recipe: RenditionRecipe
  outputPath: string
}

/** What was made. */
export interface RenderedRendition {
  name: string
  width: number
  height: number
  sizeBytes: number
  mediaType: string
  /** True where it is a placeholder: worth another try once the missing program is there. */
  isPlaceholder: boolean
  /**
   * Of {@link fingerprintedRendition}: the fingerprint of its pixels in base64, empty where there is nothing
   * to recognize them by.
   */
  fingerprint?: string
  /** Of the same rendition: its blurhash. */
  blurhash?: string
}

/**
 * Decodes a picture once, to fit a square of `boxPx` (null: in full).
 * @throws RenditionError `broken`, `truncated`, `timeout`, `too_many_pixels`
 */
export async function takePixels(picture: Picture, boxPx: number | null): Promise<Pixels> {
  const decode = async (strictness: Strictness) => {
    const { data, info } = await plain(await picture.open(boxPx, strictness))
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, widthPx: info.width, heightPx: info.height }
  }
  try {
    return { ...(await decode('warning')), damage: null }
  } catch {
    /* said below, if it is more than odd */
  }
  try {
    return { ...(await decode('error')), damage: 'odd' }
  } catch (error) {
    const failure = decodingError(error)
    const part = isPartial(picture, failure) ? await decode('none').catch(() => null) : null
    if (part === null || isUniform(part.data)) throw failure
    return { ...part, damage: 'partial' }
  }
}

/** Whether a part of a picture may be decoded where all of it cannot. */
function isPartial(picture: Picture, { code }: RenditionError): boolean {
  return !picture.derived && (code === 'truncated' || code === 'broken')
}

/** Whether all pixels are of one colour, as decoders leave them where they found nothing. */
function isUniform(data: Buffer): boolean {
  return data.length > 3 && data.subarray(3).equals(data.subarray(0, -3))
}

function plain(image: Sharp): Sharp {
  return image.flatten({ background: '#ffffff' }).toColourspace('srgb')
}

/** The pixels as the source of a new pipeline. */
function openPixels(pixels: Pixels): Sharp {
  return sharp(pixels.data, { raw: { width: pixels.widthPx, height: pixels.heightPx, channels: 3 } })
}

async function shrink(pixels: Pixels, boxPx: number): Promise<Pixels> {
  if (Math.max(pixels.widthPx, pixels.heightPx) <= boxPx) return pixels
  const { data, info } = await fitInto(openPixels(pixels), boxPx).raw().toBuffer({ resolveWithObject: true })
  return { ...pixels, data, widthPx: info.width, heightPx: info.height }
}

/** The box that holds every rendition of a list: its largest, or 0 where all are of full size. */
export function largestBox(outputs: readonly RenditionOutput[]): number {
  return Math.max(0, ...outputs.map(({ recipe }) => recipe.boxPx ?? 0))
}

/**
 * Writes pictures of one source, each made from the next larger one, so that the file is decoded once; those
 * of full size are streamed from the file a second time instead of holding all of its pixels.
 * @param pixels taken at {@link largestBox} or more; they stay the caller's to release
 * @returns in the order of `outputs`
 * @throws RenditionError
 */
export async function writePictures(
  picture: Picture,
  pixels: Pixels | null,
  outputs: readonly RenditionOutput[],
  watermarkText: string,
  isPlaceholder: boolean,
): Promise<RenderedRendition[]> {
  const made = new Map<RenditionOutput, RenderedRendition>()
  let current = pixels
  for (const output of outputs.toSorted((a, b) => (b.recipe.boxPx ?? 0) - (a.recipe.boxPx ?? 0))) {
    const { boxPx } = output.recipe
    if (boxPx === null) {
      made.set(output, await writeFullSize(picture, output, watermarkText, isPlaceholder))
    } else {
      const larger: Pixels = current ?? (await takePixels(picture, boxPx))
      current = await shrink(larger, boxPx)
      if (larger !== current && larger !== pixels) releasePixels(larger)
      const written = await writePicture(openPixels(current), current, output, watermarkText, isPlaceholder)
      const isFingerprinted = output.recipe.name === fingerprintedRendition && !isPlaceholder
      made.set(output, isFingerprinted ? { ...written, ...(await markPixels(current)) } : written)
    }
  }
  if (current !== pixels) releasePixels(current)
  return outputs.flatMap((output) => made.get(output) ?? [])
}

/**
 * Frees pixels; whoever took them does, when nothing reads them any more. Left to the collector, each
 * picture of some megabytes would have it look through the whole heap.
 * @param pixels are empty afterwards; null: there are none
 * @source decision 0273: measured
 */
export function releasePixels(pixels: Pixels | null): void {
  const buffer = pixels?.data.buffer
  // A small buffer may lie in memory that others share.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === pixels?.data.byteLength) buffer.transfer(0)
}

/** What a picture is recognized by, and what stands in its place while it loads. */
async function markPixels(pixels: Pixels): Promise<Pick<RenderedRendition, 'fingerprint' | 'blurhash'>> {
  return { fingerprint: await fingerprintPixels(pixels), blurhash: await hashBlur(pixels) }
}

/** Small enough to cost nothing beside the whole. */
const probeBoxPx = 64

async function writeFullSize(
  picture: Picture,
  output: RenditionOutput,
  watermarkText: string,
  isPlaceholder: boolean,
): Promise<RenderedRendition> {
  if (picture.derived) {
    const pixels = await takePixels(picture, null)
    return writePicture(openPixels(pixels), pixels, output, watermarkText, isPlaceholder)
  }
  const write = async (strictness: Strictness) =>
    writePicture(plain(await picture.open(null, strictness)), picture, output, watermarkText, isPlaceholder)
  return writeWhatDecodes(picture, write)
}

/**
 * Writes a picture, or the part of it that can be decoded.
 * @throws RenditionError
 */
export async function writeWhatDecodes<Written>(
  picture: Picture,
  write: (strictness: Strictness) => Promise<Written>,
): Promise<Written> {
  return write('error').catch(async (error: unknown) => {
    if (!(error instanceof RenditionError && isPartial(picture, error))) throw error
    // Refuses where no part of it decodes.
    await takePixels(picture, probeBoxPx)
    return write('none')
  })
}

async function writePicture(
  image: Sharp,
  size: { widthPx: number; heightPx: number },
  { recipe, outputPath }: RenditionOutput,
  watermarkText: string,
  isPlaceholder: boolean,
): Promise<RenderedRendition> {
  try {
    const marked = recipe.watermark
      ? image.composite([await watermarkLayer(size.widthPx, size.heightPx, watermarkText)])
      : image
    const info = await inFormat(inColours(marked, recipe), recipe, size.widthPx * size.heightPx).toFile(
      outputPath,
    )
    return {
      name: recipe.name,
      width: info.width,
      height: info.height,
      sizeBytes: info.size,
      mediaType: recipe.mediaType,
      isPlaceholder,
    }
  } catch (error) {
    await rm(outputPath, { force: true })
    throw decodingError(error)
  }
}

function inColours(image: Sharp, { colourSpace = 'srgb' }: RenditionRecipe): Sharp {
  if (colourSpace === 'gray') return image.toColourspace('b-w')
  return colourSpace === 'srgb' ? image : image.withIccProfile(colourSpace)
}

/** Side of a tile: a large window shows some 20 of them. */
const tilePx = 512

function inFormat(image: Sharp, { format = 'jpeg', quality }: RenditionRecipe, pixels: number): Sharp {
  switch (format) {
    // The best code is known only when all has been seen: the encoder would hold the whole picture, 6 bytes a
    // pixel.
    case 'jpeg':
      return image.jpeg({ quality, optimiseCoding: pixels <= defaultMediaLimits.maxHeldPixels })
    case 'png':
      return image.png({ compressionLevel: 9 })
    case 'webp':
      return image.webp({ quality })
    // More effort takes 5 to 50 times as long for files that are a tenth smaller: decision 0175.
    case 'avif':
      return image.avif({ quality, effort: 0 })
    case 'tiles':
      return image
        .jpeg({ quality })
        .tile({ size: tilePx, overlap: 0, layout: 'dz', container: 'zip', basename: 'picture' })
    case 'tiff':
      return image.tiff({ compression: 'lzw', predictor: 'horizontal' })
  }
}

/** The fingerprint of a picture in base64; empty where there is nothing to recognize it by. */
export async function fingerprintPixels(pixels: Pixels): Promise<string> {
  const greys = await openPixels(pixels)
    .resize(fingerprintSidePx, fingerprintSidePx, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return Buffer.from(fingerprintOf(greys) ?? []).toString('base64')
}

/** The blurhash of a picture: 4 × 3 components, upright ones 3 × 4. */
export async function hashBlur(pixels: Pixels): Promise<string> {
  const { data, info } = await openPixels(pixels)
    .resize(32, 32, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [across, down] = info.width >= info.height ? [4, 3] : [3, 4]
  return encode(new Uint8ClampedArray(data), info.width, info.height, across, down)
}
