import { open } from 'node:fs/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import type { Tags } from './read-tags.ts'
import { RenditionError } from './rendition-error.ts'

const parts = new Set(['docProps/core.xml', 'docProps/app.xml', 'meta.xml'])
const maxPartBytes = 1024 * 1024
const maxEntries = 20_000

/**
 * What an Office document (docx, xlsx, pptx, OpenDocument) says about itself, which ExifTool reads only with
 * a Perl module that machines lack.
 * @returns `XML:Title`, `XML:Creator`, `XML:Description`, `XML:Keywords`, `XML:Pages`, those that are there
 * @throws RenditionError `password_protected`; `truncated` where the list at the end of the zip is missing,
 * `broken` where it is damaged
 * @source ECMA-376 part 2 §11 (core properties), part 1 §22.2 (extended properties); OpenDocument 1.3 part 3
 * §4.3
 */
export async function readOfficeTags(path: string): Promise<Tags> {
  if (await isEncrypted(path))
    throw new RenditionError('password_protected', 'The document is password-protected.')
  const zip = await openPromise(path).catch((error: unknown) => {
    throw new RenditionError(
      'truncated',
      'The file is incomplete: the document ends early, perhaps cut off in transfer.',
      { cause: error },
    )
  })
  try {
    let xml = ''
    let entries = 0
    for await (const entry of zip.eachEntry()) {
      entries += 1
      if (entries > maxEntries) break
      if (parts.has(entry.fileName)) xml += await readPart(zip, entry)
    }
    return tagsOf(xml)
  } catch (error) {
    throw new RenditionError('broken', 'The file is damaged: the parts of the document cannot be read.', {
      cause: error,
    })
  } finally {
    zip.close()
  }
}

/** Office puts an encrypted document into a compound file instead of a zip. */
async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    return (await file.read(Buffer.alloc(4), 0, 4, 0)).buffer.readUInt32BE(0) === 0xd0cf11e0
  } finally {
    await file.close()
  }
}

async function readPart(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > maxPartBytes) return ''
  // yauzl itself ends a part that grows over the size that it claims.
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function tagsOf(xml: string): Tags {
  const found: [string, string | undefined][] = [
    ['XML:Title', element(xml, 'dc:title')],
    ['XML:Creator', element(xml, 'dc:creator')],
    ['XML:Description', element(xml, 'dc:description') ?? element(xml, 'dc:subject')],
    ['XML:Keywords', element(xml, 'cp:keywords') ?? element(xml, 'meta:keyword')],
    [
      'XML:Pages',
      element(xml, 'Slides') ?? element(xml, 'Pages') ?? /meta:page-count="(\d+)"/.exec(xml)?.[1],
    ],
  ]
  return Object.fromEntries(found.filter(([, value]) => value))
}

function element(xml: string, name: string): string | undefined {
  const value = new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1]
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return value?.replace(
    /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
    (whole, decimal?: string, hexadecimal?: string, word?: string) => {
      if (word) return entities[word] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
