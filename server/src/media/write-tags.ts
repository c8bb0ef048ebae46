import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ExifTool } from 'exiftool-vendored'
import { startExifTool } from './read-tags.ts'

/** What is written into a file of its asset. Empty ones are left out. */
export interface EmbeddedTags {
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly creator: string
  readonly credit: string
  readonly copyright: string
  readonly city: string
  readonly country: string
}

/** What is written, into a copy of which file. */
export interface TagWriting {
  path: string
  /** Of the copy; ExifTool goes by how it ends. */
  outputPath: string
  tags: EmbeddedTags
}

let tool: ExifTool | undefined

/**
 * Writes tags into a copy of a file: XMP for every program of today, and IPTC and EXIF beside it where a
 * picture has them, as agencies read those.
 * @returns false where this kind of file takes none; the copy is as the file was
 * @source IPTC Photo Metadata Standard: the same in XMP and IIM
 */
export async function writeTags({ path, outputPath, tags }: TagWriting): Promise<boolean> {
  await pipeline(createReadStream(path), createWriteStream(outputPath, { mode: 0o600 }))
  try {
    await openTool().write(outputPath, wireTags(tags), {
      writeArgs: ['-overwrite_original', '-codedcharacterset=utf8', '-m'],
    })
    return true
  } catch {
    return false
  }
}

/**
 * Copies what a file says of itself into a picture that was made of it. Not how it is to be turned, as that
 * was done, and no preview: it would show what was cut off.
 */
export async function copyTags(path: string, outputPath: string): Promise<void> {
  const copied = ['-EXIF:all', '-XMP:all', '-IPTC:all']
  const left = ['IFD1:all', 'Orientation', 'ThumbnailImage', 'PreviewImage', 'JpgFromRaw', 'XMP-xmpGImg:all']
  await openTool().write(
    outputPath,
    {},
    {
      writeArgs: [
        '-overwrite_original',
        '-m',
        '-tagsFromFile',
        path,
        ...copied,
        ...left.map((tag) => `--${tag}`),
      ],
    },
  )
}

function openTool(): ExifTool {
  return (tool ??= new ExifTool({
    maxProcs: 1,
    taskTimeoutMillis: 60_000,
    taskRetries: 0,
    useMWG: false,
    processFactory: startExifTool,
  }))
}

function wireTags({
  title,
  description,
  keywords,
  creator,
  credit,
  copyright,
  city,
  country,
}: EmbeddedTags): Record<string, string | string[]> {
  const all: Record<string, string | readonly string[]> = {
    'XMP-dc:Title': title,
    'XMP-dc:Description': description,
    'XMP-dc:Subject': keywords,
    'XMP-dc:Creator': creator === '' ? [] : [creator],
    'XMP-dc:Rights': copyright,
    'XMP-photoshop:Credit': credit,
    'XMP-photoshop:City': city,
    'XMP-photoshop:Country': country,
    'IPTC:ObjectName': title,
    'IPTC:Caption-Abstract': description,
    'IPTC:Keywords': keywords,
    'IPTC:By-line': creator,
    'IPTC:Credit': credit,
    'IPTC:CopyrightNotice': copyright,
    'IPTC:City': city,
    'IPTC:Country-PrimaryLocationName': country,
    'EXIF:Artist': creator,
    'EXIF:Copyright': copyright,
  }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value.length > 0)
      .map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  )
}
