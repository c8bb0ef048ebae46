import { ExifTool } from 'exiftool-vendored'

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

/** Writes what is known of assets into files. */
export interface TagWriter {
  /** Writes into the file itself; false where this kind of file takes none, and the file is as it was. */
  write(path: string, tags: EmbeddedTags): Promise<boolean>
  close(): Promise<void>
}

/**
 * Starts ExifTool at the first need. XMP for every program of today, and IPTC and EXIF beside it where a picture has them, as agencies read those.
 * @source IPTC Photo Metadata Standard: the same in XMP and IIM
 */
export function createTagWriter(): TagWriter {
  let tool: ExifTool | undefined
  return {
    async write(path, tags) {
      tool ??= new ExifTool({ maxProcs: 1, taskTimeoutMillis: 60_000, taskRetries: 0, useMWG: false })
      try {
        await tool.write(path, wireTags(tags), { writeArgs: ['-overwrite_original', '-codedcharacterset=utf8', '-m'] })
        return true
      } catch {
        return false
      }
    },
    close: async () => { await tool?.end() },
  }
}

function wireTags({ title, description, keywords, creator, credit, copyright, city, country }: EmbeddedTags): Record<string, string | string[]> {
  const all: Record<string, string | readonly string[]> = {
    'XMP-dc:Title': title, 'XMP-dc:Description': description, 'XMP-dc:Subject': keywords, 'XMP-dc:Creator': creator === '' ? [] : [creator], 'XMP-dc:Rights': copyright,
    'XMP-photoshop:Credit': credit, 'XMP-photoshop:City': city, 'XMP-photoshop:Country': country,
    'IPTC:ObjectName': title, 'IPTC:Caption-Abstract': description, 'IPTC:Keywords': keywords, 'IPTC:By-line': creator, 'IPTC:Credit': credit, 'IPTC:CopyrightNotice': copyright,
    'IPTC:City': city, 'IPTC:Country-PrimaryLocationName': country, 'EXIF:Artist': creator, 'EXIF:Copyright': copyright,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value.length > 0).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]))
}
