import type { Tags } from './read-tags.ts'

/**
 * When a picture or film was taken: an instant with the offset of its clock, and whether that offset is
 * known.
 */
export interface TakenAt {
  iso: string
  zoneKnown: boolean
}

const pattern =
  /^(\d{4})[:-](\d{2})[:-](\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?/

/**
 * When the content of a file was taken. The first that gives a real date: EXIF DateTimeOriginal, XMP and IPTC
 * DateCreated, QuickTime CreationDate, EXIF CreateDate, QuickTime CreateDate (UTC by its standard). An offset
 * comes from the value, from the OffsetTime tags, or is concluded from the satellites' clock where it lies
 * within 14 hours of the camera's, as a multiple of 15 minutes.
 * @source Exif 3.0 §4.6.6.6 (OffsetTime*), QuickTime File Format (creation time)
 */
export function takenAt(tags: Tags): TakenAt | null {
  return (
    withOffset(
      tags['EXIF:DateTimeOriginal'],
      tags['EXIF:OffsetTimeOriginal'] ?? tags['EXIF:OffsetTime'],
      tags['Composite:GPSDateTime'],
    ) ??
    withOffset(tags['QuickTime:CreationDate'] ?? tags['QuickTime:DateTimeOriginal'], undefined) ??
    withOffset(
      tags['XMP:DateTimeOriginal'] ?? tags['XMP:DateCreated'],
      undefined,
      tags['Composite:GPSDateTime'],
    ) ??
    withOffset(iptcDate(tags), undefined) ??
    withOffset(
      tags['EXIF:CreateDate'],
      tags['EXIF:OffsetTimeDigitized'] ?? tags['EXIF:OffsetTime'],
      tags['Composite:GPSDateTime'],
    ) ??
    withOffset(tags['QuickTime:CreateDate'], '+00:00') ??
    withOffset(tags['RIFF:DateTimeOriginal'], undefined)
  )
}

/**
 * The year or month in which the content of a file was taken, where XMP says no more: `1955`, `1955-06`; null
 * where it says a day.
 * @source XMP Part 1 §8.2.1.1 (dates of reduced precision)
 */
export function takenIn(tags: Tags): string | null {
  const written = tags['XMP:DateTimeOriginal'] ?? tags['XMP:DateCreated']
  const [, year, month] =
    /^([12]\d{3})(?:[:-](0[1-9]|1[0-2]))?$/.exec(
      typeof written === 'number' ? String(written) : typeof written === 'string' ? written.trim() : '',
    ) ?? []
  return year === undefined ? null : month === undefined ? year : `${year}-${month}`
}

function iptcDate(tags: Tags): string | undefined {
  const day = tags['IPTC:DateCreated']
  if (typeof day !== 'string') return undefined
  return typeof tags['IPTC:TimeCreated'] === 'string' ? `${day} ${tags['IPTC:TimeCreated']}` : day
}

function withOffset(value: unknown, offset: unknown, satellites?: unknown): TakenAt | null {
  const read = parse(value)
  if (!read) return null
  const known = read.offset ?? offsetOf(offset) ?? concludedOffset(read.clockMs, satellites)
  return { iso: format(read.clockMs, known ?? 'Z'), zoneKnown: known !== null }
}

function parse(value: unknown): { clockMs: number; offset: string | null } | null {
  const match = typeof value === 'string' ? pattern.exec(value.trim()) : null
  if (!match) return null
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = ''] = match
  const clockMs =
    Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) +
    Math.floor(Number(fraction || 0) * 1000)
  // The oldest photograph is of 1826; cameras without a clock write zeros; the 31st of February rolls over.
  if (Number.isNaN(clockMs) || Number(year) < 1826 || new Date(clockMs).getUTCDate() !== Number(day))
    return null
  return { clockMs, offset: offsetOf(match[8]) }
}

function offsetOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (value.trim() === 'Z') return '+00:00'
  const match = /^([+-])(\d{1,2}):?(\d{2})$/.exec(value.trim())
  if (!match || Number(match[2]) > 14 || Number(match[3]) > 59) return null
  return `${match[1]}${match[2]?.padStart(2, '0')}:${match[3]}`
}

function concludedOffset(clockMs: number, satellites: unknown): string | null {
  const utc = parse(satellites)
  if (!utc) return null
  const quarters = Math.round((clockMs - utc.clockMs) / 900_000)
  if (Math.abs(quarters) > 56 || Math.abs(clockMs - utc.clockMs - quarters * 900_000) > 300_000) return null
  const minutes = Math.abs(quarters) * 15
  return `${quarters < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function format(clockMs: number, offset: string): string {
  const iso = new Date(clockMs).toISOString()
  return (iso.endsWith('.000Z') ? iso.slice(0, 19) : iso.slice(0, 23)) + offset
}
