import { readFile, stat } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { checkPixels, heldBytesOf } from './check-pixels.ts'
import type { MediaLimits } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'

// libvips would keep decoded pictures of strangers in memory for a second look that never comes.
sharp.cache(false)

/**
 * How strict a decoder is: `warning` refuses what it finds odd, `error` only what is damaged or ends too
 * early, `none` gives what it can.
 */
export type Strictness = 'warning' | 'error' | 'none'

/** The picture that stands for a file: its pixels, one frame, one page, its waveform. */
export interface Picture {
  /** Size as displayed, after orientation, in full. */
  widthPx: number
  heightPx: number
  /** EXIF orientation 1 to 8 that the file carries and that {@link Picture.open} has applied already. */
  orientation: number
  /** `sRGB`, `Display P3`, `CMYK`, `Greyscale` …, null where it has none of its own (films, pages). */
  colorspace: string | null
  /** Frames or pages that the file has, null where it is one picture. */
  pages: number | null
  /** True where the pixels came from a smaller preview that the file carries, or from a drawing of it. */
  derived: boolean
  /**
   * A fresh pipeline: upright, fitting into a square of `boxPx` (null: full size), never enlarged.
   * It converts to sRGB when it is written out.
   */
  open(boxPx: number | null, strictness?: Strictness): Promise<Sharp>
}

/** What opening a picture may need. */
export interface PictureRequest {
  path: string
  mediaType: string
  limits: MediaLimits
  signal?: AbortSignal | undefined
}

/** Options under which every picture of a stranger is opened. */
export function decoding(limits: MediaLimits, strictness: Strictness = 'error'): SharpOptions {
  return { limitInputPixels: limits.maxPixels, failOn: strictness, sequentialRead: true, pages: 1 }
}

/** Fits a pipeline into a square box without enlarging it; null leaves it as it is. */
export function fitInto(image: Sharp, boxPx: number | null): Sharp {
  return boxPx === null
    ? image
    : image.resize({ width: boxPx, height: boxPx, fit: 'inside', withoutEnlargement: true })
}

/**
 * The header of a picture.
 * @throws RenditionError `broken`, `truncated` where there is none to read; `too_many_pixels`,
 * `decompression_bomb` where it promises too many
 */
export async function readHeader(input: string | Buffer, limits: MediaLimits): Promise<Metadata> {
  const header = await sharp(input, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw decodingError(error)
    })
  const sizeBytes = typeof input === 'string' ? (await stat(input)).size : input.length
  checkPixels(header.width, header.height, sizeBytes, limits, heldBytesOf(header))
  return header
}

/** What libvips, libtiff and libjpeg say of sound files that they were built without a decoder for. */
const lacksDecoder = new RegExp(
  [
    'no known route',
    'is not configured',
    'is not implemented',
    'omitted at compile time',
    'unsupported JPEG (process|data precision)',
  ].join('|'),
  'i',
)

/** What a decoder's complaint means, in plain words. */
export function decodingError(error: unknown): RenditionError {
  if (error instanceof RenditionError) return error
  const complaint = error instanceof Error ? error.message : String(error)
  if (/timeout/i.test(complaint))
    return new RenditionError('timeout', 'Decoding the image took too long and was stopped.', {
      cause: error,
    })
  if (/exceeds pixel limit/i.test(complaint))
    return new RenditionError(
      'too_many_pixels',
      'The image is too large for a preview: it has more pixels than the server opens.',
      { cause: error },
    )
  if (
    /premature end of JPEG|truncat|unexpected end|unable to parse|bad seek|read error|end of file|not enough data/i.test(
      complaint,
    )
  ) {
    return new RenditionError(
      'truncated',
      'The file is incomplete: the image ends early, perhaps cut off in transfer.',
      { cause: error },
    )
  }
  if (/too large for the \w+ format/i.test(complaint))
    return new RenditionError('too_large', 'The image is too large for this format.', { cause: error })
  if (/bad labq format/i.test(complaint)) {
    return new RenditionError(
      'unsupported',
      'The image uses 8-bit Lab colour, which cannot be shown; the file is kept unchanged.',
      { cause: error },
    )
  }
  if (lacksDecoder.test(complaint)) {
    const message =
      'The image uses colours or a compression that cannot be shown; the file is kept unchanged.'
    return new RenditionError('unsupported', message, { cause: error })
  }
  return new RenditionError('broken', 'The file is damaged: the image cannot be decoded.', { cause: error })
}

/** The colour space in the words that people use for it. */
export function colorspaceOf(header: Metadata, profileDescription?: string | null): string {
  if (header.space === 'cmyk') return 'CMYK'
  if (profileDescription) return profileDescription.replace(/^sRGB.*/i, 'sRGB')
  const names: Record<string, string> = { 'b-w': 'Greyscale', grey16: 'Greyscale', lab: 'Lab', labs: 'Lab' }
  return names[header.space ?? ''] ?? 'sRGB'
}

const turns: Record<number, [angle: number, mirrored: boolean]> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [90, true],
  6: [90, false],
  7: [270, true],
  8: [270, false],
}

/** Applies an EXIF orientation that stands outside of the pixels' own file. */
export function orient(image: Sharp, orientation: number): Sharp {
  const [angle, mirrored] = turns[orientation] ?? [0, false]
  const turned = angle === 0 ? image : image.rotate(angle)
  return mirrored ? turned.flop() : turned
}

/**
 * Reads a file that has to be held in memory whole.
 * @throws RenditionError `too_large`
 */
export async function readWhole({ path, limits }: PictureRequest): Promise<Buffer> {
  const { size } = await stat(path)
  if (size > limits.maxWholeFileBytes) {
    throw new RenditionError(
      'too_large',
      `Files of this kind are opened up to ${Math.floor(limits.maxWholeFileBytes / 1048576)} MB; this one has ${Math.ceil(size / 1048576)} MB.`,
      { data: { maxBytes: limits.maxWholeFileBytes } },
    )
  }
  return readFile(path)
}

/**
 * A picture that was drawn here, as PNG: a frame, a page, a waveform.
 * @param size of what it shows in full, where that is larger than the drawing
 */
export async function openDrawn(
  png: Buffer,
  widthPx?: number | null,
  heightPx?: number | null,
): Promise<Picture> {
  const header = await sharp(png).metadata()
  return {
    widthPx: widthPx ?? header.width,
    heightPx: heightPx ?? header.height,
    orientation: 1,
    colorspace: null,
    pages: null,
    derived: true,
    open: async (boxPx) => fitInto(sharp(png), boxPx),
  }
}

/** A pipeline may be resized once only: its pixels become the source of a new one. */
export async function rebuild(pixels: Sharp): Promise<Sharp> {
  const { data, info } = await pixels.raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}
