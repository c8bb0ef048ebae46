import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { exiftoolPath } from 'exiftool-vendored'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectFile } from './inspect-file.ts'
import type { Inspection } from './inspection.ts'
import { defaultMediaLimits } from './media-limits.ts'
import { measuredProperties } from './measured-properties.ts'
import { probeFilm } from './probe-film.ts'
import { closeInspectors } from './read-tags.ts'
import { renderRendition } from './render-rendition.ts'
import { recipeFor } from './rendition-recipes.ts'
import { findProgram } from './run-program.ts'
import {
  cellsOf,
  createTestFolder,
  distance,
  makeByFfmpeg,
  quarters,
  withAppleNotes,
  withXmp,
  type TestFolder,
} from './sample-files.ts'

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(async () => {
  await closeInspectors()
  await folder.remove()
})
const hasFfmpeg = (await findProgram('ffmpeg')) !== null

/** A picture whose XMP says all this, as `GPano:FullPanoWidthPixels=8000`. */
async function tagged(name: string, [width, height]: readonly [number, number], tags: readonly string[]) {
  const attributes = tags.map((tag) => tag.replace(/=(.*)/, '="$1"')).join(' ')
  return folder.write(name, withXmp(await quarters(width, height).jpeg().toBuffer(), attributes))
}
const inspect = (path: string): Promise<Inspection> =>
  inspectFile({ path, fileName: path.slice(path.lastIndexOf('/') + 1) })

describe('panoramas', () => {
  const pano = (tags: object): string[] =>
    Object.entries({ ProjectionType: 'equirectangular', ...tags }).map(
      ([name, value]) => `GPano:${name}=${value}`,
    )
  const sphere = { FullPanoWidthPixels: 8000, FullPanoHeightPixels: 4000 }
  const part = (width: number, height: number, left: number, top: number) => ({
    ...sphere,
    CroppedAreaImageWidthPixels: width,
    CroppedAreaImageHeightPixels: height,
    CroppedAreaLeftPixels: left,
    CroppedAreaTopPixels: top,
  })
  const whole = { left: 0, top: 0, width: 1, height: 1, yaw: 0, pitch: 0, fov: null, flat: false }

  test.each([
    ['all of the sphere', [400, 200], part(8000, 4000, 0, 0), whole],
    ['tags without sizes', [400, 200], {}, whole],
    ['a strip all the way round', [400, 100], {}, { ...whole, top: 0.25, height: 0.5 }],
    [
      'a part, which is looked at first',
      [400, 200],
      part(2000, 1000, 4000, 1000),
      { ...whole, left: 0.5, top: 0.25, width: 0.25, height: 0.25, yaw: 45 },
    ],
    [
      'where to look first, by the compass',
      [400, 200],
      { ...sphere, PoseHeadingDegrees: 350, InitialViewHeadingDegrees: 20, InitialViewPitchDegrees: -15 },
      { ...whole, yaw: 30, pitch: -15 },
    ],
    [
      'flat first',
      [400, 200],
      { ...sphere, UsePanoramaViewer: 'False', InitialHorizontalFOVDegrees: 75 },
      { ...whole, fov: 75, flat: true },
    ],
  ] as const)('%s', async (name, size, tags, expected) => {
    const inspection = await inspect(await tagged(`${name}.jpg`, size, pano(tags)))
    expect(inspection.panorama).toEqual(expected)
    expect(measuredProperties(inspection, 'a.jpg')).toMatchObject({
      'metadata.panorama': expected,
      'metadata.form': '360°',
    })
  })

  test.each([
    ['twice as wide as high, without tags', [400, 200], []],
    ['another projection', [400, 200], ['GPano:ProjectionType=cylindrical']],
    ['cut since', [400, 150], pano(part(8000, 4000, 0, 0))],
    ['wider than its sphere', [400, 200], pano(part(9000, 4500, 0, 0))],
    ['beyond its sphere', [400, 200], pano(part(4000, 2000, 6000, 0))],
    ['before its sphere', [400, 200], pano(part(4000, 2000, -100, 0))],
    ['a sphere of nothing', [400, 200], pano({ FullPanoWidthPixels: 0, FullPanoHeightPixels: 0 })],
    ['an absurd sphere', [400, 200], pano({ FullPanoWidthPixels: 9e15, FullPanoHeightPixels: 4.5e15 })],
    ['a sphere of another shape', [400, 200], pano({ FullPanoWidthPixels: 8000, FullPanoHeightPixels: 8 })],
  ] as const)('is flat: %s', async (name, size, tags) => {
    const inspection = await inspect(await tagged(`${name}.jpg`, size, [...tags]))
    expect([inspection.panorama, inspection.usable]).toEqual([null, true])
    expect(measuredProperties(inspection, 'a.jpg')).not.toHaveProperty('metadata.form')
  })
})

describe.skipIf(!hasFfmpeg)('motion photos', () => {
  let still: Buffer
  let film: Buffer
  let large: Buffer
  beforeAll(async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=1', '-metadata', 'title=The secret place']
    const small = 'testsrc=size=320x180:rate=25:duration=1'
    film = await readFile(
      await makeByFfmpeg(small, folder.path('small.mp4'), ...sound, '-pix_fmt', 'yuv420p'),
    )
    const wide = 'color=c=red:size=2560x1440:rate=5:duration=0.4'
    large = await readFile(await makeByFfmpeg(wide, folder.path('large.mov'), '-pix_fmt', 'yuv420p'))
    still = await quarters(640, 360).jpeg().toBuffer()
  })

  const photograph = ([attributes, elements]: readonly [string, string], ...after: Buffer[]): Buffer =>
    withXmp(still, attributes, elements, ...after)
  const directory = (...items: readonly (readonly [string, number | null])[]): readonly [string, string] => [
    'GCamera:MotionPhoto="1"',
    `<Container:Directory><rdf:Seq>${items
      .map(
        ([semantic, length]) =>
          `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${semantic}"${length === null ? '' : ` Item:Length="${length}"`}/></rdf:li>`,
      )
      .join('')}</rdf:Seq></Container:Directory>`,
  ]
  const micro = (offset: number | string): readonly [string, string] => [
    `GCamera:MicroVideo="1" GCamera:MicroVideoOffset="${offset}"`,
    '',
  ]
  /** As telephones of Samsung write it, with or without XMP. */
  const samsung = (content: Buffer, size = content.length, offset?: number): Buffer => {
    const block = Buffer.concat([
      Buffer.from([0, 0, 0x30, 0x0a, 16, 0, 0, 0]),
      Buffer.from('MotionPhoto_Data'),
      content,
    ])
    const tail = Buffer.alloc(32)
    tail.write('SEFH', 0)
    tail.writeUInt32LE(106, 4)
    tail.writeUInt32LE(1, 8)
    tail.writeUInt16LE(0x0a30, 14)
    tail.writeUInt32LE(offset ?? block.length, 16)
    tail.writeUInt32LE(size + 24, 20)
    tail.writeUInt32LE(24, 24)
    tail.write('SEFT', 28)
    return Buffer.concat([block, tail])
  }
  const bySamsung = async (after: Buffer): Promise<Buffer> =>
    Buffer.concat([
      await sharp(still)
        .withExif({ IFD0: { Make: 'samsung' } })
        .toBuffer(),
      after,
    ])
  const motionOf = async (bytes: Buffer, name = 'motion'): Promise<Buffer> => {
    const recipe = recipeFor(name, 'IMAGE')
    if (!recipe) throw new Error(name)
    const sourcePath = await folder.write('motion.jpg', bytes)
    const outputPath = folder.path('motion.mp4')
    await renderRendition({ sourcePath, nature: 'IMAGE', mediaType: 'image/jpeg', recipe, outputPath })
    return readFile(outputPath)
  }
  const isMotion = async (bytes: Buffer): Promise<boolean | undefined> =>
    (await inspect(await folder.write('inspected.jpg', bytes))).motion

  test('the film is found as each maker describes it, and copied where it plays', async () => {
    const gain = Buffer.alloc(777, 1)
    const made = [
      photograph(directory(['Primary', null], ['MotionPhoto', film.length]), film),
      photograph(directory(['Primary', 0], ['GainMap', 777], ['MotionPhoto', film.length]), gain, film),
      photograph(directory(['Primary', null], ['MotionPhoto', film.length], ['GainMap', 777]), film, gain),
      photograph(micro(film.length), film),
      await bySamsung(samsung(film)),
    ]
    for (const bytes of made) {
      const inspection = await inspect(await folder.write('inspected.jpg', bytes))
      expect(inspection).toMatchObject({ motion: true, usable: true, width: 640, problems: [] })
      expect(measuredProperties(inspection, 'a.jpg')).toMatchObject({ 'metadata.form': 'Live' })
      const out = await motionOf(bytes)
      expect(out.includes('secret place'), 'it carries no metadata').toBe(false)
      await writeFile(folder.path('out.mp4'), out)
      expect(await probeFilm(folder.path('out.mp4'), defaultMediaLimits)).toMatchObject({
        widthPx: 320,
        heightPx: 180,
        durationSeconds: expect.closeTo(1, 1),
        hasSound: true,
      })
    }
    expect(film.includes('secret place')).toBe(true)
  })

  test('what does not play is encoded within 1080p, and watermarked for whom it is', async () => {
    const bytes = photograph(directory(['Primary', null], ['MotionPhoto', large.length]), large)
    const frames: number[][] = []
    for (const name of ['motion', 'motion_w']) {
      await writeFile(folder.path('out.mp4'), await motionOf(bytes, name))
      expect(await probeFilm(folder.path('out.mp4'), defaultMediaLimits)).toMatchObject({
        widthPx: 1920,
        heightPx: 1080,
      })
      await promisify(execFile)('ffmpeg', [
        '-v',
        'error',
        '-i',
        folder.path('out.mp4'),
        '-frames:v',
        '1',
        '-y',
        folder.path(`${name}.png`),
      ])
      frames.push(await cellsOf(folder.path(`${name}.png`), 64, 36))
    }
    expect(distance(frames[0] ?? [], frames[1] ?? [])).toBeGreaterThan(0.8)
  })

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['no tags', () => Buffer.concat([still, film])],
    ['an offset beyond the file', () => photograph(micro(2 ** 31), film)],
    ['an offset of the whole file', () => photograph(micro(1e15), film)],
    ['a negative offset', () => photograph(micro(-film.length), film)],
    ['an offset of nothing', () => photograph(micro(0), film)],
    ['an offset that is no number', () => photograph(micro('1e999'), film)],
    ['an offset a byte off', () => photograph(micro(film.length - 1), film)],
    [
      'a length of 2 GB',
      () => photograph(directory(['Primary', null], ['MotionPhoto', 2_147_483_647]), film),
    ],
    ['a negative length', () => photograph(directory(['Primary', null], ['MotionPhoto', -5]), film)],
    ['no length', () => photograph(directory(['Primary', 12], ['MotionPhoto', null]), film)],
    [
      'another block is the film',
      () => photograph(directory(['MotionPhoto', null], ['GainMap', film.length]), film),
    ],
    ['a film that is none', () => photograph(micro(5000), Buffer.alloc(5000, 'x'))],
    ['a trailer whose block is beyond the file', () => bySamsung(samsung(film, film.length, 2 ** 31))],
    ['a trailer whose film is of 2 GB', () => bySamsung(samsung(film, 2 ** 31))],
    ['a trailer that is cut off', () => bySamsung(samsung(film).subarray(-12))],
  ])('is a still: %s', async (_name, make) => {
    const bytes = await make()
    expect(await isMotion(bytes)).toBe(false)
    await expect(motionOf(bytes)).rejects.toMatchObject({ code: 'unsupported' })
  })

  test('what begins as a film and is none is reported so, and leaves nothing', async () => {
    const lie = Buffer.concat([film.subarray(0, 32), Buffer.alloc(5000, 7)])
    const bytes = photograph(micro(lie.length), lie)
    expect(await isMotion(bytes)).toBe(true)
    await expect(motionOf(bytes)).rejects.toMatchObject({ isOfFile: true })
  })
})

describe('Live Photos of Apple', () => {
  const named = async (identifier: string): Promise<string | null | undefined> => {
    const bytes = withAppleNotes(await quarters(64, 48).jpeg().toBuffer(), identifier)
    return (await inspect(await folder.write('apple.jpg', bytes))).livePhoto
  }

  test('a picture says which, and an identifier that is none is no identifier', async () => {
    expect(await named('570F1469-09C7-4E50-9875-05F21D5BD166')).toBe('570f146909c74e50987505f21d5bd166')
    const wrong = ['', '570F1469', 'x'.repeat(36), "' or true --", 'A'.repeat(60_000)]
    for (const identifier of wrong) expect(await named(identifier), identifier.slice(0, 40)).toBe(null)
  })

  test.skipIf(!hasFfmpeg)('a film with a name of 1 MB is a film', async () => {
    const path = folder.path('large-name.mov')
    await makeByFfmpeg('testsrc=size=64x48:rate=5:duration=0.4', path)
    const name = await folder.write('name.txt', 'A'.repeat(1_000_000))
    const exiftool = ['-q', '-overwrite_original', `-Keys:ContentIdentifier<=${name}`, path]
    await promisify(execFile)('perl', [await exiftoolPath(), ...exiftool])
    expect(await inspect(path)).toMatchObject({ livePhoto: null, usable: true, nature: 'VIDEO' })
  })
})
