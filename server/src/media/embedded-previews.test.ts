import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectAndRender } from './inspect-file.ts'
import { closeInspectors } from './read-tags.ts'
import { recipeFor } from './rendition-recipes.ts'
import { cellsOf, createTestFolder, distance, quarters, type TestFolder } from './sample-files.ts'

// Files as small as their formats allow, with one preview inside: cameras' own are not at hand.
let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(async () => {
  await closeInspectors()
  await folder.remove()
})

const jpeg = await quarters(400, 300).jpeg().toBuffer()
const colours = await cellsOf(await quarters(400, 300).png().toBuffer(), 2, 2)

const u16le = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value & 255, value >> 8])))
const u32le = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer)
const u32be = (...values: number[]) => Buffer.concat(values.map((value) => u32le(value).reverse()))
const ascii = (text: string) => Buffer.from(text, 'latin1')

/**
 * @source CIFF specification, version 1.0: a heap, at its end its directory, at the very end where that
 * begins
 */
const crw = () => {
  const directory = Buffer.concat([u16le(1), u16le(0x2007), u32le(jpeg.length, 0)])
  return Buffer.concat([
    ascii('II'),
    u32le(26),
    ascii('HEAPCCDR'),
    u32le(0x10002, 0, 0),
    jpeg,
    directory,
    u32le(jpeg.length),
  ])
}

/** One entry of a TIFF directory, big-endian. */
const entry = (tag: number, type: number, count: number, value: number) =>
  Buffer.concat([Buffer.from([tag >> 8, tag & 255, 0, type]), u32be(count, value)])
const directoryOf = (...entries: Buffer[]) =>
  Buffer.concat([Buffer.from([0, entries.length]), ...entries, u32be(0)])

/** @source Dalibor Jelínek, "The MRW file format": blocks, of which TTW is a TIFF */
const mrw = () => {
  const make = ascii('Minolta Co., Ltd.\0')
  const [makeAt, exifAt, noteAt] = [38, 56, 74]
  const pixelsAt = noteAt + 30
  const ttw = Buffer.concat([
    ascii('MM\0*'),
    u32be(8),
    directoryOf(entry(0x10f, 2, make.length, makeAt), entry(0x8769, 4, 1, exifAt)),
    make,
    directoryOf(entry(0x927c, 7, 30, noteAt)),
    directoryOf(entry(0x88, 4, 1, pixelsAt), entry(0x89, 4, 1, jpeg.length)),
    jpeg,
  ])
  const block = (name: string, content: Buffer) =>
    Buffer.concat([ascii(`\0${name}`), u32be(content.length), content])
  return block(
    'MRM',
    Buffer.concat([block('PRD', Buffer.concat([ascii('27820001'), Buffer.alloc(16)])), block('TTW', ttw)]),
  )
}

/**
 * @source Foveon X3F file format, version 2.0: sections, at the end their directory, at the very end where
 * that begins
 */
const x3f = () => {
  const head = Buffer.concat([ascii('FOVb'), u32le(0x20000), Buffer.alloc(16), u32le(0, 400, 300, 0)])
  const preview = Buffer.concat([ascii('SECi'), u32le(0x20000, 2, 18, 400, 300, 0), jpeg])
  const directory = Buffer.concat([
    ascii('SECd'),
    u32le(0x20000, 1, head.length, preview.length),
    ascii('IMA2'),
  ])
  return Buffer.concat([head, preview, directory, u32le(head.length + preview.length)])
}

const xmp = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpTPg="http://ns.adobe.com/xap/1.0/t/pg/" xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/"><xmp:PageInfo><rdf:Seq>
<rdf:li rdf:parseType="Resource"><xmpTPg:PageNumber>1</xmpTPg:PageNumber><xmpGImg:format>JPEG</xmpGImg:format>
<xmpGImg:image>${jpeg.toString('base64')}</xmpGImg:image></rdf:li></rdf:Seq></xmp:PageInfo></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`

/**
 * @source Adobe XMP specification, part 3, "INDD, INDT": two master pages, then objects, of which one is the
 * XMP
 */
const indd = () => {
  const page = Buffer.alloc(4096)
  Buffer.from('0606edf5d81d46e5bd31efe7fe74b71d', 'hex').copy(page)
  page.write('DOCUMENT', 16, 'latin1')
  page[24] = 1
  page.writeUInt32LE(2, 280)
  const packet = Buffer.from(xmp)
  const head = Buffer.alloc(32)
  Buffer.from('de39397951884b6c8e63eef8aee0dd38', 'hex').copy(head)
  head.writeUInt32LE(packet.length + 4, 24)
  return Buffer.concat([page, page, head, u32le(packet.length), packet])
}

/** Illustrator up to version 8: PostScript. */
const ai = () => {
  const packet = Buffer.from(xmp)
  const begin = `%!PS-Adobe-3.0\n%%Creator: Adobe Illustrator(R) 8.0\n%%EndComments\n%begin_xml_packet: ${packet.length}\n`
  return Buffer.concat([ascii(begin), packet, ascii('\n%end_xml_packet\nshowpage\n%%EOF\n')])
}

/**
 * EPS for a Macintosh of old, whose preview stood in a resource, carries Photoshop's thumbnail in its image
 * resources.
 */
const eps = () => {
  const thumbnail = Buffer.concat([
    u32be(1, 400, 300, 1200, 1200 * 300, jpeg.length),
    Buffer.from([0, 24, 0, 1]),
    jpeg,
  ])
  const resource = Buffer.concat([
    ascii('8BIM\x04\x0c\0\0'),
    u32be(thumbnail.length),
    thumbnail,
    Buffer.alloc(thumbnail.length % 2),
  ])
  const lines = resource.toString('hex').replace(/.{1,64}/g, '% $&\n')
  const begin = `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 400 300\n%%EndComments\n%BeginPhotoshop: ${resource.length}\n`
  return ascii(`${begin}${lines}%EndPhotoshop\nshowpage\n%%EOF\n`)
}

const look = async (fileName: string, content: Buffer) => {
  const recipe = recipeFor('thumbnailSmall', 'IMAGE')
  if (!recipe) throw new Error('thumbnailSmall')
  const outputPath = folder.path(`${fileName}.jpg`)
  const path = await folder.write(fileName, content)
  const {
    inspection,
    renditions: [rendition],
  } = await inspectAndRender({ path, fileName, outputs: [{ recipe, outputPath }] })
  return { inspection, rendition, outputPath }
}

const kinds = [
  ['crw', 'image/x-canon-crw', crw],
  ['mrw', 'image/x-minolta-mrw', mrw],
  ['x3f', 'image/x-sigma-x3f', x3f],
  ['indd', 'application/x-indesign', indd],
  ['ai', 'application/postscript', ai],
  ['eps', 'application/eps', eps],
] as const

describe('the preview inside is shown', () => {
  test.each(kinds)('of a file named .%s', async (extension, mediaType, make) => {
    const { inspection, rendition, outputPath } = await look(`made.${extension}`, make())
    expect(inspection).toMatchObject({
      mediaType,
      usable: true,
      decodable: true,
      nameLies: false,
      problems: [],
    })
    expect(rendition).toMatchObject({ width: 320, height: 240, isPlaceholder: false })
    expect(distance(await cellsOf(outputPath, 2, 2), colours)).toBeLessThan(12)
  })

  test.each(kinds)(
    'of a file named .%s, which says that there is none where it is damaged',
    async (extension, _, make) => {
      const whole = make()
      const damaged = Buffer.from(
        whole
          .toString('latin1')
          .replace(jpeg.toString('latin1'), '\0'.repeat(jpeg.length))
          .replace(jpeg.toString('base64'), 'A'.repeat(jpeg.toString('base64').length))
          .replace(/ffd8ff/g, '000000'),
        'latin1',
      )
      expect(damaged.equals(whole)).toBe(false)
      const { inspection, rendition } = await look(`none.${extension}`, damaged)
      expect(inspection).toMatchObject({
        usable: true,
        decodable: false,
        problems: [{ code: 'unsupported', message: expect.stringContaining('contains no preview') }],
      })
      expect(rendition).toMatchObject({ isPlaceholder: true })
    },
  )
})
