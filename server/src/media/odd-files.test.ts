import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectAndRender, inspectFile } from './inspect-file.ts'
import type { Inspection } from './inspection.ts'
import { closeInspectors } from './read-tags.ts'
import { recipeFor } from './rendition-recipes.ts'
import { findProgram } from './run-program.ts'
import {
  cellsOf,
  createTestFolder,
  distance,
  makeByFfmpeg,
  quarters,
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
const inspect = async (fileName: string, content: Buffer): Promise<Inspection> =>
  inspectFile({ path: await folder.write(fileName, content), fileName })
const codes = ({ problems }: Inspection) => problems.map(({ severity, code }) => `${severity}:${code}`)

const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
const fullBox = (type: string, version: number, ...parts: Buffer[]) =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts)
/** A HEIF file with one picture of an item type. */
const heif = (itemType: string) =>
  Buffer.concat([
    box('ftyp', Buffer.from('mif1\0\0\0\0mif1heic', 'latin1')),
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, Buffer.from('\0\0\0\0pict', 'latin1'), Buffer.alloc(13)),
      fullBox('pitm', 0, Buffer.from([0, 1])),
      fullBox(
        'iinf',
        0,
        Buffer.from([0, 1]),
        fullBox('infe', 2, Buffer.from([0, 1, 0, 0]), Buffer.from(`${itemType}\0`, 'latin1')),
      ),
    ),
    box('mdat', Buffer.alloc(3000, 7)),
  ])

/** An uncompressed TIFF of 120 × 90 pixels with three samples a pixel. @source TIFF 6.0 */
function tiff(photometric: number, bits: 8 | 16, planar: 1 | 2, samples: number[] = [90]): Buffer {
  const [width, height, bytes] = [120, 90, bits / 8]
  const pixels = Buffer.alloc(width * height * 3 * bytes, Buffer.from(samples))
  const planes = planar === 2 ? 3 : 1
  const plane = pixels.length / planes
  const entries: [tag: number, type: 3 | 4, values: number[]][] = [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, [bits, bits, bits]],
    [259, 3, [1]],
    [262, 3, [photometric]],
    [273, 4, Array.from({ length: planes }, (_, index) => 8 + index * plane)],
    [277, 3, [3]],
    [278, 4, [height]],
    [279, 4, Array.from({ length: planes }, () => plane)],
    [284, 3, [planar]],
  ]
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length)
  const outside: Buffer[] = []
  let outsideAt = 8 + pixels.length + directory.length
  for (const [index, [tag, type, values]] of entries.entries()) {
    const data = Buffer.alloc(Math.max(4, values.length * (type === 3 ? 2 : 4)))
    for (const [at, value] of values.entries())
      void (type === 3 ? data.writeUInt16LE(value, at * 2) : data.writeUInt32LE(value, at * 4))
    const entry = directory.subarray(2 + index * 12)
    entry.writeUInt16LE(tag)
    entry.writeUInt16LE(type, 2)
    entry.writeUInt32LE(values.length, 4)
    if (data.length === 4) data.copy(entry, 8)
    else {
      entry.writeUInt32LE(outsideAt, 8)
      outside.push(data)
      outsideAt += data.length
    }
  }
  const head = Buffer.from('II*\0....', 'latin1')
  head.writeUInt32LE(8 + pixels.length, 4)
  return Buffer.concat([head, pixels, directory, ...outside])
}

const pdf = () => {
  const parts = [
    '%PDF-1.4\n',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\n',
  ]
  const offsets = parts.map((_, index) => parts.slice(0, index).join('').length)
  const xref = offsets
    .slice(1)
    .map((at) => `${String(at).padStart(10, '0')} 00000 n \n`)
    .join('')
  return Buffer.from(
    `${parts.join('')}xref\n0 4\n0000000000 65535 f \n${xref}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${parts.join('').length}\n%%EOF\n`,
    'latin1',
  )
}

describe('reasons are true', () => {
  test.each([
    ['unci', 'uncompressed'],
    ['j2k1', 'JPEG 2000'],
    ['avc1', 'H.264'],
  ])('a HEIF picture of %s is sound, and its codec is named', async (type, words) => {
    const inspection = await inspect(`${type}.heif`, heif(type))
    expect(codes(inspection)).toEqual(['warning:unsupported'])
    expect(inspection).toMatchObject({
      usable: true,
      decodable: false,
      problems: [{ message: expect.stringContaining(words) }],
    })
  })

  test('a HEIF picture of HEVC without pixels is broken', async () => {
    expect((await inspect('empty.heic', heif('hvc1'))).usable).toBe(false)
  })

  test.each([
    ['planar 16 bits', 2, 16, 2],
    ['planar 8 bits', 2, 8, 2],
    ['Lab of 16 bits', 8, 16, 1],
  ] as const)('TIFF, %s, is shown', async (name, photometric, bits, planar) => {
    expect(await inspect(`${name}.tif`, tiff(photometric, bits, planar))).toMatchObject({
      usable: true,
      decodable: true,
      problems: [],
      width: 120,
    })
  })

  // The red of sRGB in Lab of D50 is 54.29, 80.8, 69.9; a grey whose a and b tremble about 0.
  const [red, grey] = [
    [138, 81, 70],
    [151, 0, 0, 151, 255, 255],
  ]
  test.each([
    ['CIELab of 8 bits', 8, 8, red, [255, 0, 0]],
    ['CIELab of 8 bits, grey', 8, 8, grey, [142, 142, 142]],
    ['ICCLab of 8 bits', 9, 8, [138, 209, 198], [255, 0, 0]],
    ['ICCLab of 16 bits', 9, 16, [0, 138, 0, 209, 0, 198], [255, 0, 0]],
  ] as const)('TIFF in %s is shown in its colours', async (name, photometric, bits, samples, colour) => {
    const content = tiff(photometric, bits, 1, [...samples])
    const outputPath = folder.path(`${name}.jpg`)
    const recipe = recipeFor('thumbnailSmall', 'IMAGE')
    if (!recipe) throw new Error('thumbnailSmall')
    const request = {
      path: await folder.write(`${name}.tif`, content),
      fileName: 'lab.tif',
      outputs: [{ recipe, outputPath }],
    }
    const { inspection } = await inspectAndRender(request)
    expect(inspection).toMatchObject({
      usable: true,
      decodable: true,
      problems: [],
      width: 120,
      height: 90,
      colorspace: 'Lab',
    })
    expect(distance(await cellsOf(outputPath, 1, 1), [...colour])).toBeLessThan(5)
  })

  test.each([
    ['LERC', 34887],
    ['Zstandard', 50000],
    ['JPEG 2000', 34712],
  ])('TIFF compressed as %s is sound, and says why it cannot be shown', async (name, compression) => {
    const content = tiff(2, 8, 1)
    content.writeUInt16LE(compression, content.indexOf(Buffer.from([3, 1, 3, 0, 1, 0, 0, 0])) + 8)
    const problem = { code: 'unsupported', message: expect.stringContaining('compression') }
    expect(await inspect(`${name}.tif`, content)).toMatchObject({
      usable: true,
      decodable: false,
      problems: [problem],
    })
  })

  test('a JPEG of 12 bits is sound, and says that it cannot be shown', async () => {
    const content = await quarters(64, 64).jpeg().toBuffer()
    content[content.indexOf(Buffer.from('ffc0', 'hex')) + 4] = 12
    expect(await inspect('deep.jpg', content)).toMatchObject({
      usable: true,
      decodable: false,
      problems: [{ code: 'unsupported' }],
    })
  })

  test('TIFF in colours of no known kind is sound, and says so', async () => {
    expect(await inspect('film.tif', tiff(4, 8, 1))).toMatchObject({
      usable: true,
      decodable: false,
      problems: [{ code: 'unsupported' }],
    })
  })

  test.each([
    ['before', Buffer.concat([Buffer.from('junk before\n'.repeat(20)), pdf()])],
    ['after', Buffer.concat([pdf(), Buffer.from('<!-- a counter of the server -->\n'.repeat(200))])],
    ['nowhere', pdf()],
  ])('a PDF with junk %s is a PDF', async (_, content) => {
    expect(await inspect('page.pdf', content)).toMatchObject({
      mediaType: 'application/pdf',
      usable: true,
      decodable: true,
      problems: [],
    })
  })

  test('a PDF that was cut is said to be', async () => {
    const whole = Buffer.concat([pdf().subarray(0, -40), Buffer.alloc(5000, 32)])
    expect(codes(await inspect('cut.pdf', whole))).toContain('error:truncated')
  })

  test.each([4, 6, 8, 12])('a WAV of its first %i bytes is cut off', async (length) => {
    const inspection = await inspect(
      `${length}.wav`,
      Buffer.from('RIFF\xff\x00\x00\x00WAVE', 'latin1').subarray(0, length),
    )
    expect(inspection.usable).toBe(false)
    expect(inspection.problems[0]?.severity).toBe('error')
  })

  test('a MIDI score holds no sound', async () => {
    const score = Buffer.from('4d546864000000060000000100604d54726b0000000400ff2f00', 'hex')
    expect(await inspect('score.mid', score)).toMatchObject({
      nature: 'AUDIO',
      usable: true,
      decodable: false,
      problems: [{ code: 'no_preview', message: expect.stringContaining('MIDI') }],
    })
  })

  test.skipIf(!hasFfmpeg)('animated AVIF shows its first frame', async () => {
    await makeByFfmpeg(
      'testsrc=s=160x120:r=5:d=1',
      folder.path('moving.avif'),
      '-c:v',
      'libaom-av1',
      '-cpu-used',
      '8',
    )
    expect(await inspectFile({ path: folder.path('moving.avif'), fileName: 'moving.avif' })).toMatchObject({
      mediaType: 'image/avif',
      usable: true,
      decodable: true,
      problems: [],
      width: 160,
    })
  })
})

const xmp = (
  properties: string,
) => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
const alt = (name: string, lang: string, words: string) =>
  `<dc:${name}><rdf:Alt><rdf:li xml:lang="${lang}">${words}</rdf:li></rdf:Alt></dc:${name}>`
const jpegWith = (properties: string) => quarters(200, 150).jpeg().withXmp(xmp(properties)).toBuffer()

describe('metadata', () => {
  test('of a PNG that stands after its pixels', async () => {
    const png = await quarters(200, 150).png().toBuffer()
    const typeAndData = Buffer.concat([
      Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0', 'latin1'),
      Buffer.from(xmp(alt('title', 'x-default', 'After the pixels'))),
    ])
    const chunk = Buffer.concat([Buffer.alloc(4), typeAndData, Buffer.alloc(4)])
    chunk.writeUInt32BE(typeAndData.length - 4)
    chunk.writeUInt32BE(crc32(typeAndData), chunk.length - 4)
    const end = png.length - 12
    expect(
      (await inspect('late.png', Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)]))).metadata
        .name,
    ).toBe('After the pixels')
  })

  test('of a GIF in XMP', async () => {
    const gif = await quarters(200, 150).gif().toBuffer()
    const trailer = Buffer.concat([
      Buffer.from([1]),
      Buffer.from(Array.from({ length: 256 }, (_, index) => 255 - index)),
      Buffer.from([0]),
    ])
    const block = Buffer.concat([
      Buffer.from('21ff0b', 'hex'),
      Buffer.from('XMP DataXMP'),
      Buffer.from(xmp(alt('title', 'x-default', 'A GIF'))),
      trailer,
    ])
    const end = gif.length - 1
    expect(
      (await inspect('titled.gif', Buffer.concat([gif.subarray(0, end), block, gif.subarray(end)]))).metadata
        .name,
    ).toBe('A GIF')
  })

  test('titles in another language than the default one, unless there is one', async () => {
    expect(
      (
        await inspect(
          'de.jpg',
          await jpegWith(alt('title', 'de', 'Nur Deutsch') + alt('description', 'fr', 'Un port')),
        )
      ).metadata,
    ).toMatchObject({ name: 'Nur Deutsch', description: 'Un port' })
  })

  test('a place in XMP alone', async () => {
    expect(
      (
        await inspect(
          'gps.jpg',
          await jpegWith(
            '<exif:GPSLatitude>48,51.504N</exif:GPSLatitude><exif:GPSLongitude>70,17.67W</exif:GPSLongitude>',
          ),
        )
      ).metadata.gps,
    ).toEqual({ lat: 48.8584, lon: -70.2945 })
  })

  test.each([
    ['1955', '1955', null],
    ['1955-06', '1955-06', null],
    ['1955-06-07', null, '1955-06-07T00:00:00Z'],
    ['0000', null, null],
  ])('the date %s stays as precise as it is', async (date, takenIn, takenAt) => {
    expect(
      (await inspect('date.jpg', await jpegWith(`<photoshop:DateCreated>${date}</photoshop:DateCreated>`)))
        .metadata,
    ).toMatchObject({ takenIn, takenAt })
  })

  test('what is cut is said', async () => {
    const words = ['k'.repeat(201), ...Array.from({ length: 230 }, (_, index) => `word ${index}`)]
    const inspection = await inspect(
      'long.jpg',
      await jpegWith(
        `${alt('description', 'x-default', 'd'.repeat(10_500))}<dc:subject><rdf:Bag>${words.map((word) => `<rdf:li>${word}</rdf:li>`).join('')}</rdf:Bag></dc:subject>`,
      ),
    )
    expect(inspection.problems).toEqual([
      {
        code: 'metadata_cut',
        severity: 'warning',
        message:
          'Embedded metadata was cut: 10500 characters of Description to 10000; 1 keyword to 200 characters; 231 keywords to the first 200.',
        data: { texts: 1, tags: 'Description', longKeywords: 1, keywords: 231, maxKeywords: 200 },
      },
    ])
    expect(inspection.metadata.keywords).toHaveLength(200)
    expect(inspection.metadata.description).toHaveLength(10_000)
  })

  test.skipIf(!hasFfmpeg)('the title of a Matroska film', async () => {
    await makeByFfmpeg('testsrc=s=160x120:d=1', folder.path('film.mkv'), '-metadata', 'title=A day at sea')
    expect((await inspectFile({ path: folder.path('film.mkv'), fileName: 'film.mkv' })).metadata.name).toBe(
      'A day at sea',
    )
  })

  test('characters that are no characters are left out', async () => {
    const inspection = await inspect(
      'odd.jpg',
      await jpegWith(alt('title', 'x-default', 'bad &#xD800;&#x1; end')),
    )
    expect(inspection.metadata.name.isWellFormed()).toBe(true)
    expect(inspection.metadata.name).toMatch(/^bad .*end$/)
  })
})

test.each([
  ['a.zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ['note.txt', Buffer.from('hello')],
])('%s says that it has no preview', async (name, content) => {
  expect(codes(await inspect(name, content))).toEqual(['warning:no_preview'])
})

test('pictures are not touched by all this', async () => {
  expect(
    codes(
      await inspect(
        'plain.png',
        await sharp({ create: { width: 100, height: 100, channels: 3, background: '#123' } })
          .png()
          .toBuffer(),
      ),
    ),
  ).toEqual([])
})
