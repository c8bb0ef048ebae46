import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import { isOfficeDocument, mediaTypeOf, mediaTypeOfExtension, type MediaType } from './media-types.ts'

/** What a file is by its content, beside what its name says. */
export interface DetectedType {
  type: MediaType
  /**
   * Extension that fits the content: the one of the name where it is honest, lower case, no dot; empty when
   * none is known.
   */
  extension: string
  /** What the name says, where its extension promises a known kind; null where it promises nothing. */
  named: MediaType | null
  /** True where the name promises another kind of file than the content is. */
  nameLies: boolean
}

const textTypes = new Set([
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/tab-separated-values',
  'text/vtt',
  'application/x-subrip',
  'application/json',
  'text/html',
  'application/xml',
])

/**
 * The true kind of a file. The content decides; the name is asked only where the content leaves it open
 * (kinds of text; kinds of Microsoft's compound files, which encrypted docx are too).
 * @throws Error of the file system where the file cannot be read
 */
export async function detectType(path: string, fileName: string): Promise<DetectedType> {
  const nameExtension = extname(fileName).slice(1).toLowerCase()
  const named = mediaTypeOfExtension(nameExtension) ?? null
  const type = await typeByContent(path, named)
  const honest = type.extensions.includes(nameExtension)
  return {
    type,
    named,
    extension: honest ? nameExtension : (type.extensions[0] ?? (named ? '' : nameExtension)),
    nameLies: named !== null && !honest,
  }
}

async function typeByContent(path: string, named: MediaType | null): Promise<MediaType> {
  const head = await readHead(path)
  // file-type takes every file that begins with FF D8 FF for a JPEG and every <?xml for XML: fine for both of
  // us.
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (found?.mime === 'application/x-cfb')
    return named && isOfficeDocument(named.mediaType) ? named : mediaTypeOf(found.mime)
  if (found && found.mime !== 'application/xml') return mediaTypeOf(found.mime)
  const picture = pictureByMagic(head, named)
  if (picture) return mediaTypeOf(picture)
  // The head of a PDF may stand anywhere in the first 1024 bytes. @source ISO 32000-1, Adobe's implementation
  // note 13
  if (head.subarray(0, 1024).includes('%PDF-')) return mediaTypeOf('application/pdf')
  const text = decodeText(head)
  if (text !== null && head.length > 0) return textType(text, named)
  return mediaTypeOf(byMagic(head) ?? 'application/octet-stream')
}

const pnm: Readonly<Record<string, string>> = {
  1: 'bitmap',
  4: 'bitmap',
  2: 'graymap',
  5: 'graymap',
  3: 'pixmap',
  6: 'pixmap',
  7: 'arbitrarymap',
}

/**
 * Kinds of pictures that the library does not know. Those whose first bytes say little (PNM, PCX, Targa) need
 * the name, too.
 * @source the formats' specifications: OpenEXR, DDS, Radiance, CIFF, MRW, X3F, XCF, QOI, ISO/IEC 15444-1,
 * InDesign, Netpbm, ZSoft PCX, Truevision TGA
 */
function pictureByMagic(head: Buffer, named: MediaType | null): string | undefined {
  const start = head.toString('latin1', 0, 16)
  const found = magics.find(([magic]) => start.startsWith(magic))
  if (found) return found[1]
  const [, digit = ''] = /^P([1-7])[\s#]/.exec(start) ?? []
  if (pnm[digit] !== undefined && named?.mediaType.startsWith('image/x-portable') === true)
    return `image/x-portable-${pnm[digit]}`
  // Maker, version, run lengths, bits.
  const isPcx =
    head[0] === 10 &&
    [0, 2, 3, 4, 5].includes(head[1] ?? 9) &&
    head[2] === 1 &&
    [1, 2, 4, 8].includes(head[3] ?? 0)
  if (named?.mediaType === 'image/x-pcx' && isPcx) return named.mediaType
  // Colour map or none, the types of pictures there are, and a depth.
  const isTarga =
    head.length > 18 &&
    (head[1] ?? 9) <= 1 &&
    [1, 2, 3, 9, 10, 11].includes(head[2] ?? 0) &&
    [8, 15, 16, 24, 32].includes(head[16] ?? 0)
  return named?.mediaType === 'image/x-tga' && isTarga ? named.mediaType : undefined
}

const magics: readonly (readonly [magic: string, mediaType: string])[] = [
  ['\x76\x2f\x31\x01', 'image/x-exr'],
  ['DDS ', 'image/vnd.ms-dds'],
  ['#?RADIANCE', 'image/vnd.radiance'],
  ['#?RGBE', 'image/vnd.radiance'],
  ['II\x1a\0\0\0HEAPCCDR', 'image/x-canon-crw'],
  ['\0MRM', 'image/x-minolta-mrw'],
  ['FOVb', 'image/x-sigma-x3f'],
  ['gimp xcf', 'image/x-xcf'],
  ['qoif', 'image/qoi'],
  ['\xff\x4f\xff\x51', 'image/j2c'],
  ['\x06\x06\xed\xf5\xd8\x1d\x46\xe5', 'application/x-indesign'],
]

function textType(text: string, named: MediaType | null): MediaType {
  const start = text
    .replace(/^\uFEFF/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .trimStart()
    .slice(0, 4096)
  const root = start.replace(/^(<\?[\s\S]*?\?>\s*|<!DOCTYPE[^>[]*(\[[\s\S]*?\])?\s*>\s*)*/i, '')
  if (/^<([\w-]+:)?svg[\s>]/i.test(root)) return mediaTypeOf('image/svg+xml')
  if (/^<!doctype html/i.test(start) || /^<html[\s>]/i.test(root)) return mediaTypeOf('text/html')
  if (/^(%!PS-Adobe)/.test(start)) return mediaTypeOf('application/postscript')
  if (start.startsWith('<?xml')) return mediaTypeOf('application/xml')
  return named && textTypes.has(named.mediaType) ? named : mediaTypeOf('text/plain')
}

/**
 * The text of the first bytes, or null where they are no text (UTF-8 or UTF-16 with its mark; otherwise Latin
 * text without control characters).
 */
function decodeText(head: Buffer): string | null {
  const encoding =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  if (encoding === 'utf-8' && head.includes(0)) return null
  try {
    // stream: the head may end within a character.
    return controlFree(new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true }))
  } catch {
    return controlFree(new TextDecoder('windows-1252').decode(head))
  }
}

function controlFree(text: string): string | null {
  let controls = 0
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27) controls += 1
  }
  return controls === 0 ? text : null
}

function byMagic(head: Buffer): string | undefined {
  const ascii = head.toString('latin1', 0, 16)
  if (ascii.startsWith('8BPS')) return 'image/vnd.adobe.photoshop'
  // file-type reads on to distinguish raw photographs from TIFF, and gives up where a file ends before its
  // directory.
  if (/^(II[*+]\0|MM\0[*+])/.test(ascii)) return 'image/tiff'
  if (ascii.slice(4, 8) === 'ftyp' && /^(heic|heix|heim|heis|mif1)/.test(ascii.slice(8, 12)))
    return 'image/heic'
  return undefined
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
