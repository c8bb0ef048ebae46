import { readFile, stat } from 'node:fs/promises'
import sharp from 'sharp'
import { checkPixels } from './check-pixels.ts'
import { decodeByFfmpeg } from './decode-by-ffmpeg.ts'
import { findUndecodedCodec } from './heif-codec.ts'
import { isRawPhotograph, mediaTypeOf } from './media-types.ts'
import { factsOf, openByHeader } from './open-direct.ts'
import { openLabTiff } from './open-lab-tiff.ts'
import { openPsd } from './open-psd.ts'
import { openRadiance } from './open-radiance.ts'
import {
  colorspaceOf,
  decoding,
  decodingError,
  fitInto,
  orient,
  readHeader,
  readWhole,
  rebuild,
  type Picture,
  type PictureRequest,
} from './picture.ts'
import { imageSizeOf } from './map-tags.ts'
import { readEmbeddedPicture, readTags } from './read-tags.ts'
import { RenditionError } from './rendition-error.ts'
import { tagProfile } from './tag-profile.ts'

const direct = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
])

/**
 * Opens a still picture of any kind that can be decoded here.
 * @throws RenditionError `unsupported`, `broken`, `truncated`, `too_many_pixels`, `decompression_bomb`,
 * `too_large`
 */
export async function openPhotograph(request: PictureRequest): Promise<Picture> {
  const { mediaType } = request
  if (direct.has(mediaType)) return openDirect(request)
  if (mediaType === 'image/svg+xml') return openSvg(request)
  if (/^image\/hei[cf]/.test(mediaType)) return openHeic(request)
  if (mediaType === 'image/vnd.adobe.photoshop') return openPsd(request)
  if (mediaType === 'image/vnd.radiance') return openRadiance(request)
  if (isRawPhotograph(mediaType)) return openRaw(request)
  return (await openByFfmpeg(request)) ?? unsupported(mediaType)
}

/** Kinds of which libvips decodes most and ffmpeg some of the rest: animated AVIF, rare forms of TIFF. */
const secondChance = new Set(['image/avif', 'image/tiff'])

async function openDirect(request: PictureRequest): Promise<Picture> {
  const { path, mediaType, limits } = request
  if (!secondChance.has(mediaType)) return openByHeader(path, limits)
  const lab = mediaType === 'image/tiff' ? await openLabTiff(request) : null
  if (lab) return lab
  try {
    const picture = await openByHeader(path, limits)
    // A header may promise what the decoder lacks: a small picture shows it.
    await (await picture.open(16)).raw().toBuffer()
    return picture
  } catch (error) {
    const failure = decodingError(error)
    const second =
      failure.code === 'broken' || failure.code === 'unsupported' ? await openByFfmpeg(request) : null
    if (second === null) throw failure
    return second
  }
}

function unsupported(mediaType: string): never {
  throw new RenditionError(
    'unsupported',
    `This file type (${mediaTypeOf(mediaType).label}) cannot be shown; the file is kept unchanged.`,
  )
}

async function openByFfmpeg(request: PictureRequest): Promise<Picture | null> {
  const picture = await decodeByFfmpeg(request).catch((error: unknown) => {
    // A kind that this ffmpeg was built without looks like a damaged file: neither is certain.
    if (error instanceof RenditionError && (error.code === 'broken' || error.code === 'tool_missing'))
      return null
    throw error
  })
  if (!picture) return null
  const header = await readHeader(picture, request.limits)
  return {
    ...factsOf(header),
    open: async (boxPx) => fitInto(sharp(picture, decoding(request.limits)), boxPx),
  }
}

const seconds = (ms: number) => ({ seconds: Math.max(1, Math.round(ms / 1000)) })

/**
 * HEIC is decoded whole and upright by libheif; the profile, nearly always Display P3, is put back on after
 * the pixels were made fewer.
 */
async function openHeic(request: PictureRequest): Promise<Picture> {
  const codec = await findUndecodedCodec(request.path)
  if (codec)
    throw new RenditionError(
      'unsupported',
      `This HEIF image is ${codec}, which cannot be shown; the file is kept unchanged.`,
    )
  const header = await readHeader(request.path, request.limits)
  if (header.compression === 'av1') return openByHeader(request.path, request.limits)
  const bytes = await readWhole(request)
  // Few files are HEIC: every worker that starts would pay for loading it (2026-11: 0.1 s and 6 MB).
  const { default: decodeHeic } = await import('heic-decode')
  const { width, height, data } = await decodeHeic({ buffer: bytes }).catch((error: unknown) => {
    throw decodingError(error)
  })
  checkPixels(width, height, bytes.length, request.limits)
  const { icc } = header
  const orientation = await orientationOfExif(request)
  const swapped = orientation >= 5
  return {
    widthPx: swapped ? height : width,
    heightPx: swapped ? width : height,
    orientation,
    colorspace: colorspaceOf(header),
    pages: null,
    derived: false,
    open: async (boxPx) => {
      const decoded = sharp(data, {
        raw: { width, height, channels: 4 },
        limitInputPixels: request.limits.maxHeldPixels,
      }).removeAlpha()
      const pixels = fitInto(orient(decoded, orientation), boxPx)
      return icc ? sharp(await tagProfile(pixels, icc)) : rebuild(pixels)
    },
  }
}

/**
 * HEIC turns a picture by a property of its container, and libheif obeys it; EXIF then only repeats it. Some
 * writers leave the property out, and EXIF alone knows how the camera was held.
 */
async function orientationOfExif({ path, mediaType }: PictureRequest): Promise<number> {
  const tags = await readTags(path, mediaType)
  const orientation = Number(tags['EXIF:Orientation'] ?? 1)
  return tags['QuickTime:Rotation'] === undefined && orientation >= 1 && orientation <= 8 ? orientation : 1
}

/**
 * Pages that only their own program draws (EPS, PostScript, InDesign) show the preview that it put inside.
 * @throws RenditionError `unsupported` where there is none
 */
export async function openEmbeddedPreview({ path, limits }: PictureRequest): Promise<Picture> {
  for (const tag of ['PageImage', 'TIFFPreview', 'PreviewImage', 'PhotoshopThumbnail', 'ThumbnailImage']) {
    const preview = await readEmbeddedPicture(path, tag)
    const picture = preview && (await openByHeader(preview, limits).catch(() => null))
    if (picture) return { ...picture, derived: true, colorspace: null, pages: null }
  }
  throw new RenditionError('unsupported', 'This document contains no preview; the file is kept unchanged.')
}

/** Raw photographs show the largest preview that the camera or converter put in, turned as the raw says. */
async function openRaw({ path, mediaType, limits }: PictureRequest): Promise<Picture> {
  const tags = await readTags(path, mediaType)
  const [rawWidth = 0, rawHeight = 0] = imageSizeOf(tags).split(/[ x]/).map(Number)
  const orientation = Number(tags['EXIF:Orientation'] ?? 1)
  for (const tag of ['JpgFromRaw', 'PreviewImage', 'OtherImage', 'ThumbnailImage']) {
    const preview = await readEmbeddedPicture(path, tag)
    const header = preview && (await readHeader(preview, limits).catch(() => null))
    if (!preview || !header) continue
    // Some converters turn the preview already and keep the orientation of the raw.
    const turned = orientation >= 5 && header.width < header.height === rawWidth > rawHeight
    const upright = turned ? 1 : orientation
    const swapped = orientation >= 5
    return {
      widthPx: (swapped ? rawHeight : rawWidth) || header.width,
      heightPx: (swapped ? rawWidth : rawHeight) || header.height,
      orientation,
      colorspace: colorspaceOf(header),
      pages: null,
      derived: true,
      open: async (boxPx, strictness) =>
        fitInto(orient(sharp(preview, decoding(limits, strictness)), upright), boxPx),
    }
  }
  throw new RenditionError('unsupported', 'This raw photo contains no preview; the file is kept unchanged.')
}

/**
 * Drawings are only ever shown as pixels. Read from memory they have no address, so that nothing they refer
 * to is loaded, and scripts are not run by librsvg at all.
 */
async function openSvg({ path, limits }: PictureRequest): Promise<Picture> {
  const { size } = await stat(path)
  if (size > limits.maxSvgBytes)
    throw new RenditionError(
      'too_large',
      `Drawings are opened up to ${Math.floor(limits.maxSvgBytes / 1048576)} MB.`,
      { data: { maxBytes: limits.maxSvgBytes } },
    )
  const drawing = await readFile(path)
  const header = await sharp(drawing, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new RenditionError('broken', 'The file is damaged: it is not valid SVG.', { cause: error })
    })
  const longest = Math.max(header.width, header.height)
  return {
    widthPx: header.width,
    heightPx: header.height,
    orientation: 1,
    colorspace: null,
    pages: null,
    derived: true,
    open: async (boxPx) => {
      const density = Math.min(2400, Math.max(1, (72 * (boxPx ?? svgFullSizePx)) / longest))
      return fitInto(
        sharp(drawing, { ...decoding(limits), density }).timeout(seconds(limits.pictureTimeoutMs)),
        boxPx,
      )
    },
  }
}

const svgFullSizePx = 2048
