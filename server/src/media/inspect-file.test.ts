import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectAndRender, inspectFile } from './inspect-file.ts'
import type { Inspection } from './inspection.ts'
import { defaultMediaLimits } from './media-limits.ts'
import { closeInspectors } from './read-tags.ts'
import { recipeFor, type RenditionRecipe } from './rendition-recipes.ts'
import { findProgram } from './run-program.ts'
import {
  cellsOf,
  createTestFolder,
  hasSamples,
  makeByFfmpeg,
  quarters,
  samplesFolder,
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
const inspect = async (name: string, content: Buffer | string) =>
  inspectFile({ path: await folder.write(name, content), fileName: name })
const codes = ({ problems }: Inspection) => problems.map(({ severity, code }) => `${severity}:${code}`)
const recipe = (name: string): RenditionRecipe => {
  const found = recipeFor(name, 'IMAGE')
  if (!found) throw new Error(name)
  return found
}

describe.skipIf(!hasSamples)('samples', () => {
  const inspectSample = (name: string) => inspectFile({ path: samplesFolder + name, fileName: name })
  const folders = hasSamples
    ? readdirSync(samplesFolder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : []
  const files = folders.flatMap((name) => readdirSync(samplesFolder + name).map((file) => `${name}/${file}`))

  test.each(files.filter((name) => !name.startsWith('broken/')))('%s is good', async (name) => {
    const inspection = await inspectSample(name)
    expect(inspection.usable).toBe(true)
    expect(codes(inspection).filter((code) => code !== 'warning:tool_missing')).toEqual([])
    expect(inspection.nameLies).toBe(false)
    if (inspection.nature === 'IMAGE')
      expect(inspection).toMatchObject({
        decodable: true,
        blurhash: expect.stringMatching(/^.{28}$/),
        width: expect.any(Number),
        colorspace: expect.any(String),
      })
  })

  test.each([
    ['corrupted.jpg', false, ['error:broken']],
    ['not-a-heic.heic', true, ['warning:name_lies']],
    // These three are whole pictures that only trip readers of EXIF: what is odd about them is said, and they
    // may be used.
    ['image00971.jpg', true, ['warning:metadata_of_another']],
    ['image01137.jpg', true, ['warning:metadata_of_another', 'warning:tiny']],
    ['image01551.jpg', true, ['warning:tiny']],
  ])('broken/%s says why', async (name, usable, problems) => {
    const inspection = await inspectSample(`broken/${name}`)
    expect(codes(inspection)).toEqual(problems)
    expect(inspection.usable).toBe(usable)
  })

  test('a lying name is found out by its content, which decides', async () => {
    expect(await inspectSample('broken/not-a-heic.heic')).toMatchObject({
      mediaType: 'image/jpeg',
      extension: 'jpg',
      nameLies: true,
      problems: [{ message: 'Extension says HEIC, file is JPEG.' }],
    })
  })

  test('metadata of a phone photograph', async () => {
    expect(await inspectSample('heic/IMG_5195.HEIC')).toMatchObject({
      mediaType: 'image/heic',
      extension: 'heic',
      width: 2566,
      height: 3313,
      colorspace: 'Display P3',
      metadata: {
        name: 'IMG_5195',
        takenAt: '2021-04-11T15:47:53-05:00',
        takenAtZoneKnown: true,
        gps: { lat: 39.0513444, lon: -94.2887722 },
        camera: 'Apple iPhone 11 Pro Max',
      },
    })
  })

  test('a HEIC that only EXIF turns stands upright', async () => {
    expect(await inspectSample('heic/iphone_7.heic')).toMatchObject({
      width: 3024,
      height: 4032,
      orientation: 6,
    })
  })

  test('metadata of an agency photograph', async () => {
    expect((await inspectSample('photos/long_description.jpg')).metadata).toMatchObject({
      name: '030904-A-2140D-006',
      creator: 'SSG KYLE DAVIS',
      credit: 'HHC 1ST BCT, 10TH MOUNTAIN',
      city: 'KANDAHAR ARMY AIRFIELD',
      country: 'Afghanistan',
      description: expect.stringContaining('Operation Mountain Viper'),
    })
    expect((await inspectSample('photos/xmp_BlueSquare.jpg')).metadata.keywords).toEqual([
      'XMP',
      'Blue Square',
      'test file',
      'Photoshop',
      '.jpg',
    ])
  })

  test('sizes are those displayed', async () => {
    expect(await inspectSample('photos/canon_hdr_NO.jpg')).toMatchObject({
      width: 1536,
      height: 2048,
      orientation: 6,
    })
    expect(await inspectSample('raw/canon_eos_6d.dng')).toMatchObject({
      mediaType: 'image/x-adobe-dng',
      width: 1224,
      height: 816,
    })
  })

  test.skipIf(!hasFfmpeg)('films have length, displayed size and date', async () => {
    expect(await inspectSample('video/quicktime-hevc.mov')).toMatchObject({
      nature: 'VIDEO',
      width: 720,
      height: 1280,
      durationSeconds: 1.166667,
      metadata: { takenAt: '2023-09-22T18:34:05+02:00' },
    })
  })

  test('films without ffmpeg keep size and length and say what is missing', async () => {
    const before = process.env['PATH']
    process.env['PATH'] = (before ?? '')
      .split(':')
      .filter((part) => part === folder.path('none'))
      .join(':')
    try {
      const inspection = await inspectSample('video/blue-go-video.mp4')
      expect(codes(inspection)).toEqual(expect.arrayContaining(['warning:tool_missing']))
      expect(inspection).toMatchObject({ usable: true, decodable: false, nature: 'VIDEO' })
    } finally {
      process.env['PATH'] = before
    }
  })

  test('documents have pages and properties', async () => {
    expect(await inspectSample('documents/resolution-chart.pdf')).toMatchObject({
      nature: 'DOCUMENT',
      pages: 1,
      decodable: true,
      width: null,
      metadata: { name: 'ISO_12233-reschart.pdf' },
    })
    expect(await inspectSample('documents/Random.docx')).toMatchObject({
      nature: 'DOCUMENT',
      extension: 'docx',
      pages: 1,
      metadata: { creator: 'Carly . Bongers' },
    })
  })

  test.each([
    'heic/iphone_7.heic',
    'video/earth.mov',
    'video/quicktime-hevc.mov',
    'documents/Random.docx',
    'documents/resolution-chart.pdf',
    'photos/fox.avif',
  ])('half of %s is reported as cut off', async (name) => {
    const whole = await readFile(samplesFolder + name)
    const inspection = await inspect(name.replace('/', '-half-'), whole.subarray(0, whole.length / 2))
    expect(codes(inspection)).toContain('error:truncated')
    expect(inspection.usable).toBe(false)
  })
})

describe('bad files', () => {
  test('an empty one', async () => {
    expect(await inspect('empty.jpg', '')).toMatchObject({ usable: false, problems: [{ code: 'empty' }] })
  })

  test.each([
    ['page.jpg', '<!doctype html><html><body>404</body></html>', 'web page'],
    [
      'noise.jpg',
      Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)),
      'file type is unknown',
    ],
    ['list.mp4', '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n', 'plain text'],
    [
      'program.png',
      Buffer.concat([Buffer.from('7f454c460201010000', 'hex'), Buffer.alloc(200)]),
      'Linux program',
    ],
  ])('%s lies across natures and is refused', async (name, content, truth) => {
    const inspection = await inspect(name, content)
    expect(codes(inspection)[0]).toBe('error:name_lies')
    expect(inspection.problems[0]?.message).toContain(truth)
  })

  test.each(['module.ts', 'module.mts', 'graph.dot', 'messages.pot'])(
    '%s is text, though its ending is of films or of Office, too',
    async (name) => {
      const inspection = await inspect(name, 'export const answer = 42\n')
      expect(codes(inspection)).not.toContain('error:name_lies')
      expect(codes(inspection)).not.toContain('warning:name_lies')
      expect(inspection).toMatchObject({
        usable: true,
        mediaType: 'text/plain',
        extension: name.split('.')[1],
      })
    },
  )

  test.each(['png', 'jpeg'] as const)('half of a %s is its picture, with a warning', async (format) => {
    const whole = await quarters(400, 300).toFormat(format, { compressionLevel: 0 }).toBuffer()
    const path = await folder.write(`part.${format}`, whole.subarray(0, Math.floor(whole.length * 0.7)))
    const outputs = [
      { recipe: recipe('thumbnailBig'), outputPath: folder.path(`part-${format}.out`) },
      { recipe: recipe('original_w'), outputPath: folder.path(`part-${format}-w.out`) },
    ]
    const { inspection, renditions } = await inspectAndRender({ path, fileName: `part.${format}`, outputs })
    expect(codes(inspection)).toEqual(['warning:partial'])
    expect(inspection).toMatchObject({ usable: true, decodable: true, width: 400, height: 300 })
    expect(renditions).toMatchObject([{ isPlaceholder: false }, { isPlaceholder: false, width: 400 }])
    // The upper half is there.
    const [red = 0, green = 255] = await cellsOf(folder.path(`part-${format}.out`), 2, 4)
    expect(red - green).toBeGreaterThan(150)
  })

  test('a JPEG of which nothing but its head is left has no part to show', async () => {
    const whole = await quarters(400, 300).jpeg().toBuffer()
    const inspection = await inspect(
      'head.jpg',
      whole.subarray(0, whole.indexOf(Buffer.from('ffda', 'hex')) + 14),
    )
    expect(inspection).toMatchObject({ usable: false, decodable: false })
    expect(['truncated', 'broken']).toContain(inspection.problems[0]?.code)
  })

  test('a picture whose name promises a document is refused for its name, and what it is is known', async () => {
    const inspection = await inspect('paper.pdf', await quarters(400, 300).jpeg().toBuffer())
    expect(codes(inspection)).toEqual(['error:name_lies'])
    expect(inspection).toMatchObject({ usable: false, decodable: true, mediaType: 'image/jpeg', width: 400 })
  })

  test.each(['webp', 'gif', 'tiff'] as const)('half of a %s', async (format) => {
    const whole = await quarters(400, 300).toFormat(format).toBuffer()
    const inspection = await inspect(`half.${format}`, whole.subarray(0, whole.length / 2))
    expect(inspection.usable).toBe(false)
    expect(['truncated', 'broken']).toContain(inspection.problems[0]?.code)
  })

  test('too many pixels, and a bomb', async () => {
    const bomb = await inspect(
      'bomb.png',
      await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    )
    expect(bomb).toMatchObject({
      usable: false,
      width: 12_000,
      height: 9_000,
      problems: [{ code: 'decompression_bomb' }],
    })
    const small = await quarters(400, 300).png({ compressionLevel: 0 }).toBuffer()
    const path = await folder.write('large.png', small)
    const large = await inspectFile({
      path,
      fileName: 'large.png',
      limits: { ...defaultMediaLimits, maxPixels: 100_000 },
    })
    expect(large.problems).toEqual([
      {
        code: 'too_many_pixels',
        severity: 'error',
        message:
          'The picture is too large for a preview: it has 400 × 300 pixels (0.1 megapixels); pictures are shown up to 0.1 megapixels.',
        data: { about: 'preview', width: 400, height: 300, maxMegapixels: 0.1 },
      },
    ])
  })

  test('where the decoder holds the picture whole, fewer pixels are let in', async () => {
    const limits = { ...defaultMediaLimits, maxPixels: 150_000, maxHeldPixels: 50_000 }
    const codesOf = async (name: string, content: Buffer) =>
      codes(await inspectFile({ path: await folder.write(name, content), fileName: name, limits }))
    expect(await codesOf('rows.jpg', await quarters(400, 300).jpeg().toBuffer())).toEqual([])
    expect(
      await codesOf('rows.png', await quarters(400, 300).png({ compressionLevel: 0 }).toBuffer()),
    ).toEqual([])
    expect(await codesOf('rows.tif', await quarters(400, 300).tiff().toBuffer())).toEqual([])
    // 100,000 pixels of 3 bytes may be held.
    expect(
      await codesOf('scans.jpg', await quarters(300, 300).jpeg({ progressive: true }).toBuffer()),
    ).toEqual([])
    expect(
      await codesOf('more.jpg', await quarters(400, 300).jpeg({ progressive: true }).toBuffer()),
    ).toEqual(['error:too_many_pixels'])
    expect(
      await codesOf(
        'fine.jpg',
        await quarters(300, 300).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      ),
    ).toEqual(['error:too_many_pixels'])
    expect(
      await codesOf(
        'passes.png',
        await quarters(400, 300).png({ progressive: true, compressionLevel: 0 }).toBuffer(),
      ),
    ).toEqual(['error:too_many_pixels'])
  })

  test('60 megapixels are let in', async () => {
    const inspection = await inspect(
      'sixty.png',
      await sharp({ create: { width: 9504, height: 6336, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    )
    expect(inspection).toMatchObject({ usable: true, decodable: true, width: 9504, height: 6336 })
  })

  test('an SVG that is not well-formed, and one that multiplies itself', async () => {
    expect(codes(await inspect('bad.svg', '<svg xmlns="http://www.w3.org/2000/svg"><rect'))).toEqual([
      'error:broken',
    ])
    const entities = Array.from(
      'bcdefghij',
      (letter, index) => `<!ENTITY ${letter} "${`&${'abcdefghij'[index]};`.repeat(10)}">`,
    ).join('')
    expect(
      await inspect(
        'laughs.svg',
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><text>&j;</text></svg>`,
      ),
    ).toMatchObject({ usable: false })
  })

  test('a wav whose second half is missing', async () => {
    const wav = Buffer.concat([
      Buffer.from('RIFF\u0000\u0000\u0001\u0000WAVEfmt ', 'latin1'),
      Buffer.alloc(1000),
    ])
    expect(codes(await inspect('cut.wav', wav))).toEqual(['error:truncated'])
  })
})

describe('good files', () => {
  test.each([
    ['note.txt', 'hello', 'text/plain', 'DOCUMENT'],
    ['table.csv', 'a;b\n1;2\n', 'text/csv', 'DOCUMENT'],
    ['without', 'hello', 'text/plain', 'DOCUMENT'],
    ['latin.txt', Buffer.from('Müller\n', 'latin1'), 'text/plain', 'DOCUMENT'],
    ['data.json', '{"a":1}', 'application/json', 'DOCUMENT'],
    ['photo.2021', 'hello', 'text/plain', 'DOCUMENT'],
    [
      'drawing.svg',
      '<!-- made by hand -->\n<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="100" height="200"/>',
      'image/svg+xml',
      'IMAGE',
    ],
  ])('%s', async (name, content, mediaType, nature) => {
    const inspection = await inspect(name, content)
    expect(inspection).toMatchObject({ usable: true, mediaType, nature, nameLies: false })
    expect(codes(inspection)).toEqual(inspection.decodable ? [] : ['warning:no_preview'])
  })

  test('a zip, and a zip that says it is a Word document', async () => {
    const zip = execFileSync('python3', [
      '-c',
      'import zipfile,sys,io;b=io.BytesIO();z=zipfile.ZipFile(b,"w");z.writestr("a.txt","x");z.close();sys.stdout.buffer.write(b.getvalue())',
    ])
    expect(await inspect('a.zip', zip)).toMatchObject({
      usable: true,
      decodable: false,
      nature: 'OTHER',
      mediaType: 'application/zip',
      problems: [{ code: 'no_preview' }],
    })
    expect(codes(await inspect('a.docx', zip))).toContain('error:name_lies')
  })

  test('an encrypted Word document is kept and says so', async () => {
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])
    expect(codes(await inspect('secret.docx', compound))).toContain('warning:password_protected')
  })

  test('colour spaces', async () => {
    expect(
      (await inspect('cmyk.jpg', await quarters(200, 100).withIccProfile('cmyk').jpeg().toBuffer()))
        .colorspace,
    ).toBe('CMYK')
    expect(
      (
        await inspect(
          'grey.png',
          await sharp(await quarters(200, 100).png().toBuffer())
            .toColourspace('b-w')
            .png()
            .toBuffer(),
        )
      ).colorspace,
    ).toBe('Greyscale')
    expect(
      (await inspect('deep.png', await quarters(200, 100).toColourspace('rgb16').png().toBuffer()))
        .colorspace,
    ).toBe('sRGB')
  })

  test('pages of a TIFF', async () => {
    const page = await quarters(200, 100).png().toBuffer()
    expect(
      (
        await inspect(
          'pages.tif',
          await sharp([page, page, page], { join: { animated: true } })
            .tiff()
            .toBuffer(),
        )
      ).pages,
    ).toBe(3)
  })

  test.skipIf(!hasFfmpeg)('recordings, also in containers of films', async () => {
    await makeByFfmpeg('sine=440:d=2', folder.path('tone.wav'))
    expect(await inspectFile({ path: folder.path('tone.wav'), fileName: 'tone.wav' })).toMatchObject({
      nature: 'AUDIO',
      mediaType: 'audio/wav',
      durationSeconds: 2,
      width: null,
      decodable: true,
    })
    await makeByFfmpeg('sine=440:d=2', folder.path('tone.mp4'), '-f', 'mp4', '-brand', 'isom')
    expect(await inspectFile({ path: folder.path('tone.mp4'), fileName: 'tone.m4a' })).toMatchObject({
      nature: 'AUDIO',
      mediaType: 'audio/mp4',
      usable: true,
    })
  })

  test.skipIf(!hasFfmpeg)('films with oblong pixels have the size that is displayed', async () => {
    await makeByFfmpeg('testsrc=d=1:s=720x576', folder.path('oblong.mp4'), '-aspect', '16:9')
    expect(await inspectFile({ path: folder.path('oblong.mp4'), fileName: 'oblong.mp4' })).toMatchObject({
      width: 1024,
      height: 576,
    })
  })
})

describe('inspectAndRender', () => {
  test('makes all pictures of one decoding, large to small', async () => {
    const path = await folder.write('photo.jpg', await quarters(2400, 1800).jpeg().toBuffer())
    const names = ['thumbnailsmall', 'preview', 'thumbnailBig']
    const { inspection, renditions } = await inspectAndRender({
      path,
      fileName: 'photo.jpg',
      outputs: names.map((name) => ({ recipe: recipe(name), outputPath: folder.path(`${name}.out`) })),
    })
    expect(inspection.usable).toBe(true)
    expect(renditions).toEqual([
      expect.objectContaining({ name: 'thumbnailsmall', width: 200, height: 150 }),
      expect.objectContaining({ name: 'preview', width: 1600, height: 1200 }),
      expect.objectContaining({ name: 'thumbnailBig', width: 640, height: 480, isPlaceholder: false }),
    ])
    expect(await sharp(folder.path('thumbnailBig.out')).metadata()).toMatchObject({
      width: 640,
      height: 480,
      format: 'jpeg',
    })
  })

  test('draws placeholders for what cannot be shown, and nothing for what is refused', async () => {
    const path = await folder.write('plain.txt', 'hello')
    const outputs = [{ recipe: recipe('thumbnailBig'), outputPath: folder.path('card.out') }]
    expect((await inspectAndRender({ path, fileName: 'plain.txt', outputs })).renditions).toMatchObject([
      { isPlaceholder: true, width: 640 },
    ])
    expect((await inspectAndRender({ path, fileName: 'plain.jpg', outputs })).renditions).toEqual([])
  })
})
