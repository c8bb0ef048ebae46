import { stat } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile as RawZip } from 'yauzl'

/** A zip, or one entry of it, that is not unpacked; `code` for programs, the message in plain words. */
export class ZipRefused extends Error {
  override name = 'ZipRefused'
  readonly code: 'zip_broken' | 'zip_path' | 'zip_encrypted' | 'zip_method' | 'zip_bomb' | 'upload_too_large'

  constructor(code: ZipRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** A file of a zip, or one that is refused. */
export type ZipEntry =
  | { readonly kind: 'file'; readonly path: string; readonly crc32: number; readonly open: () => Promise<Readable> }
  | { readonly kind: 'refused'; readonly path: string; readonly code: ZipRefused['code']; readonly message: string }

/** An open zip; one entry is read before the next. */
export interface ZipFile { entries(): AsyncGenerator<ZipEntry>; close(): void }

/** Bounds of what a stranger's zip may unpack to. */
export interface ZipLimits { readonly maxEntryBytes: number }

const maxEntries = 20_000
/** Media barely shrink and texts do by ten or twenty; a file that grows this much was made to fill a disk. */
const maxRatio = 200
const harmlessBytes = 10 * 1024 * 1024

/**
 * Opens a zip. Folders and what systems leave behind (`__MACOSX`, `.DS_Store`, hidden files) are passed over; names that lead
 * out, encrypted entries and bombs are refused one by one.
 * @throws ZipRefused where it is no zip or a damaged one
 */
export async function openZip(path: string, limits: ZipLimits): Promise<ZipFile> {
  const { size } = await stat(path)
  const open = promisify<string, yauzl.Options, RawZip>(yauzl.open)
  const zip = await open(path, { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }).catch((error: unknown) => { throw broken(error) })
  if (zip.entryCount > maxEntries) {
    zip.close()
    throw new ZipRefused('zip_bomb', `The zip has ${zip.entryCount} entries; at most ${maxEntries} are unpacked.`)
  }
  return { entries: () => readEntries(zip, size, limits), close: () => { zip.close() } }
}

async function* readEntries(zip: RawZip, zipBytes: number, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  let unpackedBytes = 0
  for (;;) {
    const entry = await nextEntry(zip)
    if (!entry) return
    const path = nameOf(entry)
    if (path.endsWith('/') || isLeftBehind(path)) continue
    const refusal = refusalOf(entry, path, limits) ?? (unpackedBytes + entry.uncompressedSize > harmlessBytes + maxRatio * zipBytes ? bomb : undefined)
    if (!refusal) unpackedBytes += entry.uncompressedSize
    yield refusal ? { kind: 'refused', path, code: refusal.code, message: refusal.message }
      : { kind: 'file', path, crc32: entry.crc32, open: () => openEntry(zip, entry) }
  }
}

const bomb = new ZipRefused('zip_bomb', 'It unpacks to so many times its size that it was not unpacked.')

function refusalOf(entry: Entry, path: string, limits: ZipLimits): ZipRefused | undefined {
  if (yauzl.validateFileName(path.replaceAll('\\', '/')) !== null) return new ZipRefused('zip_path', 'Its name leads out of the zip.')
  if (entry.isEncrypted()) return new ZipRefused('zip_encrypted', 'It is encrypted with a password.')
  if (!entry.canDecodeFileData()) return new ZipRefused('zip_method', 'It is compressed in a way that cannot be read here.')
  if (entry.uncompressedSize > limits.maxEntryBytes) return new ZipRefused('upload_too_large', `It has more than ${Math.floor(limits.maxEntryBytes / 1024 / 1024)} MB.`)
  return entry.uncompressedSize > harmlessBytes && entry.uncompressedSize > maxRatio * entry.compressedSize ? bomb : undefined
}

function nextEntry(zip: RawZip): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => () => {
      zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error')
      done()
    }
    zip.once('entry', (entry: Entry) => { settle(() => { resolve(entry) })() })
    zip.once('end', settle(() => { resolve(undefined) }))
    zip.once('error', (error: unknown) => { settle(() => { reject(broken(error)) })() })
    zip.readEntry()
  })
}

/** The bytes of an entry; where it is damaged the stream fails with ZipRefused. */
async function openEntry(zip: RawZip, entry: Entry): Promise<Readable> {
  const openStream = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
  const source = await openStream(entry).catch((error: unknown) => { throw broken(error) })
  const bytes = new PassThrough()
  source.once('error', (error) => { bytes.destroy(broken(error)) })
  bytes.once('close', () => { source.destroy() })
  return source.pipe(bytes)
}

/** UTF-8 where it is, whether the entry says so or not; else the code page of DOS. */
function nameOf(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(entry.fileNameRaw)
  } catch {
    return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
  }
}

function isLeftBehind(path: string): boolean {
  return path.split(/[/\\]/).some((part) => part === '__MACOSX' || (part.startsWith('.') && part !== '.' && part !== '..') || part === 'Thumbs.db' || part === 'desktop.ini')
}

function broken(error: unknown): ZipRefused {
  return error instanceof ZipRefused ? error : new ZipRefused('zip_broken', `The zip is damaged: ${error instanceof Error ? error.message : 'it cannot be read'}.`)
}
