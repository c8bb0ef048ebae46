import { createHash } from 'node:crypto'
import { endianness } from 'node:os'
import { basename } from 'node:path/posix'
import { centralRecordBytes, endRecordsBytes, localHeaderBytes, type ZipEntry } from './zip-records.ts'

/** One file of an archive. */
export type ArchiveEntry = {
  /** Its path in the archive, folders separated by `/`, as `nameArchiveEntries` gives it. */
  readonly name: string
  readonly sizeBytes: number
  /** CRC-32 of its bytes, an unsigned 32-bit integer. */
  readonly crc32: number
  readonly modifiedAt: Date
  /** A blob of exactly these bytes, or the bytes themselves where they are few. */
  readonly source: { readonly sha256: string } | { readonly bytes: Uint8Array }
  /** The asset whose file it is; what was written for the archive is of none. */
  readonly assetId?: number
}

/**
 * Where every byte of an archive is, without any of the files' bytes: some 100 bytes an entry. Equal entries
 * in equal order give an equal layout, and an equal layout equal bytes.
 */
export type ArchiveLayout = {
  /** Size of the whole archive. */
  readonly sizeBytes: number
  /** Strong ETag, quotes included. */
  readonly etag: string
  readonly entryCount: number
  /** Where the central directory starts, and how long it is. */
  readonly centralOffset: number
  readonly centralBytes: number
  /** Where each local header starts; one more: where the central directory starts. */
  readonly offsets: Float64Array
  /** Where each record starts within the central directory; one more: its length. */
  readonly centralOffsets: Float64Array
  readonly columns: LayoutColumns
}

/** What entries are made of, a column each, all views of `encoded`. */
type LayoutColumns = {
  readonly encoded: Uint8Array<ArrayBuffer>
  readonly sizesBytes: Float64Array
  /** 0 for what is of no asset. */
  readonly assetIds: Float64Array
  readonly crc32s: Uint32Array
  readonly modifiedSeconds: Int32Array
  /** Where each entry's name ends in `names`, and its own bytes in `inlineBytes`. */
  readonly nameEnds: Uint32Array
  readonly inlineEnds: Uint32Array
  readonly sha256s: Buffer
  readonly names: Buffer
  readonly inlineBytes: Buffer
}

const magic = 0x32504143 // "CAP2"
const headBytes = 16
const fixedEntryBytes = 8 + 8 + 4 * 4 + 32

/**
 * The layout of an archive that has these entries, in this order.
 * @throws TypeError where an entry could not be written: an empty, doubled or climbing name, more than 65,535
 * bytes of name, a size that is not that of the bytes given, no hash
 * @source DESIGN "An archive is a layout, not a file"
 */
export function layOutArchive(entries: readonly ArchiveEntry[]): ArchiveLayout {
  checkEntries(entries)
  // Whole columns at once: a write for each entry costs ten times as much.
  const joined = entries.map(({ name }) => name).join('')
  const names = Buffer.from(joined)
  const areAscii = names.length === joined.length
  const inlineBytes = Buffer.concat(entries.flatMap(({ source }) => ('bytes' in source ? source.bytes : [])))
  const columns = allocateColumns(entries.length, names.length, inlineBytes.length)
  columns.names.set(names)
  columns.inlineBytes.set(inlineBytes)
  if (
    columns.sha256s.write(
      entries.map(({ source }) => ('bytes' in source ? noSha256 : source.sha256)).join(''),
      'hex',
    ) !== columns.sha256s.length
  )
    throw new TypeError('Not a SHA-256')
  let nameEnd = 0
  let inlineEnd = 0
  for (const [index, { name, sizeBytes, crc32, modifiedAt, source, assetId = 0 }] of entries.entries()) {
    nameEnd += areAscii ? name.length : Buffer.byteLength(name)
    if ('bytes' in source) inlineEnd += source.bytes.length
    columns.sizesBytes[index] = sizeBytes
    columns.assetIds[index] = assetId
    columns.crc32s[index] = crc32
    columns.modifiedSeconds[index] = Math.max(
      -(2 ** 31),
      Math.min(Math.floor(modifiedAt.getTime() / 1000), 2 ** 31 - 1),
    )
    columns.nameEnds[index] = nameEnd
    columns.inlineEnds[index] = inlineEnd
  }
  return measureLayout(columns)
}

/**
 * The layout as bytes, to be kept beside the archive's size and ETag; some 70 bytes an entry and its name.
 */
export function encodeArchiveLayout(layout: ArchiveLayout): Uint8Array {
  return layout.columns.encoded
}

/**
 * The layout that was encoded, whole again in a millisecond for 10,000 entries.
 * @throws TypeError where the bytes are not those of an encoded layout
 */
export function decodeArchiveLayout(encoded: Uint8Array): ArchiveLayout {
  // A copy: typed arrays want their numbers aligned, and a driver's buffer need not be.
  const bytes = new Uint8Array(encoded)
  const [found, entryCount = 0, nameBytes = 0, inlineBytes = 0] =
    bytes.length < headBytes ? [] : new Uint32Array(bytes.buffer, 0, 4)
  if (found !== magic || bytes.length !== headBytes + entryCount * fixedEntryBytes + nameBytes + inlineBytes)
    throw new TypeError('Not an archive layout')
  return measureLayout(viewColumns(bytes, entryCount, nameBytes))
}

/** The assets whose files an archive holds, each once. */
export function assetsOf({ columns }: ArchiveLayout): Float64Array<ArrayBuffer> {
  return Float64Array.from(new Set(columns.assetIds.filter((id) => id !== 0)))
}

/** What the records say about an entry. */
export function entryAt({ columns, offsets }: ArchiveLayout, index: number): ZipEntry {
  return {
    name: columns.names.subarray(index === 0 ? 0 : columns.nameEnds[index - 1], columns.nameEnds[index]),
    sizeBytes: columns.sizesBytes[index] ?? 0,
    crc32: columns.crc32s[index] ?? 0,
    modifiedSeconds: columns.modifiedSeconds[index] ?? 0,
    offset: offsets[index] ?? 0,
  }
}

/** A file within an archive: its name without folders, and where its bytes are there. */
export interface FileInArchive {
  readonly name: string
  readonly start: number
  readonly endExclusive: number
}

/**
 * The file of the one asset that an archive holds; undefined where it holds those of more. Files are stored
 * as they are: it is a range of the archive.
 */
export function findOnlyFile(layout: ArchiveLayout): FileInArchive | undefined {
  const { assetIds } = layout.columns
  const index = assetIds.findIndex((id) => id !== 0)
  if (index === -1 || assetIds.findLastIndex((id) => id !== 0) !== index) return undefined
  const { name, sizeBytes } = entryAt(layout, index)
  const endExclusive = layout.offsets[index + 1] ?? 0
  return { name: basename(name.toString()), start: endExclusive - sizeBytes, endExclusive }
}

/** Where an entry's bytes come from. */
export function sourceAt(
  { columns }: ArchiveLayout,
  index: number,
): { readonly sha256: string } | { readonly bytes: Buffer } {
  const bytes = columns.inlineBytes.subarray(
    index === 0 ? 0 : columns.inlineEnds[index - 1],
    columns.inlineEnds[index],
  )
  return bytes.length > 0
    ? { bytes }
    : { sha256: columns.sha256s.toString('hex', index * 32, index * 32 + 32) }
}

/** In place of the hash of an entry that brings its bytes. */
const noSha256 = '0'.repeat(64)
/** A name that needs no further look: most of them. */
const isPlain = /^\w[\w ()-]{0,99}\.\w{1,8}$/

function checkEntries(entries: readonly ArchiveEntry[]): void {
  const names = new Set<string>()
  for (const { name, sizeBytes, crc32, modifiedAt, source } of entries) {
    const isNameBad =
      (!isPlain.test(name) &&
        (/^\/|\/$|\\|\0|(?:^|\/)\.{0,2}(?:\/|$)/.test(name) ||
          Buffer.byteLength(name) > 0xffff ||
          !name.isWellFormed())) ||
      names.has(name)
    const isSourceBad =
      'bytes' in source ? source.bytes.length !== sizeBytes : source.sha256.length !== noSha256.length
    const areNumbersBad =
      !Number.isSafeInteger(sizeBytes) ||
      sizeBytes < 0 ||
      crc32 !== crc32 >>> 0 ||
      Number.isNaN(modifiedAt.getTime())
    if (isNameBad || isSourceBad || areNumbersBad)
      throw new TypeError(`Not an entry of an archive: ${JSON.stringify({ name, sizeBytes, crc32 })}`)
    names.add(name)
  }
}

function allocateColumns(entryCount: number, nameBytes: number, inlineBytes: number): LayoutColumns {
  const encoded = new Uint8Array(headBytes + entryCount * fixedEntryBytes + nameBytes + inlineBytes)
  new Uint32Array(encoded.buffer, 0, 4).set([magic, entryCount, nameBytes, inlineBytes])
  return viewColumns(encoded, entryCount, nameBytes)
}

function viewColumns(encoded: Uint8Array<ArrayBuffer>, entryCount: number, nameBytes: number): LayoutColumns {
  if (endianness() !== 'LE')
    throw new Error('Archive layouts are kept in little-endian order, which this machine has not')
  let end = headBytes
  const next = (entryBytes: number): number => {
    end += entryCount * entryBytes
    return end - entryCount * entryBytes
  }
  const { buffer } = encoded
  return {
    encoded,
    sizesBytes: new Float64Array(buffer, next(8), entryCount),
    assetIds: new Float64Array(buffer, next(8), entryCount),
    crc32s: new Uint32Array(buffer, next(4), entryCount),
    modifiedSeconds: new Int32Array(buffer, next(4), entryCount),
    nameEnds: new Uint32Array(buffer, next(4), entryCount),
    inlineEnds: new Uint32Array(buffer, next(4), entryCount),
    sha256s: Buffer.from(buffer, next(32), entryCount * 32),
    names: Buffer.from(buffer, end, nameBytes),
    inlineBytes: Buffer.from(buffer, end + nameBytes),
  }
}

function measureLayout(columns: LayoutColumns): ArchiveLayout {
  const entryCount = columns.sizesBytes.length
  const offsets = new Float64Array(entryCount + 1)
  const centralOffsets = new Float64Array(entryCount + 1)
  let offset = 0
  let centralBytes = 0
  for (let index = 0; index < entryCount; index += 1) {
    const nameBytes = (columns.nameEnds[index] ?? 0) - (index === 0 ? 0 : (columns.nameEnds[index - 1] ?? 0))
    const sizeBytes = columns.sizesBytes[index] ?? 0
    offsets[index] = offset
    centralOffsets[index] = centralBytes
    centralBytes += centralRecordBytes(nameBytes, sizeBytes, offset)
    offset += localHeaderBytes(nameBytes, sizeBytes) + sizeBytes
  }
  offsets[entryCount] = offset
  centralOffsets[entryCount] = centralBytes
  const sizeBytes = offset + centralBytes + endRecordsBytes(entryCount, offset, centralBytes)
  const etag = `"${createHash('sha256').update(columns.encoded).digest('base64url')}"`
  return {
    sizeBytes,
    etag,
    entryCount,
    centralOffset: offset,
    centralBytes,
    offsets,
    centralOffsets,
    columns,
  }
}
