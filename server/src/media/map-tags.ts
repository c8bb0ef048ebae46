import type { MetadataCut } from './problems.ts'
import type { Tags } from './read-tags.ts'
import { takenAt, takenIn, type TakenAt } from './taken-at.ts'

/** What a file proposes for the fields of its asset; a person may change all of it before it is validated. */
export interface ProposedMetadata {
  /** The title that the file carries, else the name of the file without folder and extension. */
  name: string
  description: string | null
  /** In the order of the file, each once. */
  keywords: string[]
  creator: string | null
  credit: string | null
  copyright: string | null
  city: string | null
  country: string | null
  /** ISO 8601 with an offset: `2021-04-11T15:47:53-05:00`; see {@link ProposedMetadata.takenAtZoneKnown}. */
  takenAt: string | null
  /**
   * False where the camera wrote no offset and none could be concluded: then `takenAt` is its clock, read as
   * UTC.
   */
  takenAtZoneKnown: boolean
  /**
   * Year or month alone, `1955` or `1955-06`, where no more is known; null where the day is known.
   */
  takenIn: string | null
  gps: { lat: number; lon: number } | null
  /** Maker and model: `Canon EOS 40D`. */
  camera: string | null
}

// What cameras write into every picture says nothing about this one.
const boilerplate =
  /^(OLYMPUS DIGITAL CAMERA|SONY DSC|MINOLTA DIGITAL CAMERA|KONICA MINOLTA DIGITAL CAMERA|KODAK Digital Still Camera|SAMSUNG|DCIM|Exif_JPEG_PICTURE|DIGITAL CAMERA|<untitled>|untitled|null|LEAD Technologies.*|CREATOR: gd-jpeg.*|Created with GIMP)$/i

/**
 * Maps the tags of a file to what it proposes for its asset. Where several standards say the same, XMP goes
 * before IPTC before EXIF, the order in which programs that edit metadata keep them current.
 * @param onCut receives what is longer than assets take and was cut
 * @source IPTC Photo Metadata mapping guidelines (property by property)
 */
export function mapTags(
  tags: Tags,
  fileName: string,
  onCut: (cut: MetadataCut) => void = () => {
    /* nobody asks */
  },
): ProposedMetadata {
  const taken: TakenAt | null = takenAt(tags)
  const text = (maxLength: number, ...names: string[]): string | null => {
    const whole = textOf(tags, names)
    if (whole !== null && whole.length > maxLength)
      onCut({ what: 'text', tag: names[0]?.replace(/^\w+:/, '') ?? '', length: whole.length, max: maxLength })
    return whole?.slice(0, maxLength) ?? null
  }
  return {
    name:
      text(
        200,
        'XMP:Title',
        'IPTC:ObjectName',
        'EXIF:XPTitle',
        'QuickTime:Title',
        'PDF:Title',
        'XML:Title',
        'ID3:Title',
        'Vorbis:Title',
        'Matroska:Title',
        'RIFF:Title',
        'XMP:Headline',
        'IPTC:Headline',
      ) ?? nameOfFile(fileName),
    description: text(
      10_000,
      'XMP:Description',
      'IPTC:Caption-Abstract',
      'EXIF:ImageDescription',
      'EXIF:XPComment',
      'QuickTime:Description',
      'XML:Description',
      'PDF:Subject',
      'ID3:Comment',
      'QuickTime:Comment',
    ),
    keywords: keywords(tags, onCut),
    creator: text(
      500,
      'XMP:Creator',
      'IPTC:By-line',
      'EXIF:Artist',
      'EXIF:XPAuthor',
      'QuickTime:Artist',
      'PDF:Author',
      'XML:Creator',
      'XMP:Author',
      'ID3:Artist',
      'Vorbis:Artist',
      'RIFF:Artist',
    ),
    credit: text(500, 'XMP:Credit', 'IPTC:Credit', 'XMP:Source', 'IPTC:Source'),
    copyright: text(
      1000,
      'XMP:Rights',
      'IPTC:CopyrightNotice',
      'EXIF:Copyright',
      'QuickTime:Copyright',
      'PDF:Copyright',
      'ID3:Copyright',
      'Vorbis:Copyright',
      'RIFF:Copyright',
    ),
    city: text(200, 'XMP:City', 'IPTC:City'),
    country: text(200, 'XMP:Country', 'IPTC:Country-PrimaryLocationName'),
    takenAt: taken?.iso ?? null,
    takenAtZoneKnown: taken?.zoneKnown ?? false,
    takenIn: takenIn(tags),
    gps: gps(tags),
    camera: camera(tags),
  }
}

/**
 * The name that a file proposes for its asset: folders and extension taken off, composed (NFC), never empty.
 */
export function nameOfFile(fileName: string): string {
  const last = fileName.split(/[/\\]/).pop() ?? ''
  const name = clean(last.replace(/(.)\.[^.\s]{1,10}$/, '$1'))
  return name.slice(0, 200) || 'Untitled'
}

function clean(value: string): string {
  // The control characters but tab and line breaks; programs pad fixed fields with NUL and blanks.
  return (
    value
      .toWellFormed()
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      .replace(/[\u0000-\u0008\u000B-\u001F\u007F\uFFFD]/g, '')
      .trim()
  )
}

/**
 * The first of several tags that says something; one that is written by language, in the first language there
 * is.
 */
function textOf(tags: Tags, names: readonly string[]): string | null {
  for (const name of names) {
    const value = tags[name] ?? tags[Object.keys(tags).find((key) => key.startsWith(`${name}-`)) ?? '']
    const joined = Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'string' || typeof value === 'number'
        ? String(value)
        : ''
    const cleaned = clean(joined)
    if (cleaned && !boilerplate.test(cleaned)) return cleaned
  }
  return null
}

const maxKeywordLength = 200
const maxKeywords = 200

function keywords(tags: Tags, onCut: (cut: MetadataCut) => void): string[] {
  let long = 0
  const found = new Map<string, string>()
  const add = (value: unknown, separator?: RegExp) => {
    const words = Array.isArray(value) ? value : [value]
    for (const word of words.flatMap((one) =>
      typeof one === 'string' || typeof one === 'number'
        ? separator
          ? String(one).split(separator)
          : [String(one)]
        : [],
    )) {
      const whole = clean(word)
      const cleaned = whole.slice(0, maxKeywordLength)
      const key = cleaned.toLocaleLowerCase()
      if (!cleaned || found.has(key)) continue
      found.set(key, cleaned)
      if (whole.length > maxKeywordLength) long += 1
    }
  }
  add(tags['XMP:Subject'])
  add(tags['IPTC:Keywords'])
  add(tags['EXIF:XPKeywords'], /;/)
  add(tags['PDF:Keywords'], /[;,]/)
  add(tags['XML:Keywords'], /[;,]/)
  add(tags['QuickTime:Keywords'], /[;,]/)
  if (long > 0) onCut({ what: 'longKeywords', count: long, max: maxKeywordLength })
  if (found.size > maxKeywords) onCut({ what: 'keywords', count: found.size, max: maxKeywords })
  return [...found.values()].slice(0, maxKeywords)
}

function gps(tags: Tags): ProposedMetadata['gps'] {
  // EXIF keeps the hemisphere apart, which ExifTool puts together; XMP has both in one.
  const lat = Number(tags['Composite:GPSLatitude'] ?? tags['XMP:GPSLatitude'] ?? NaN)
  const lon = Number(tags['Composite:GPSLongitude'] ?? tags['XMP:GPSLongitude'] ?? NaN)
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null
  // Devices without a fix write 0, 0: a place in the Atlantic.
  return lat === 0 && lon === 0 ? null : { lat: round(lat), lon: round(lon) }
}

// 7 decimals are a centimetre on the ground.
const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7

function camera(tags: Tags): string | null {
  const make = textOf(tags, ['EXIF:Make', 'QuickTime:Make', 'XMP:Make'])?.slice(0, 100)
  const model = textOf(tags, ['EXIF:Model', 'QuickTime:Model', 'XMP:Model'])?.slice(0, 100)
  if (!make || !model) return model ?? make ?? null
  const brand = make.split(' ')[0] ?? make
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : `${make} ${model}`
}

/** ExifTool's width and height in one text, as `4000x3000` or `4000 3000`; empty where it knows none. */
export function imageSizeOf(tags: Tags): string {
  const size = tags['Composite:ImageSize']
  return typeof size === 'string' ? size : ''
}
