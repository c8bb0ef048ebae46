/** A file that is in an archive. */
export type ManifestFile = {
  /** Its path in the archive. */
  readonly path: string
  /** What it was called before its name was made safe. */
  readonly originalName: string
  /** The asset it belongs to. */
  readonly resource: string
  readonly id: string | number
  readonly sizeBytes: number
  readonly crc32: number
  readonly sha256: string
}

/** What was asked for and is not in the archive. */
export type ManifestOmission = { readonly name: string, readonly resource: string, readonly id: string | number, /** In plain words. */ readonly reason: string }

/** What an archive holds, and what it could not hold. */
export type ArchiveManifest = {
  /** The cart's name. */
  readonly title: string
  readonly madeAt: Date
  readonly files: readonly ManifestFile[]
  readonly omissions: readonly ManifestOmission[]
}

/**
 * The manifest for programs, as JSON in UTF-8, a line for each file. CRC-32 is given in 8 hexadecimal digits.
 * @source DESIGN "Nothing is left out silently"
 */
export function formatManifestJson({ title, madeAt, files, omissions }: ArchiveManifest): Buffer {
  const head = JSON.stringify({ format: 'cartouche-archive-manifest/1', title, madeAt: madeAt.toISOString(), fileCount: files.length, sizeBytes: totalBytes(files), omissionCount: omissions.length })
  const fileLines = files.map((file) => JSON.stringify({ ...file, crc32: hexCrc32(file.crc32) }))
  const omissionLines = omissions.map((omission) => JSON.stringify(omission))
  return Buffer.from(`${head.slice(0, -1)},\n"files":[\n${fileLines.join(',\n')}\n],\n"omissions":[\n${omissionLines.join(',\n')}\n]}\n`)
}

/** The manifest for people, as text in UTF-8 that opens rightly on every system: with a byte order mark, lines ended by CR LF. */
export function formatManifestText({ title, madeAt, files, omissions }: ArchiveManifest): Buffer {
  const lines = [
    oneLine(title),
    `Made ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `${count(files.length, 'file')}, ${bytesText(totalBytes(files))}`,
    '',
    ...omissions.length === 0 ? ['Everything that was asked for is in this archive.'] : [`NOT in this archive (${omissions.length}):`, ...omissions.map(omissionLine)],
    '',
    'In this archive:',
    ...files.map(fileLine),
  ]
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
}

function fileLine({ path, originalName, resource, id, sizeBytes, crc32, sha256 }: ManifestFile): string {
  const renamed = path.endsWith(originalName) ? '' : `, was called "${oneLine(originalName)}"`
  return `  ${path} (${resource} ${id}, ${bytesText(sizeBytes)}${renamed})\r\n    CRC-32 ${hexCrc32(crc32)}, SHA-256 ${sha256}`
}

function omissionLine({ name, resource, id, reason }: ManifestOmission): string {
  return `  ${oneLine(name)} (${resource} ${id}): ${oneLine(reason)}`
}

function totalBytes(files: readonly ManifestFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

function bytesText(sizeBytes: number): string {
  return `${String(sizeBytes).replace(/\B(?=(?:\d{3})+$)/g, ',')} bytes`
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
