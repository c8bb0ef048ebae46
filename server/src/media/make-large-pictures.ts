import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { quarters } from './sample-files.ts'

/** A picture as large as they are taken, and what must become of it. */
interface LargePicture {
  readonly name: string
  readonly isShown: boolean
  readonly write: (path: string) => Promise<unknown>
}

/**
 * With grain, as photographs have: without it a file is so small that it is taken for a decompression bomb.
 */
const grainy = async (widthPx: number, heightPx: number): Promise<Sharp> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const grain = await sharp({
    create: { width: 1600, height: 1000, channels: 3, background: '#808080', noise },
  })
    .png()
    .toBuffer()
  const small = await sharp(await quarters(1600, 1000).png().toBuffer())
    .composite([{ input: grain, blend: 'overlay' }])
    .png()
    .toBuffer()
  return sharp(small).resize(widthPx, heightPx, { fit: 'fill', kernel: 'cubic' })
}
const full = () => grainy(20_000, 12_500)

const kinds: readonly LargePicture[] = [
  {
    name: 'rows.jpg',
    isShown: true,
    write: async (path) => (await full()).jpeg({ optimiseCoding: false }).toFile(path),
  },
  {
    name: 'turned.jpg',
    isShown: true,
    write: async (path) =>
      (await full()).withMetadata({ orientation: 6 }).jpeg({ optimiseCoding: false }).toFile(path),
  },
  {
    name: 'rows.png',
    isShown: true,
    write: async (path) => (await full()).png({ compressionLevel: 1 }).toFile(path),
  },
  {
    name: 'strips.tif',
    isShown: true,
    write: async (path) => (await full()).tiff({ compression: 'lzw' }).toFile(path),
  },
  {
    name: 'tiles.tif',
    isShown: true,
    write: async (path) => (await full()).tiff({ compression: 'deflate', tile: true }).toFile(path),
  },
  {
    name: 'pyramid.tif',
    isShown: true,
    write: async (path) =>
      (await full()).tiff({ compression: 'jpeg', tile: true, pyramid: true }).toFile(path),
  },
  {
    name: 'scans.jpg',
    isShown: true,
    write: async (path) => (await grainy(15_000, 10_000)).jpeg({ progressive: true }).toFile(path),
  },
  {
    name: 'widest.webp',
    isShown: true,
    write: async (path) => (await grainy(16_383, 6000)).webp({ quality: 20, effort: 0 }).toFile(path),
  },
  {
    name: 'too-many-scans.jpg',
    isShown: false,
    write: async (path) => (await full()).jpeg({ progressive: true }).toFile(path),
  },
  {
    name: 'passes.png',
    isShown: false,
    write: async (path) => (await full()).png({ compressionLevel: 1, progressive: true }).toFile(path),
  },
  {
    name: 'beyond.jpg',
    isShown: false,
    write: async (path) => (await grainy(21_000, 12_500)).jpeg({ optimiseCoding: false }).toFile(path),
  },
]

/**
 * Writes pictures of 250 megapixels of every kind that is taken or refused at that size, one after the other;
 * the caller removes each.
 */
export async function* makeLargePictures(folder: string): AsyncGenerator<{ path: string; isShown: boolean }> {
  for (const { name, isShown, write } of kinds) {
    const path = join(folder, name)
    await write(path)
    yield { path, isShown }
  }
}
