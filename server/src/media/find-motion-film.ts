import { open, type FileHandle } from 'node:fs/promises'
import type { Tags } from './read-tags.ts'

/** Where a film lies in a file, in bytes from its beginning; `end` is the first byte after it. */
export interface FilmSpan {
  readonly start: number
  readonly end: number
}

/**
 * Finds the short film that telephones keep inside of a photograph, after its picture. Tags say where, and
 * are not believed: what lies there must begin as a film does. Without such tags nothing is read.
 * @param tags of {@link readTags}
 * @source Motion Photo format 1.0 (developer.android.com), Google's MicroVideo before it, and the trailer of
 * Samsung as ExifTool describes it (Samsung.pm)
 */
export async function findMotionFilm(path: string, tags: Tags): Promise<FilmSpan | null> {
  const make = tags['EXIF:Make']
  const isSamsung = typeof make === 'string' && /samsung/i.test(make)
  const fromEnd = spanFromEnd(tags)
  if (fromEnd === null && !isSamsung) return null
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const tagged = fromEnd && { start: size - fromEnd.start, end: size - fromEnd.end }
    if (tagged && (await holdsFilm(file, tagged, size))) return tagged
    const trailed = isSamsung ? await readSamsungTrailer(file, size) : null
    return trailed && (await holdsFilm(file, trailed, size)) ? trailed : null
  } finally {
    await file.close()
  }
}

/** What tags say, in bytes before the end of the file. */
function spanFromEnd(tags: Tags): FilmSpan | null {
  const [semantics, lengths] = [
    listOf(tags['XMP:DirectoryItemSemantic']),
    listOf(tags['XMP:DirectoryItemLength']),
  ]
  const index = semantics.lastIndexOf('MotionPhoto')
  // The picture comes first and may state no length; all after it do.
  const after = index < 0 ? [] : lengths.slice(index - semantics.length).map(Number)
  if (
    Number(tags['XMP:MotionPhoto']) === 1 &&
    after.length === semantics.length - index &&
    after.every(isLength)
  ) {
    const end = after.slice(1).reduce((sum, length) => sum + length, 0)
    return { start: end + (after[0] ?? 0), end }
  }
  const offset = Number(tags['XMP:MicroVideoOffset'])
  return Number(tags['XMP:MicroVideo']) === 1 && isLength(offset) ? { start: offset, end: 0 } : null
}

function listOf(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat()
}

function isLength(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}

/** A box of MP4 has a head of 8 bytes; the first one of a film names its kind. */
const headBytes = 16

async function holdsFilm(file: FileHandle, { start, end }: FilmSpan, size: number): Promise<boolean> {
  // The picture lies before it.
  if (!(start > 0 && end <= size && end - start > headBytes)) return false
  const head = await readAt(file, start, 8)
  return head.toString('latin1', 4, 8) === 'ftyp'
}

/** Type of the block that holds a film, little endian as all in the trailer. */
const motionBlock = 0x0a30
/** A directory of blocks holds some ten; what states more is none. */
const maxBlocks = 100

/**
 * The trailer ends with the size of its directory and `SEFT`. The directory has for each block its type, its
 * distance before the directory and its size, in bytes. A block begins with its type and the length of its
 * name.
 */
async function readSamsungTrailer(file: FileHandle, size: number): Promise<FilmSpan | null> {
  const foot = await readAt(file, size - 8, 8)
  if (foot.length < 8 || foot.toString('latin1', 4, 8) !== 'SEFT') return null
  const directoryBytes = foot.readUInt32LE(0)
  const at = size - 8 - directoryBytes
  if (directoryBytes < 12 || directoryBytes > 12 + maxBlocks * 12 || at <= 0) return null
  const directory = await readAt(file, at, directoryBytes)
  if (directory.length < directoryBytes || directory.toString('latin1', 0, 4) !== 'SEFH') return null
  const count = directory.readUInt32LE(8)
  for (let index = 0; index < count && 24 + index * 12 <= directoryBytes; index++) {
    const entry = directory.subarray(12 + index * 12)
    if (entry.readUInt16LE(2) !== motionBlock) continue
    const begins = at - entry.readUInt32LE(4)
    const head = begins > 0 ? await readAt(file, begins, 8) : Buffer.alloc(0)
    if (head.length < 8) return null
    return { start: begins + 8 + head.readUInt32LE(4), end: begins + entry.readUInt32LE(8) }
  }
  return null
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  if (at < 0) return Buffer.alloc(0)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
