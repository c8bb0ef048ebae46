import { spawn, type ChildProcess } from 'node:child_process'
import { open } from 'node:fs/promises'
import { ExifTool, exiftoolPath } from 'exiftool-vendored'
import { decoderEnvironment } from './decoder-environment.ts'
import { isRawPhotograph } from './media-types.ts'
import { RenditionError } from './rendition-error.ts'

/**
 * The tags of one file by `Group:Name` (groups as ExifTool names them: EXIF, IPTC, XMP, PDF, QuickTime, …),
 * numbers unformatted.
 */
export type Tags = Record<string, unknown>

const wanted = [
  // With `-*` in any language.
  'Title',
  'Title-*',
  'Description-*',
  'Rights-*',
  'ObjectName',
  'Headline',
  'XPTitle',
  'Description',
  'ImageDescription',
  'Caption-Abstract',
  'XPComment',
  'UserComment',
  'Comment',
  'Keywords',
  'Subject',
  'XPKeywords',
  'Artist',
  'Creator',
  'By-line',
  'XPAuthor',
  'Author',
  'Credit',
  'Source',
  'Copyright',
  'CopyrightNotice',
  'Rights',
  'City',
  'Country',
  'Country-PrimaryLocationName',
  'Make',
  'Model',
  'LensModel',
  'Orientation',
  'Rotation',
  'ColorSpace',
  'ColorSpaceData',
  'ProfileDescription',
  'DateTimeOriginal',
  'CreateDate',
  'CreationDate',
  'DateCreated',
  'TimeCreated',
  'OffsetTimeOriginal',
  'OffsetTimeDigitized',
  'OffsetTime',
  'SubSecTimeOriginal',
  'GPSLatitude',
  'GPSLongitude',
  'GPSDateTime',
  'ImageSize',
  'ImageWidth',
  'ImageHeight',
  'ExifImageWidth',
  'ExifImageHeight',
  'Duration',
  'PageCount',
  'Pages',
  'Encryption',
  'PreviewImageLength',
  'JpgFromRawLength',
  'Error',
].map((name) => `-${name}`)

/**
 * Of panoramas, and of films inside of photographs; each name takes time of every file that it is asked of.
 */
const wantedOfSpecial = ['XMP-GPano:all', 'MotionPhoto', 'MicroVideo*', 'DirectoryItem*'].map(
  (name) => `-${name}`,
)
/** What the picture and the film of a Live Photo have in common. */
const wantedOfApple = '-ContentIdentifier'

/** The name of all such tags begins so, in the packet that stands before the pixels of a JPEG. */
const namespaceOfSpecial = 'ns.google.com/photos/1.0/'
/** How the maker notes of Apple begin. */
const notesOfApple = 'Apple iOS\0'
const headBytes = 256 * 1024

// 2 GB of address space: a hostile file ends ExifTool with "Out of memory", not the machine.
const memoryLimitKb = 2_000_000

let pool: ExifTool | undefined

/**
 * The one ExifTool that stays open for this process; started at the first need. Twice as many files a second
 * as with a process for each.
 */
function inspectors(): ExifTool {
  pool ??= new ExifTool({
    maxProcs: 1,
    maxTasksPerProcess: 5000,
    taskTimeoutMillis: 30_000,
    taskRetries: 0,
    useMWG: false,
    processFactory: startExifTool,
  })
  return pool
}

/** An ExifTool that stays open, in bounded memory and without this process's environment. */
export async function startExifTool(): Promise<ChildProcess> {
  const command = `ulimit -v ${memoryLimitKb}; exec perl "$0" "$@"`
  return spawn('/bin/sh', ['-c', command, await exiftoolPath(), '-stay_open', 'True', '-@', '-'], {
    stdio: 'pipe',
    env: { ...decoderEnvironment(), LANG: 'C', LC_ALL: 'C' },
  })
}

/** Ends the ExifTool of this process; the next use starts it again. */
export async function closeInspectors(): Promise<void> {
  const closing = pool
  pool = undefined
  await closing?.end()
}

/**
 * Reads what a file says about itself: EXIF, IPTC, XMP, ICC, PDF, QuickTime and ID3, only the tags that
 * assets have use for.
 * @param mediaType in JPEG, TIFF and raw photographs maker notes and trailers are left out (`-fast2`):
 * nothing in them is asked for and they take a third of the time. Of a JPEG of Apple maker notes are read,
 * and trailers are not (`-fast`). Other kinds are read whole, PNG and GIF have metadata after the pixels,
 * films after the sound
 * @throws RenditionError `broken` where ExifTool cannot read it, `timeout`
 */
export async function readTags(path: string, mediaType: string): Promise<Tags> {
  const isJpeg = mediaType === 'image/jpeg'
  const { isSpecial, isApple } = isJpeg ? await lookAhead(path) : { isSpecial: true, isApple: true }
  const isFast = isJpeg || mediaType === 'image/tiff' || isRawPhotograph(mediaType)
  const readArgs = [
    '-json',
    '-n',
    '-G0',
    '-a',
    ...(isFast ? [isJpeg && isApple ? '-fast' : '-fast2'] : []),
    ...wanted,
    ...(isSpecial ? wantedOfSpecial : []),
    ...(isApple ? [wantedOfApple] : []),
  ]
  try {
    return await inspectors().readRaw(path, { readArgs })
  } catch (error) {
    throw new RenditionError('broken', 'The embedded metadata could not be read.', { cause: error })
  }
}

/** Which tags that few have may be in a JPEG. */
async function lookAhead(path: string): Promise<{ readonly isSpecial: boolean; readonly isApple: boolean }> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(headBytes), 0, headBytes, 0)
    const head = buffer.subarray(0, bytesRead)
    return { isSpecial: head.includes(namespaceOfSpecial), isApple: head.includes(notesOfApple) }
  } finally {
    await file.close()
  }
}

/**
 * The bytes of a picture that is kept inside of a file (`JpgFromRaw`, `PreviewImage`, `PhotoshopThumbnail`
 * …), or null where it has none.
 */
export async function readEmbeddedPicture(path: string, tag: string): Promise<Buffer | null> {
  const bytes = await inspectors()
    .extractBinaryTagToBuffer(tag, path)
    .catch(() => null)
  return bytes && bytes.length > 0 ? bytes : null
}
