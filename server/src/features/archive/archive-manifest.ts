import { createTextWriter } from './text-writer.ts'

/** A file that is in an archive. */
export type ManifestFile = {
  /** Its path in the archive. */
  readonly entryName: string
  /** What it was called before its name was made safe. */
  readonly fileName: string
  /** The asset it belongs to. */
  readonly assetId: number
  readonly sizeBytes: number
  readonly crc32: number
  readonly sha256: string
}

/** What was asked for and is not in the archive. */
export type ManifestOmission = {
  readonly name: string
  readonly type: string
  readonly id: number
  /** In plain words. */ readonly reason: string
}

/** What an archive holds, and what it could not hold. */
export type ArchiveManifest = {
  /** The cart's name. */
  readonly title: string
  readonly madeAt: Date
  readonly files: readonly ManifestFile[]
  readonly omissions: readonly ManifestOmission[]
}

/**
 * The manifest for people, as text in UTF-8 that opens rightly on every system: with a byte order mark, lines
 * ended by CR LF. CRC-32 is given in 8 hexadecimal digits.
 * @source DESIGN "Nothing is left out silently"
 */
export function formatManifestText({ title, madeAt, files, omissions }: ArchiveManifest): Buffer {
  const writer = createTextWriter(200 * (files.length + omissions.length) + 1000)
  const line = (text: string): void => writer.write(`${text}\r\n`)
  line(`\ufeff${oneLine(title)}`)
  line(`Made ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`)
  line(
    `${count(files.length, 'file')}, ${bytesText(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))}`,
  )
  line('')
  line(
    omissions.length === 0
      ? 'Everything that was asked for is in this archive.'
      : `NOT in this archive (${omissions.length}):`,
  )
  for (const { name, type, id, reason } of omissions)
    line(`  ${oneLine(name || '(unknown)')} (${type} ${id}): ${oneLine(reason)}`)
  line('')
  line('In this archive:')
  for (const file of files) line(fileLine(file))
  return writer.bytes()
}

function fileLine({ entryName, fileName, assetId, sizeBytes, crc32, sha256 }: ManifestFile): string {
  const renamed = entryName.endsWith(fileName) ? '' : `, was called "${oneLine(fileName)}"`
  return `  ${entryName} (asset ${assetId}, ${bytesText(sizeBytes)}${renamed})\r\n    CRC-32 ${hexCrc32(crc32)}, SHA-256 ${sha256}`
}

/** Digits in groups of three. */
function bytesText(sizeBytes: number): string {
  let digits = String(sizeBytes)
  for (let at = digits.length - 3; at > 0; at -= 3) digits = `${digits.slice(0, at)},${digits.slice(at)}`
  return `${digits} bytes`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function hexCrc32(crc32: number): string {
  return crc32.toString(16).padStart(8, '0')
}

/** A name must not be able to look like another line of the manifest. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
