import sharp from 'sharp'
import { checkPixels } from './check-pixels.ts'
import { encodeSrgb } from './encode-srgb.ts'
import { fitInto, readWhole, rebuild, type Picture, type PictureRequest } from './picture.ts'
import { RenditionError } from './rendition-error.ts'

const cut = () =>
  new RenditionError(
    'truncated',
    'The file is incomplete: the image ends early, perhaps cut off in transfer.',
  )

/**
 * Opens a Radiance picture (RGBE): linear light, of which what is brighter than white is cut, as of OpenEXR.
 * @source Ward, "Real Pixels", Graphics Gems II; Radiance file formats, "Picture File Format (.hdr)"
 * @throws RenditionError `broken`, `truncated`, `unsupported` (colours in XYZ, rows that run otherwise),
 * `too_many_pixels`, `too_large`
 */
export async function openRadiance(request: PictureRequest): Promise<Picture> {
  const file = await readWhole(request)
  const { width, height, isUpsideDown, exposure, pixelsAt } = readHead(file)
  checkPixels(width, height, Infinity, request.limits)
  const pixels = Buffer.alloc(width * height * 3)
  const row = Buffer.alloc(width * 4)
  let at = pixelsAt
  for (let line = 0; line < height; line += 1) {
    at = readRow(file, at, row)
    writeRow(row, pixels, (isUpsideDown ? height - 1 - line : line) * width * 3, exposure)
  }
  return {
    widthPx: width,
    heightPx: height,
    orientation: 1,
    colorspace: 'sRGB',
    pages: null,
    derived: false,
    open: async (boxPx) => rebuild(fitInto(sharp(pixels, { raw: { width, height, channels: 3 } }), boxPx)),
  }
}

function readHead(file: Buffer) {
  const text = file.toString('latin1', 0, Math.min(file.length, 64 * 1024))
  const [, lines = '', vertical = '', down = '', across = ''] =
    /^([\s\S]*?\n)\n([-+])Y +(\d{1,7}) +\+X +(\d{1,7})\n/.exec(text) ?? []
  if (/FORMAT=32-bit_rle_xyze/.test(lines) || /\n\n([-+]X|[-+]Y +\d+ +-X)/.test(text)) {
    throw new RenditionError(
      'unsupported',
      'This variant of Radiance HDR cannot be shown; the file is kept unchanged.',
    )
  }
  const [width, height] = [Number(across), Number(down)]
  if (!width || !height)
    throw new RenditionError('broken', 'The file is damaged: the image cannot be decoded.')
  // Every program that made it brighter said so: the light of the scene is what it was before.
  const exposure = [...lines.matchAll(/^EXPOSURE= *([\d.eE+-]+)/gm)].reduce(
    (product, [, value]) => product * (Number(value) || 1),
    1,
  )
  const pixelsAt = text.indexOf('\n\n') + 2
  return {
    width,
    height,
    exposure,
    isUpsideDown: vertical === '+',
    pixelsAt: text.indexOf('\n', pixelsAt) + 1,
  }
}

/**
 * Reads one row: each channel in runs, or pixel after pixel, of which an old form repeats some.
 * @returns where the next one begins
 */
function readRow(file: Buffer, start: number, row: Buffer): number {
  const width = row.length / 4
  const isInChannels =
    file[start] === 2 &&
    file[start + 1] === 2 &&
    width >= 8 &&
    width < 32_768 &&
    file.readUInt16BE(start + 2) === width
  return isInChannels ? readChannels(file, start + 4, row, width) : readPixels(file, start, row)
}

function readChannels(file: Buffer, start: number, row: Buffer, width: number): number {
  let at = start
  for (let channel = 0; channel < 4; channel += 1) {
    for (let pixel = 0; pixel < width;) {
      const count = file[at] ?? 0
      const length = count > 128 ? count - 128 : count
      if (length === 0 || pixel + length > width || at + 1 >= file.length) throw cut()
      for (let index = 0; index < length; index += 1)
        row[(pixel + index) * 4 + channel] = file[count > 128 ? at + 1 : at + 1 + index] ?? 0
      at += count > 128 ? 2 : 1 + length
      pixel += length
    }
  }
  return at
}

function readPixels(file: Buffer, start: number, row: Buffer): number {
  let at = start
  for (let pixel = 0, shift = 0; pixel < row.length;) {
    if (at + 4 > file.length) throw cut()
    if (pixel > 0 && file[at] === 1 && file[at + 1] === 1 && file[at + 2] === 1) {
      const end = Math.min(row.length, pixel + ((file[at + 3] ?? 0) << shift) * 4)
      for (; pixel < end; pixel += 4) row.copyWithin(pixel, pixel - 4, pixel)
      shift = Math.min(16, shift + 8)
    } else {
      file.copy(row, pixel, at, at + 4)
      pixel += 4
      shift = 0
    }
    at += 4
  }
  return at
}

function writeRow(row: Buffer, pixels: Buffer, start: number, exposure: number): void {
  for (let from = 0, to = start; from < row.length; from += 4, to += 3) {
    const exponent = row[from + 3] ?? 0
    const scale = exponent === 0 ? 0 : 2 ** (exponent - 136) / exposure
    for (let channel = 0; channel < 3; channel += 1)
      pixels[to + channel] = encodeSrgb(((row[from + channel] ?? 0) + 0.5) * scale)
  }
}
