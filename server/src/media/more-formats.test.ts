import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detectType } from './detect-type.ts'
import { inspectAndRender } from './inspect-file.ts'
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
const look = async (fileName: string) => {
  const recipe = recipeFor('thumbnailBig', 'IMAGE')
  if (!recipe) throw new Error('thumbnailBig')
  const outputPath = folder.path(`${fileName}.out`)
  const { inspection, renditions } = await inspectAndRender({
    path: folder.path(fileName),
    fileName,
    outputs: [{ recipe, outputPath }],
  })
  return {
    inspection,
    rendition: renditions[0],
    cells: renditions[0]?.isPlaceholder === false ? await cellsOf(outputPath, 2, 2) : [],
  }
}
const colours = await cellsOf(await quarters(200, 200).png().toBuffer(), 2, 2)

describe.skipIf(!hasFfmpeg)('kinds that ffmpeg decodes', () => {
  test.each([
    ['a.tga', 'image/x-tga', []],
    ['a.exr', 'image/x-exr', ['-pix_fmt', 'gbrpf32le']],
    ['a.pcx', 'image/x-pcx', []],
    ['a.ppm', 'image/x-portable-pixmap', []],
    ['a.pam', 'image/x-portable-arbitrarymap', []],
    ['a.qoi', 'image/qoi', []],
    ['a.ico', 'image/x-icon', []],
    ['a.j2k', 'image/j2c', ['-c:v', 'jpeg2000', '-format', 'j2k']],
  ])('%s', async (name, mediaType, args) => {
    const png = await folder.write('quarters.png', await quarters(128, 128).png().toBuffer())
    await makeByFfmpeg('color=s=2x2', folder.path(name), '-i', png, '-map', '1', '-frames:v', '1', ...args)
    const { inspection, rendition, cells } = await look(name)
    expect(inspection).toMatchObject({
      mediaType,
      nature: 'IMAGE',
      usable: true,
      decodable: true,
      problems: [],
      width: 128,
      height: 128,
    })
    expect(rendition?.isPlaceholder).toBe(false)
    // EXR holds linear light: what ffmpeg writes into it is brighter when it is shown.
    expect(distance(cells, colours)).toBeLessThan(mediaType === 'image/x-exr' ? 60 : 12)
  })

  test('a DDS of plain pixels, and a PPM of words', async () => {
    const head = Buffer.alloc(128)
    head.write('DDS ', 'latin1')
    const words: [at: number, value: number][] = [
      [4, 124],
      [8, 0x100f],
      [12, 100],
      [16, 100],
      [20, 400],
      [76, 32],
      [80, 0x41],
      [88, 32],
      [92, 0xff0000],
      [96, 0xff00],
      [100, 0xff],
      [104, 0xff000000],
      [108, 0x1000],
    ]
    for (const [at, value] of words) head.writeUInt32LE(value, at)
    const pixels = Buffer.alloc(40_000, Buffer.from([32, 32, 224, 255]))
    await folder.write('a.dds', Buffer.concat([head, pixels]))
    expect((await look('a.dds')).cells.slice(0, 3).map((value) => value > 128)).toEqual([true, false, false])
    await folder.write('words.ppm', `P3\n# a comment\n100 100\n255\n${'255 0 0\n'.repeat(10_000)}`)
    expect((await look('words.ppm')).cells.slice(0, 3).map((value) => value > 128)).toEqual([
      true,
      false,
      false,
    ])
  })
})

test.each([
  ['a.crw', 'II\x1a\0\0\0HEAPCCDR', 'image/x-canon-crw'],
  ['a.mrw', '\0MRM\0\0\0\x10', 'image/x-minolta-mrw'],
  ['a.x3f', 'FOVb\0\0\x02\0', 'image/x-sigma-x3f'],
  ['a.xcf', 'gimp xcf v011\0', 'image/x-xcf'],
  ['a.hdr', '#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\n\x01\x02\x03\x80', 'image/vnd.radiance'],
])('%s is known, and says that it carries nothing that could be shown', async (name, start, mediaType) => {
  await folder.write(name, Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(200)]))
  const { inspection, rendition } = await look(name)
  expect(inspection).toMatchObject({
    mediaType,
    nature: 'IMAGE',
    nameLies: false,
    usable: true,
    decodable: false,
  })
  expect(inspection.problems.map(({ code }) => code)).toContain('unsupported')
  expect(rendition?.isPlaceholder).toBe(true)
})

describe('Radiance pictures', () => {
  // Red, green, blue, yellow in quarters, as quarters() has them: 224 and 32 of sRGB are 0.745 and 0.0144 of
  // light.
  const [high, low] = [191, 4]
  const four = [
    [high, low, low, 128],
    [low, high, low, 128],
    [low, low, high, 128],
    [high, high, low, 128],
  ]
  const quarter = (isRight: boolean, isLow: boolean) => four[(isLow ? 2 : 0) + (isRight ? 1 : 0)] ?? []
  const rowOf = (isLow: boolean) => [
    ...Array.from({ length: 16 }, () => quarter(false, isLow)),
    ...Array.from({ length: 16 }, () => quarter(true, isLow)),
  ]
  const flat = (isLow: boolean) => Buffer.from(rowOf(isLow).flat())
  const repeated = (isLow: boolean) =>
    Buffer.from([...quarter(false, isLow), 1, 1, 1, 15, ...quarter(true, isLow), 1, 1, 1, 15])
  const channels = (isLow: boolean) =>
    Buffer.from([
      2,
      2,
      0,
      32,
      ...[0, 1, 2, 3].flatMap((channel) => [
        128 + 16,
        quarter(false, isLow)[channel] ?? 0,
        16,
        ...Array.from({ length: 16 }, () => quarter(true, isLow)[channel] ?? 0),
      ]),
    ])
  const picture = (row: (isLow: boolean) => Buffer, order = '-Y', lines = '') => {
    const rows = Array.from({ length: 32 }, (_, index) => row(index >= 16 === (order === '-Y')))
    return Buffer.concat([
      Buffer.from(`#?RADIANCE\n${lines}FORMAT=32-bit_rle_rgbe\n\n${order} 32 +X 32\n`, 'latin1'),
      ...rows,
    ])
  }

  test.each([
    ['flat', picture(flat)],
    ['repeated', picture(repeated)],
    ['channels', picture(channels)],
    ['from-below', picture(channels, '+Y')],
  ])('%s', async (name, content) => {
    await folder.write(`${name}.hdr`, content)
    const { inspection, cells } = await look(`${name}.hdr`)
    expect(inspection).toMatchObject({
      mediaType: 'image/vnd.radiance',
      usable: true,
      decodable: true,
      width: 32,
      height: 32,
    })
    expect(distance(cells, colours)).toBeLessThan(12)
  })

  test('the light of the scene counts, not how it was exposed', async () => {
    await folder.write('exposed.hdr', picture(flat, '-Y', 'EXPOSURE=4\n'))
    expect((await look('exposed.hdr')).cells[0]).toBeLessThan(140)
  })

  test('one that ends too early says so', async () => {
    await folder.write('cut.hdr', picture(channels).subarray(0, 800))
    expect((await look('cut.hdr')).inspection).toMatchObject({
      usable: false,
      problems: [{ code: 'truncated' }],
    })
  })
})

test.each([
  ['words.txt', 'P3 is a word here', 'text/plain'],
  ['P5 note', 'P5\nnothing', 'text/plain'],
])('%s is no picture', async (name, content, mediaType) => {
  expect((await detectType(await folder.write('plain', content), name)).type.mediaType).toBe(mediaType)
})

describe('previews inside of documents', () => {
  test('an EPS shows the TIFF that is inside, and without one says so', async () => {
    const script = Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 200 200\nshowpage\n%%EOF\n')
    const tiff = await sharp(await quarters(200, 200).png().toBuffer())
      .tiff({ compression: 'none' })
      .toBuffer()
    const head = Buffer.alloc(30)
    head.writeUInt32BE(0xc5d0d3c6)
    for (const [at, value] of [
      [4, 30],
      [8, script.length],
      [20, 30 + script.length],
      [24, tiff.length],
    ] as const)
      head.writeUInt32LE(value, at)
    head.writeUInt16LE(0xffff, 28)
    await folder.write('logo.eps', Buffer.concat([head, script, tiff]))
    const { inspection, cells } = await look('logo.eps')
    expect(inspection).toMatchObject({
      mediaType: 'application/eps',
      nature: 'DOCUMENT',
      usable: true,
      decodable: true,
      problems: [],
    })
    expect(distance(cells, colours)).toBeLessThan(12)
    await folder.write('bare.eps', script)
    expect(await look('bare.eps')).toMatchObject({
      inspection: { usable: true, decodable: false, problems: [{ code: 'unsupported' }] },
      rendition: { isPlaceholder: true },
    })
  })

  test('PostScript shows the thumbnail of its XMP', async () => {
    const thumbnail = (await quarters(200, 200).jpeg().toBuffer()).toString('base64')
    const xmp = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/"><xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><xmpGImg:width>200</xmpGImg:width><xmpGImg:height>200</xmpGImg:height>
<xmpGImg:format>JPEG</xmpGImg:format><xmpGImg:image>${thumbnail}</xmpGImg:image></rdf:li></rdf:Alt></xmp:Thumbnails></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
    await folder.write(
      'drawing.ps',
      `%!PS-Adobe-3.0\n%begin_xml_packet: ${xmp.length}\n${xmp}\n%end_xml_packet\nshowpage\n%%EOF\n`,
    )
    const { inspection, cells } = await look('drawing.ps')
    expect(inspection).toMatchObject({ usable: true, decodable: true, problems: [] })
    expect(distance(cells, colours)).toBeLessThan(12)
  })
})
