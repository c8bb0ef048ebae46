import { open, type FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { isCompoundFile, readAt, readCompoundFile } from './read-compound-file.ts'
import { RenditionError } from './rendition-error.ts'

/** The program of LibreOffice that opens a document. */
export type OfficeProgram = 'writer' | 'calc' | 'impress' | 'draw'

/** A part that says what the document is, or that it is encrypted, is no larger. */
const maxPartBytes = 1024 * 1024
const maxEntries = 20_000
/**
 * Most bytes of markup in a document. Text and numbers of a hundred thousand rows are 60 MB of it; a bomb has
 * gigabytes, all of which LibreOffice would read.
 */
const maxMarkupBytes = 256 * 1024 * 1024

/**
 * What opens an Office document, by its content alone: names lie, and files that are lent to a decoder have
 * none. Null where it is not known.
 * @throws RenditionError `password_protected`, `decompression_bomb`; `truncated` where the list at the end of
 * a zip is missing, `broken` where it is damaged
 * @source ECMA-376 part 2; OpenDocument 1.3 part 2 §4; [MS-OFFCRYPTO] §2.3; [MS-DOC] §2.5.1, [MS-XLS]
 * §2.4.117, [MS-PPT] §2.3.7
 */
export async function readOfficeProgram(path: string): Promise<OfficeProgram | null> {
  const file = await open(path, 'r')
  try {
    const head = await readAt(file, 0, 16 * 1024)
    if (isCompoundFile(head)) return await compoundProgram(file)
    const start = head.toString('latin1')
    if (start.startsWith('PK\u0003\u0004')) return await zipProgram(path)
    if (start.startsWith('{\\rt')) return 'writer'
    return openDocumentProgram(/office:mimetype="([^"]*)"/.exec(start)?.[1] ?? '')
  } finally {
    await file.close()
  }
}

async function compoundProgram(file: FileHandle): Promise<OfficeProgram | null> {
  const streams = await readCompoundFile(file)
  if (streams.has('EncryptedPackage') || streams.has('EncryptedSummary')) throw locked()
  const at = async (name: string, offset: number): Promise<Buffer> => {
    const start = streams.get(name)?.offset ?? null
    return start === null ? Buffer.alloc(512) : readAt(file, start + offset, 512)
  }
  if (streams.has('WordDocument')) {
    if (((await at('WordDocument', 10)).readUInt16LE(0) & 0x0100) !== 0) throw locked()
    return 'writer'
  }
  const book = ['Workbook', 'Book'].find((name) => streams.has(name))
  if (book !== undefined) {
    if (hasFilePass(await at(book, 0))) throw locked()
    return 'calc'
  }
  return streams.has('PowerPoint Document') ? 'impress' : null
}

/** Whether the first records of a workbook say that all after them is encrypted. */
function hasFilePass(records: Buffer): boolean {
  for (let at = 0; at + 4 <= records.length; at += 4 + records.readUInt16LE(at + 2))
    if (records.readUInt16LE(at) === 0x2f) return true
  return false
}

async function zipProgram(path: string): Promise<OfficeProgram | null> {
  let program: OfficeProgram | null = null
  let markupBytes = 0
  await readParts(path, async (zip, entry) => {
    const { fileName: name, uncompressedSize } = entry
    if (/\.(xml|rels|vml)$/i.test(name)) markupBytes += uncompressedSize
    if (markupBytes > maxMarkupBytes) throw bomb()
    if (name === 'mimetype') program = openDocumentProgram(await readPart(zip, entry))
    else if (name === 'META-INF/manifest.xml' && (await readPart(zip, entry)).includes('encryption-data'))
      throw locked()
    else program ??= partProgram(name)
    return true
  })
  return program
}

/**
 * Looks at the parts of an Office document one after the other, at 20,000 at most.
 * @param look false where no more is wanted
 * @throws RenditionError `truncated`, `broken`; that of `look`
 */
export async function readParts(
  path: string,
  look: (zip: ZipFile, entry: Entry) => Promise<boolean>,
): Promise<void> {
  const zip = await openPromise(path).catch((error: unknown) => {
    throw new RenditionError(
      'truncated',
      'The file is incomplete: the document ends early, perhaps cut off in transfer.',
      { cause: error },
    )
  })
  try {
    let entries = 0
    for await (const entry of zip.eachEntry()) if (++entries > maxEntries || !(await look(zip, entry))) break
  } catch (error) {
    if (error instanceof RenditionError) throw error
    throw new RenditionError('broken', 'The file is damaged: the parts of the document cannot be read.', {
      cause: error,
    })
  } finally {
    zip.close()
  }
}

async function readPart(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > maxPartBytes) return ''
  // yauzl itself ends a part that grows over the size that it claims.
  return (await buffer(await zip.openReadStreamPromise(entry))).toString()
}

function partProgram(name: string): OfficeProgram | null {
  if (name.startsWith('word/')) return 'writer'
  if (name.startsWith('xl/')) return 'calc'
  return name.startsWith('ppt/') ? 'impress' : null
}

function openDocumentProgram(mediaType: string): OfficeProgram | null {
  const [, kind = ''] = /^application\/vnd\.oasis\.opendocument\.(\w+)/.exec(mediaType) ?? []
  const programs: Readonly<Record<string, OfficeProgram>> = {
    text: 'writer',
    spreadsheet: 'calc',
    presentation: 'impress',
    graphics: 'draw',
  }
  return programs[kind] ?? null
}

const bomb = (): RenditionError =>
  new RenditionError(
    'decompression_bomb',
    'The document unpacks into far more text than documents have; it was not opened.',
  )

/** @source the sentence for a PDF that is encrypted, see `drawPage` */
const locked = (): RenditionError =>
  new RenditionError('password_protected', 'The document is password-protected.')
