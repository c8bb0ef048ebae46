import sharp from 'sharp'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutPicture, type CutPicture, type PictureCutting } from './cut-picture.ts'
import type { Cut } from './place-cut.ts'
import { closeInspectors } from './read-tags.ts'
import { RenditionError } from './rendition-error.ts'
import {
  cellsOf,
  createTestFolder,
  distance,
  hasSamples,
  quarters,
  samplesFolder,
  type TestFolder,
} from './sample-files.ts'
import { tagProfile } from './tag-profile.ts'

let folder: TestFolder
let count = 0
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(async () => {
  await closeInspectors()
  await folder.remove()
})

const all: Cut = { box: null, ratios: [], focalPoint: null, maxWidthPx: null, maxHeightPx: null }
async function cut(
  path: string,
  mediaType: string,
  { cut: part, ...options }: Partial<Omit<PictureCutting, 'cut'>> & { readonly cut?: Partial<Cut> } = {},
): Promise<CutPicture & { readonly outputPath: string }> {
  const outputPath = folder.path(`cut-${(count += 1)}.${options.format ?? 'png'}`)
  const made = await cutPicture({
    path,
    outputPath,
    nature: 'IMAGE',
    mediaType,
    format: 'png',
    quality: 90,
    colourSpace: 'srgb',
    keepsTags: false,
    ...options,
    cut: { ...all, ...part },
  })
  return { ...made, outputPath }
}
/** The first pixel as it stands in the file. */
const pixelOf = async (path: string): Promise<number[]> => {
  const { data, info } = await sharp(path, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, info.channels)]
}

describe.skipIf(!hasSamples)('photographs', () => {
  const part = { box: { x: 0.1, y: 0.2, width: 0.5, height: 0.4 }, maxWidthPx: 200 }
  test.each(
    ['landscape', 'portrait'].flatMap((shape) => [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `${shape}_${at}`)),
  )('%s is cut as it is seen, as sharp does in two steps', async (name) => {
    const path = `${samplesFolder}orientation/${name}.jpg`
    const made = await cut(path, 'image/jpeg', { cut: part })
    const upright = await sharp(path).autoOrient().png().toBuffer()
    const { width, height } = await sharp(upright).metadata()
    const bare = await sharp(upright)
      .extract({
        left: Math.round(0.1 * width),
        top: Math.round(0.2 * height),
        width: Math.round(0.6 * width) - Math.round(0.1 * width),
        height: Math.round(0.6 * height) - Math.round(0.2 * height),
      })
      .resize(200)
      .png()
      .toBuffer()
    const { height: bareHeight } = await sharp(bare).metadata()
    expect([made.width, Math.abs(made.height - bareHeight) <= 1]).toEqual([200, true])
    expect(distance(await cellsOf(made.outputPath, 30, 20), await cellsOf(bare, 30, 20))).toBeLessThan(2)
  })

  test('tags are copied where they are wanted: without the turn, and without previews of what was cut off', async () => {
    const path = `${samplesFolder}photos/iphone_hdr_YES.jpg`
    for (const format of ['jpeg', 'webp', 'avif', 'png'] as const) {
      const kept = await cut(path, 'image/jpeg', { format, keepsTags: true, cut: { maxWidthPx: 200 } })
      const { exif, orientation } = await sharp(kept.outputPath).metadata()
      expect(exif?.includes('iPhone'), format).toBe(true)
      expect(orientation ?? 1).toBe(1)
      // A JPEG inside of the EXIF would be a thumbnail.
      expect(exif?.includes(Buffer.from([0xff, 0xd8, 0xff])), format).toBe(false)
      const bare = await cut(path, 'image/jpeg', { format, cut: { maxWidthPx: 200 } })
      const { exif: none, xmp, iptc } = await sharp(bare.outputPath).metadata()
      expect([none, xmp, iptc], format).toEqual([undefined, undefined, undefined])
      expect((await readFile(bare.outputPath)).includes('iPhone')).toBe(false)
    }
  })
})

test('colours beyond sRGB are kept as Display P3, and colours within are the same in both', async () => {
  const profile = await sharp(await quarters(8, 8).withIccProfile('p3').png().toBuffer()).metadata()
  const red = sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff0000' } })
  const wide = await folder.write('wide.png', await tagProfile(red, profile.icc ?? Buffer.alloc(0)))
  expect(await pixelOf((await cut(wide, 'image/png', { colourSpace: 'p3' })).outputPath)).toEqual([255, 0, 0])
  const plain = { create: { width: 60, height: 40, channels: 3 as const, background: '#c03060' } }
  const files = [
    await folder.write('8.png', await sharp(plain).png().toBuffer()),
    await folder.write('16.png', await sharp(plain).toColourspace('rgb16').png().toBuffer()),
    await folder.write('p3.png', await sharp(plain).withIccProfile('p3').png().toBuffer()),
  ]
  for (const path of files)
    for (const colourSpace of ['srgb', 'p3'] as const) {
      const { outputPath } = await cut(path, 'image/png', { colourSpace })
      const [seen] = [await cellsOf(outputPath, 1, 1)]
      expect(distance(seen, [192, 48, 96]), `${path} ${colourSpace}`).toBeLessThanOrEqual(1)
      const { depth, icc } = await sharp(outputPath).metadata()
      expect([depth, icc !== undefined]).toEqual(['uchar', colourSpace === 'p3'])
    }
})

test('what can be seen through stays so, but in JPEG, where it lies on white', async () => {
  const glass = {
    create: { width: 60, height: 40, channels: 4 as const, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
  }
  const path = await folder.write('glass.png', await sharp(glass).png().toBuffer())
  for (const format of ['png', 'webp', 'avif'] as const)
    expect((await pixelOf((await cut(path, 'image/png', { format })).outputPath)).at(3), format).toBe(128)
  const [red = 0, green = 0, blue = 0, ...more] = await pixelOf(
    (await cut(path, 'image/png', { format: 'jpeg' })).outputPath,
  )
  expect([red > 250, Math.abs(green - 127) < 4, Math.abs(blue - 127) < 4, more]).toEqual([
    true,
    true,
    true,
    [],
  ])
})

test('CMYK is shown as it is seen', async () => {
  const plain = { create: { width: 60, height: 40, channels: 3 as const, background: '#c03060' } }
  const path = await folder.write(
    'print.tif',
    await sharp(plain).toColourspace('cmyk').withIccProfile('cmyk').tiff().toBuffer(),
  )
  const { outputPath } = await cut(path, 'image/tiff')
  expect(distance(await cellsOf(outputPath, 1, 1), await cellsOf(path, 1, 1))).toBeLessThan(2)
})

test('more pixels than an encoder can hold are refused in plain words, and nothing is left', async () => {
  const path = folder.path('large.png')
  await sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#808080' } })
    .png()
    .toFile(path)
  await expect(cut(path, 'image/png', { format: 'avif' })).rejects.toThrow(
    new RenditionError(
      'too_many_pixels',
      'The picture would have 20 megapixels; avif is made with up to 16. Ask for a smaller one.',
    ),
  )
  expect((await cut(path, 'image/png', { format: 'avif', cut: { maxWidthPx: 100 } })).width).toBe(100)
})
