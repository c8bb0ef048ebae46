import { randomUUID } from 'node:crypto'
import { copyFile, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { checkPixels } from './check-pixels.ts'
import { encodeSrgb } from './encode-srgb.ts'
import { decoding, decodingError, fitInto, type Picture, type PictureRequest } from './picture.ts'

/** What the first directory of a TIFF says of its colours. */
interface LabTag {
  /** Where the value of PhotometricInterpretation stands in the file, a number of 2 bytes. */
  at: number
  isLittleEndian: boolean
  /** CIELab of 8 bits: a and b are signed. Those of ICCLab begin at -128. */
  isSigned: boolean
}

const [bitsTag, photometricTag] = [258, 262]
const [rgb, cieLab, iccLab] = [2, 8, 9]
const mostEntries = 512

/**
 * Opens a TIFF of Lab colours that libvips does not know: CIELab of 8 bits, and ICCLab. Its samples are read
 * as if they were RGB, from a copy that says so, and converted here.
 * @returns null for every other TIFF
 * @throws RenditionError as `readHeader`
 */
export async function openLabTiff({ path, limits }: PictureRequest): Promise<Picture | null> {
  const tag = await findLabTag(path)
  if (!tag) return null
  const header = await onCopy(path, tag, (copy) => sharp(copy, { limitInputPixels: false }).metadata())
  checkPixels(header.width, header.height, (await stat(path)).size, limits)
  const { width: widthPx, height: heightPx } = header.autoOrient
  return {
    widthPx,
    heightPx,
    orientation: header.orientation ?? 1,
    colorspace: 'Lab',
    derived: false,
    pages: header.pages && header.pages > 1 ? header.pages : null,
    open: (boxPx, strictness) =>
      onCopy(path, tag, async (copy) => {
        const samples = sharp(copy, { ...decoding(limits, strictness), ignoreIcc: true })
          .autoOrient()
          .removeAlpha()
        const unsigned = tag.isSigned
          ? await withoutSigns(samples.raw().toBuffer(), widthPx, heightPx)
          : samples
        const {
          data,
          info: { width, height },
        } = await fitInto(unsigned, boxPx).raw().toBuffer({ resolveWithObject: true })
        convertLab(data)
        return sharp(data, { raw: { width, height, channels: 3 } })
      }),
  }
}

async function onCopy<Result>(
  path: string,
  { at, isLittleEndian }: LabTag,
  use: (copy: string) => Promise<Result>,
): Promise<Result> {
  const copy = join(tmpdir(), randomUUID())
  try {
    await copyFile(path, copy)
    const file = await open(copy, 'r+')
    try {
      await file.write(Buffer.from(isLittleEndian ? [rgb, 0] : [0, rgb]), 0, 2, at)
    } finally {
      await file.close()
    }
    return await use(copy)
  } catch (error) {
    throw decodingError(error)
  } finally {
    await rm(copy, { force: true })
  }
}

/** Signed numbers cannot be averaged as what they look like: -1 is 255. */
async function withoutSigns(reading: Promise<Buffer>, width: number, height: number) {
  const samples = await reading
  for (let at = 0; at + 2 < samples.length; at += 3) {
    samples[at + 1] = (samples[at + 1] ?? 0) ^ 128
    samples[at + 2] = (samples[at + 2] ?? 0) ^ 128
  }
  return sharp(samples, { raw: { width, height, channels: 3 } })
}

/** @source TIFF 6.0, "Image File Directory" */
async function findLabTag(path: string): Promise<LabTag | null> {
  const file = await open(path, 'r')
  try {
    const read = async (at: number, length: number) =>
      (await file.read(Buffer.alloc(length), 0, length, at)).buffer
    const head = await read(0, 8)
    const isLittleEndian = head[0] === 0x49
    const short = (bytes: Buffer, at: number) =>
      isLittleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
    const long = (bytes: Buffer, at: number) =>
      isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
    if (short(head, 2) !== 42) return null
    const directoryAt = long(head, 4)
    const count = Math.min(mostEntries, short(await read(directoryAt, 2), 0))
    const entries = await read(directoryAt + 2, count * 12)
    const entry = (tag: number) =>
      Array.from({ length: count }, (_, index) => index * 12).find((at) => short(entries, at) === tag)
    const [bits, photometric] = [entry(bitsTag), entry(photometricTag)]
    if (bits === undefined || photometric === undefined) return null
    const [colours, depth] = [
      short(entries, photometric + 8),
      short(await read(long(entries, bits + 8), 2), 0),
    ]
    // CIELab of 16 bits libvips knows.
    if (long(entries, bits + 4) < 3 || !(colours === iccLab || (colours === cieLab && depth === 8)))
      return null
    return { at: directoryAt + 2 + photometric + 8, isLittleEndian, isSigned: colours === cieLab }
  } finally {
    await file.close()
  }
}

/**
 * Pixels of Lab (L of 0 to 100 in 0 to 255, a and b plus 128) to sRGB, in their place.
 * @source ISO 15076-1 (Lab of D50), Lindbloom, "RGB/XYZ Matrices" (sRGB, adapted by Bradford)
 */
function convertLab(pixels: Buffer): void {
  const cube = (value: number) => (value > 6 / 29 ? value ** 3 : 3 * (6 / 29) ** 2 * (value - 4 / 29))
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const middle = ((pixels[at] ?? 0) / 2.55 + 16) / 116
    const x = 0.964_22 * cube(middle + ((pixels[at + 1] ?? 0) - 128) / 500)
    const y = cube(middle)
    const z = 0.825_21 * cube(middle - ((pixels[at + 2] ?? 0) - 128) / 200)
    pixels[at] = encodeSrgb(3.133_856_1 * x - 1.616_866_7 * y - 0.490_614_6 * z)
    pixels[at + 1] = encodeSrgb(-0.978_768_4 * x + 1.916_141_5 * y + 0.033_454 * z)
    pixels[at + 2] = encodeSrgb(0.071_945_3 * x - 0.228_991_4 * y + 1.405_242_7 * z)
  }
}
