import type { Metadata } from 'sharp'
import { heldBytesUsual, type MediaLimits } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'

/**
 * What the decoder of a picture holds for each of its pixels while it is shrunk: 0 where it gives row after
 * row.
 */
export function heldBytesOf({
  format,
  isProgressive,
  chromaSubsampling = '',
  channels,
  depth,
}: Metadata): number {
  if (format === 'jpeg') {
    // All coefficients, of 2 bytes, until the last scan has been read.
    const planes = chromaSubsampling === '4:2:0' ? 1.5 : chromaSubsampling === '4:2:2' ? 2 : channels
    return isProgressive ? 2 * planes : 0
  }
  if (format === 'png') return isProgressive ? pixelBytes(channels, depth) : 0
  if (format === 'tiff') return 0
  return format === 'webp' ? 4 : heldBytesUsual
}

function pixelBytes(channels: number, depth: string): number {
  return channels * (depth.endsWith('char') ? 1 : depth.endsWith('short') ? 2 : 4)
}

/**
 * Refuses to write a turned picture in full size where its pixels cannot be held: they come row by row and go
 * column by column.
 * @throws RenditionError `too_many_pixels`
 */
export function checkTurning(
  { width, height, channels, depth, orientation = 1 }: Metadata,
  limits: MediaLimits,
): void {
  const mostPixels = mostPixelsOf(limits, pixelBytes(channels, depth))
  if (orientation <= 2 || width * height <= mostPixels) return
  throw new RenditionError(
    'too_many_pixels',
    `The picture is too large to be turned upright in full size, which is done up to ${megapixels(mostPixels)} megapixels; smaller sizes and the original are there.`,
    { data: { about: 'turning', width, height, maxMegapixels: roundedMegapixels(mostPixels) } },
  )
}

const roundedMegapixels = (pixels: number): number => Math.round(pixels / 100_000) / 10
const megapixels = (pixels: number): string => `${roundedMegapixels(pixels)}`

function mostPixelsOf({ maxPixels, maxHeldPixels }: MediaLimits, heldBytes: number): number {
  return Math.min(maxPixels, (maxHeldPixels * heldBytesUsual) / heldBytes)
}

/**
 * Refuses sizes outside of the limit.
 * @param heldBytes what the decoder holds for each pixel
 * @throws RenditionError `too_many_pixels`; `decompression_bomb` where the file is far too small for so many
 */
export function checkPixels(
  widthPx: number,
  heightPx: number,
  sizeBytes: number,
  limits: MediaLimits,
  heldBytes = heldBytesUsual,
): void {
  const pixels = widthPx * heightPx
  const mostPixels = mostPixelsOf(limits, heldBytes)
  // No camera writes less than a hundredth of a byte per pixel.
  const isBomb = pixels > Math.min(mostPixels, limits.maxHeldPixels) && sizeBytes < pixels / 100
  if (pixels <= mostPixels && !isBomb) return
  const size = `${widthPx} × ${heightPx} pixels (${megapixels(pixels)} megapixels)`
  if (isBomb) {
    throw new RenditionError(
      'decompression_bomb',
      `A file of ${Math.ceil(sizeBytes / 1024)} kB that claims ${size} is not a picture to be opened here: so large ones take a byte for a hundred pixels at least.`,
      { data: { sizeBytes, width: widthPx, height: heightPx } },
    )
  }
  const kind = mostPixels < limits.maxPixels ? 'stored in this way ' : ''
  throw new RenditionError(
    'too_many_pixels',
    `The picture is too large for a preview: it has ${size}; pictures ${kind}are shown up to ${megapixels(mostPixels)} megapixels.`,
    {
      data: {
        about: 'preview',
        width: widthPx,
        height: heightPx,
        maxMegapixels: roundedMegapixels(mostPixels),
      },
    },
  )
}
