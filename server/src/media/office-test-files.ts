import { crc32 } from 'node:zlib'

/**
 * A zip of parts, stored as they are.
 * @param claimedBytes what the list at its end says of each, if not the truth
 */
export function zipOfParts(parts: Readonly<Record<string, string>>, claimedBytes?: number): Buffer {
  const locals: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), bytes])
    if (claimedBytes !== undefined) {
      // Deflate, as yauzl refuses stored entries of two sizes.
      facts.writeUInt16LE(8, 4)
      facts.writeUInt32LE(claimedBytes, 18)
    }
    list.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(list.length, 4)
  end.writeUInt16LE(list.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}

const sectorBytes = 512
const endOfChain = 0xfffffffe
const tableSign = 0xfffffffd

/**
 * A compound file with streams of 4096 bytes that begin as given: a sector of its table, its directory, the
 * streams.
 * @source [MS-CFB] §2.2, §2.6
 */
export function compoundOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const names = ['Root Entry', ...Object.keys(streams)]
  const directorySectors = Math.ceil(names.length / 4)
  const perStream = 4096 / sectorBytes
  const startOf = (at: number): number => 1 + directorySectors + at * perStream
  const header = Buffer.alloc(sectorBytes, 0)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(endOfChain, 68)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(sectorBytes, 0xff)
  table.writeUInt32LE(tableSign, 0)
  const chain = (from: number, count: number): void => {
    for (let at = from; at < from + count; at++)
      table.writeUInt32LE(at === from + count - 1 ? endOfChain : at + 1, at * 4)
  }
  chain(1, directorySectors)
  const directory = Buffer.alloc(directorySectors * sectorBytes)
  names.forEach((name, at) => {
    const entry = directory.subarray(at * 128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE((name.length + 1) * 2, 64)
    entry[66] = at === 0 ? 5 : 2
    entry.writeUInt32LE(at === 0 ? endOfChain : startOf(at - 1), 116)
    entry.writeUInt32LE(at === 0 ? 0 : 4096, 120)
    if (at > 0) chain(startOf(at - 1), perStream)
  })
  const bodies = Object.values(streams).map((bytes) => Buffer.concat([bytes], 4096))
  return Buffer.concat([header, table, directory, ...bodies])
}

const names = Object.entries({
  office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  table: 'urn:oasis:names:tc:opendocument:xmlns:table:1.0',
  draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
  svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
  script: 'urn:oasis:names:tc:opendocument:xmlns:script:1.0',
  of: 'urn:oasis:names:tc:opendocument:xmlns:of:1.2',
  xlink: 'http://www.w3.org/1999/xlink',
  dom: 'http://www.w3.org/2001/xml-events',
  ooo: 'http://openoffice.org/2004/office',
})
  .map(([prefix, address]) => `xmlns:${prefix}="${address}"`)
  .join(' ')

/** A document of one file, without a zip around it. @param before what stands before its body: scripts */
export function flatDocument(kind: 'text' | 'spreadsheet', body: string, before = ''): string {
  return `<?xml version="1.0"?><office:document ${names} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.${kind}">${before}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`
}

/** A Word document. @param relations of its text to other files */
export function wordDocument(body: string, relations = ''): Buffer {
  const kinds = 'http://schemas.openxmlformats.org/package/2006'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zipOfParts({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${kinds}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${kinds}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${kinds}/relationships">${relations}</Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
  })
}
