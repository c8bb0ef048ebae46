import type { Entry } from 'yauzl'

/** How much a zip may ask of us. Beyond `mostEntries` the whole is refused, beyond the others the member. */
export type ZipLimits = {
  readonly mostEntries: number
  /** Of one member and of all good ones together, unpacked. */
  readonly mostEntryBytes: number
  readonly mostTotalBytes: number
  /** How many times larger than in the zip a member may be, unless it is below 1 MB all the same. */
  readonly mostRatio: number
  readonly mostFolders: number
}

/**
 * @source decision: a catalogue of a day's work fits; plain text shrinks to a twentieth, a bomb to a
 * thousandth
 */
export const defaultZipLimits: ZipLimits = {
  mostEntries: 10_000,
  mostEntryBytes: 20 * 2 ** 30,
  mostTotalBytes: 50 * 2 ** 30,
  mostRatio: 200,
  mostFolders: 32,
}

/** Why a member is not given. */
export type ZipRefusal =
  | 'system_file'
  | 'bad_name'
  | 'climbs_out'
  | 'too_deep'
  | 'encrypted'
  | 'link'
  | 'unknown_compression'
  | 'too_large'
  | 'total_too_large'
  | 'bomb'
  | 'overlap'

/** The reason by code and in plain words. */
export type Refused = { readonly refusal: ZipRefusal; readonly reason: string }
type Rule = readonly [
  refusal: ZipRefusal,
  reason: string,
  holds: (entry: Entry, name: string, totalBytes: number, limits: ZipLimits) => boolean,
]

/** The first rule that holds gives the reason. */
const rules: readonly Rule[] = [
  [
    'system_file',
    'Left behind by an operating system',
    (_, name) => /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i.test(name),
  ],
  [
    'bad_name',
    'Its name is empty, too long or has characters that no name should have',
    (_, name) =>
      /(?:^|\/)$|[\p{Cc}\u2028\u2029]/u.test(name) ||
      name.split('/').some((segment) => Buffer.byteLength(segment) > 1024),
  ],
  [
    'climbs_out',
    'Its name points outside of the zip',
    (_, name) => /^\/|^[a-z]:|\\|(?:^|\/)\.{1,2}(?:\/|$)/i.test(name),
  ],
  [
    'too_deep',
    'It lies in too many folders',
    (_, name, __, { mostFolders }) => name.split('/').length - 1 > mostFolders,
  ],
  ['encrypted', 'It is locked with a password', (entry) => entry.isEncrypted()],
  [
    'link',
    'It is a link or a device, not a file',
    ({ externalFileAttributes }) => ![0, 0o10, 0o04].includes(externalFileAttributes >>> 28),
  ],
  [
    'unknown_compression',
    'It is packed by a method other than Store and Deflate',
    (entry) => !entry.canDecodeFileData(),
  ],
  [
    'too_large',
    'It is too large',
    ({ uncompressedSize }, _, __, { mostEntryBytes }) => uncompressedSize > mostEntryBytes,
  ],
  [
    'bomb',
    'It unpacks to an unlikely size',
    ({ uncompressedSize, compressedSize }, _, __, { mostRatio }) =>
      uncompressedSize > 1_000_000 && uncompressedSize > compressedSize * mostRatio,
  ],
  [
    'total_too_large',
    'The zip unpacks to too many bytes',
    ({ uncompressedSize }, _, totalBytes, { mostTotalBytes }) =>
      totalBytes + uncompressedSize > mostTotalBytes,
  ],
]

/** Why a member is not to be given, after `totalBytes` of others; undefined where it is good. */
export function refuseEntry(
  entry: Entry,
  name: string,
  totalBytes: number,
  limits: ZipLimits,
): Refused | undefined {
  const [refusal, reason] = rules.find(([, , holds]) => holds(entry, name, totalBytes, limits)) ?? []
  return refusal === undefined || reason === undefined ? undefined : { refusal, reason }
}

/** Of a member that `findOverlaps` found. */
export const refusedOverlap: Refused = {
  refusal: 'overlap',
  reason: 'Its bytes are also those of another file in the zip',
}

/**
 * The members whose bytes begin within those of another: a stretch that is listed many times is how bombs of
 * any size fit into a small file.
 * @source D. Fifield, "A better zip bomb", 2019
 */
export function findOverlaps(entries: readonly Entry[]): ReadonlySet<Entry> {
  const overlapping = new Set<Entry>()
  let end = 0
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader < end) overlapping.add(entry)
    end = Math.max(end, entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameLength + entry.compressedSize)
  }
  return overlapping
}
