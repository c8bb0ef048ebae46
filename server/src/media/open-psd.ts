import sharp, { type Sharp } from 'sharp'
import { checkPixels } from './check-pixels.ts'
import { decodeByFfmpeg } from './decode-by-ffmpeg.ts'
import {
  decodingError,
  fitInto,
  readHeader,
  readWhole,
  rebuild,
  type Picture,
  type PictureRequest,
} from './picture.ts'
import { readEmbeddedPicture } from './read-tags.ts'
import { RenditionError } from './rendition-error.ts'
import { tagProfile } from './tag-profile.ts'

interface PsdHeader {
  widthPx: number
  heightPx: number
  colorspace: string
  composable: boolean
  icc: Buffer | null
}

const modes: Record<number, string> = {
  0: 'Bitmap',
  1: 'Greyscale',
  2: 'Indexed',
  3: 'sRGB',
  4: 'CMYK',
  7: 'Multichannel',
  8: 'Duotone',
  9: 'Lab',
}

/**
 * Opens the composite picture that Photoshop puts beside the layers (8 bits, RGB or grey); of other modes
 * what ffmpeg makes of it, or the small preview inside.
 * @throws RenditionError `broken`, `truncated`, `unsupported` where there is neither, `too_many_pixels`,
 * `decompression_bomb`, `too_large`
 */
export async function openPsd(request: PictureRequest): Promise<Picture> {
  const file = await readWhole(request)
  const header = readPsdHeader(file)
  checkPixels(header.widthPx, header.heightPx, file.length, request.limits)
  const facts = {
    widthPx: header.widthPx,
    heightPx: header.heightPx,
    orientation: 1,
    colorspace: header.colorspace,
    pages: null,
  }
  if (compositeEnd(file) > file.length)
    throw new RenditionError(
      'truncated',
      'The file is incomplete: the image ends early, perhaps cut off in transfer.',
    )
  const composite = header.composable ? await readComposite(file, request.limits.maxHeldPixels) : null
  if (composite) {
    return {
      ...facts,
      derived: false,
      open: async (boxPx) => {
        const pixels = fitInto(
          sharp(composite, { raw: { width: header.widthPx, height: header.heightPx, channels: 4 } }),
          boxPx,
        )
        return header.icc ? sharp(await tagProfile(pixels, header.icc)) : rebuild(pixels)
      },
    }
  }
  const preview =
    (await decodeByFfmpeg(request).catch(() => null)) ??
    (await readEmbeddedPicture(request.path, 'PhotoshopThumbnail'))
  if (!preview)
    throw new RenditionError(
      'unsupported',
      `Photoshop files in this mode (${header.colorspace}) cannot be shown; the file is kept unchanged.`,
    )
  await readHeader(preview, request.limits)
  return { ...facts, derived: true, open: async (boxPx): Promise<Sharp> => fitInto(sharp(preview), boxPx) }
}

/** @source Adobe Photoshop File Formats Specification, "File Header Section" and "Image Resources Section" */
function readPsdHeader(file: Buffer): PsdHeader {
  if (file.length < 34)
    throw new RenditionError(
      'truncated',
      'The file is incomplete: the image ends early, perhaps cut off in transfer.',
    )
  const mode = file.readUInt16BE(24)
  const resourcesAt = 30 + file.readUInt32BE(26)
  return {
    heightPx: file.readUInt32BE(14),
    widthPx: file.readUInt32BE(18),
    colorspace: modes[mode] ?? 'unknown',
    composable: file.readUInt16BE(4) === 1 && file.readUInt16BE(22) === 8 && (mode === 1 || mode === 3),
    icc: mode === 3 ? findIccProfile(file, resourcesAt) : null,
  }
}

function findIccProfile(file: Buffer, resourcesAt: number): Buffer | null {
  const iccProfileId = 1039
  if (resourcesAt + 4 > file.length) return null
  const end = Math.min(file.length, resourcesAt + 4 + file.readUInt32BE(resourcesAt))
  for (let at = resourcesAt + 4; at + 12 <= end;) {
    if (file.toString('latin1', at, at + 4) !== '8BIM') return null
    const nameBytes = file.readUInt8(at + 6) + 1
    const sizeAt = at + 6 + nameBytes + (nameBytes % 2)
    if (sizeAt + 4 > end) return null
    const size = file.readUInt32BE(sizeAt)
    if (file.readUInt16BE(at + 4) === iccProfileId)
      return file.subarray(sizeAt + 4, Math.min(end, sizeAt + 4 + size))
    at = sizeAt + 4 + size + (size % 2)
  }
  return null
}

/**
 * Where the composite must end by what stands before it: ag-psd takes missing rows for empty ones. 0 where
 * that is not known (PSB, zip).
 */
function compositeEnd(file: Buffer): number {
  if (file.readUInt16BE(4) !== 1) return 0
  let at = 26
  // Three sections with their lengths: colours, resources, layers.
  for (let section = 0; section < 3; section += 1) {
    if (at + 4 > file.length) return Infinity
    at += 4 + file.readUInt32BE(at)
  }
  if (at + 2 > file.length) return Infinity
  const [channels, heightPx, widthPx, depth] = [
    file.readUInt16BE(12),
    file.readUInt32BE(14),
    file.readUInt32BE(18),
    file.readUInt16BE(22),
  ]
  const [compression, rows] = [file.readUInt16BE(at), channels * heightPx]
  if (compression === 0) return at + 2 + rows * Math.ceil((widthPx * depth) / 8)
  if (compression !== 1) return 0
  let end = at + 2 + rows * 2
  if (end > file.length) return Infinity
  for (let row = 0; row < rows; row += 1) end += file.readUInt16BE(at + 2 + row * 2)
  return end
}

async function readComposite(file: Buffer, maxPixels: number): Promise<Uint8ClampedArray | null> {
  // Few files are Photoshop's: every worker that starts would pay for loading it (2026-11: 0.1 s).
  const { initializeCanvas, readPsd } = await import('ag-psd')
  // ag-psd asks a canvas for its buffers; plain arrays do.
  initializeCanvas(
    () => {
      throw new Error('no canvas is needed for composites')
    },
    (width, height) => ({
      width,
      height,
      data: new Uint8ClampedArray(width * height * 4),
      colorSpace: 'srgb',
    }),
  )
  try {
    const psd = readPsd(file, {
      skipLayerImageData: true,
      skipThumbnail: true,
      skipLinkedFilesData: true,
      useImageData: true,
      totalMemoryLimit: maxPixels * 8,
    })
    const pixels = psd.imageData?.data
    return pixels instanceof Uint8ClampedArray
      ? pixels
      : pixels instanceof Uint8Array
        ? new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length)
        : null
  } catch (error) {
    throw decodingError(error)
  }
}
