/**
 * The records of a zip file, written for what an archive of ours has in it: STORE, names in UTF-8, sizes and
 * CRC-32 known beforehand (so no data descriptors), ZIP64 fields only where a number does not fit.
 * @source APPNOTE.TXT 6.3.10 §4.3.7, §4.3.12, §4.3.14–16, §4.5.3; Info-ZIP extra field 0x5455 (extended
 * timestamp)
 */

/** What the records say about one entry. */
export type ZipEntry = {
  /** UTF-8, folders separated by `/`. */
  readonly name: Buffer
  readonly sizeBytes: number
  readonly crc32: number
  /** Seconds since 1970, a signed 32-bit integer. */
  readonly modifiedSeconds: number
  /** Where its local header starts in the archive. */
  readonly offset: number
}

const max16 = 0xffff
const max32 = 0xffffffff
const utf8Names = 0x0800
const madeByUnix = 3 << 8
/** `-rw-r--r--` of a regular file, in the upper half of the external attributes. */
const regularFile = 0o100644 * 0x10000
const timestampBytes = 9

/** The length of an entry's local header, without its data. */
export function localHeaderBytes(nameBytes: number, sizeBytes: number): number {
  return 30 + nameBytes + timestampBytes + (sizeBytes >= max32 ? 20 : 0)
}

/** The length of an entry's record in the central directory. */
export function centralRecordBytes(nameBytes: number, sizeBytes: number, offset: number): number {
  return 46 + nameBytes + timestampBytes + zip64Bytes(sizeBytes, offset)
}

/** The length of what follows the central directory. */
export function endRecordsBytes(entryCount: number, centralOffset: number, centralBytes: number): number {
  return endNeedsZip64(entryCount, centralOffset, centralBytes) ? 56 + 20 + 22 : 22
}

/** The header that precedes an entry's data. */
export function localHeader(entry: ZipEntry): Buffer {
  const isLarge = entry.sizeBytes >= max32
  const header = emptyRecord(localHeaderBytes(entry.name.length, entry.sizeBytes))
  header.writeUInt32LE(0x04034b50, 0)
  writeCommon(header, 4, entry, isLarge)
  const extraAt = 30 + entry.name.copy(header, 30)
  writeTimestamp(header, extraAt, entry.modifiedSeconds)
  // Of the local header §4.5.3 says: both sizes "MUST" be there, whichever of them does not fit.
  if (isLarge) writeZip64(header, extraAt + timestampBytes, [entry.sizeBytes, entry.sizeBytes])
  return header
}

/** The entry's record in the central directory. */
export function centralRecord(entry: ZipEntry): Buffer {
  const large = [
    ...(entry.sizeBytes >= max32 ? [entry.sizeBytes, entry.sizeBytes] : []),
    ...(entry.offset >= max32 ? [entry.offset] : []),
  ]
  const record = emptyRecord(centralRecordBytes(entry.name.length, entry.sizeBytes, entry.offset))
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(madeByUnix | (large.length > 0 ? 45 : 20), 4)
  writeCommon(record, 6, entry, large.length > 0)
  record.writeUInt32LE(regularFile, 38)
  record.writeUInt32LE(Math.min(entry.offset, max32), 42)
  const extraAt = 46 + entry.name.copy(record, 46)
  writeTimestamp(record, extraAt, entry.modifiedSeconds)
  if (large.length > 0) writeZip64(record, extraAt + timestampBytes, large)
  return record
}

/** What follows the central directory: where it is, and how much. */
export function endRecords(entryCount: number, centralOffset: number, centralBytes: number): Buffer {
  const end = Buffer.alloc(endRecordsBytes(entryCount, centralOffset, centralBytes))
  if (end.length > 22) writeZip64End(end, entryCount, centralOffset, centralBytes)
  const at = end.length - 22
  end.writeUInt32LE(0x06054b50, at)
  end.writeUInt16LE(Math.min(entryCount, max16), at + 8)
  end.writeUInt16LE(Math.min(entryCount, max16), at + 10)
  end.writeUInt32LE(Math.min(centralBytes, max32), at + 12)
  end.writeUInt32LE(Math.min(centralOffset, max32), at + 16)
  return end
}

/**
 * From the pool of small buffers: memory of its own for each of ten thousand headers is the most costly part
 * of them.
 */
function emptyRecord(sizeBytes: number): Buffer {
  return Buffer.allocUnsafe(sizeBytes).fill(0)
}

function endNeedsZip64(entryCount: number, centralOffset: number, centralBytes: number): boolean {
  return entryCount >= max16 || centralOffset >= max32 || centralBytes >= max32
}

function zip64Bytes(sizeBytes: number, offset: number): number {
  const large = (sizeBytes >= max32 ? 16 : 0) + (offset >= max32 ? 8 : 0)
  return large === 0 ? 0 : 4 + large
}

/** The fields that both headers have in the same order, from "version needed" on. */
function writeCommon(
  header: Buffer,
  at: number,
  { name, sizeBytes, crc32, modifiedSeconds }: ZipEntry,
  isZip64: boolean,
): void {
  const { date, time } = dosTime(modifiedSeconds)
  const fixedBytes = at === 4 ? 30 : 46
  header.writeUInt16LE(isZip64 ? 45 : 20, at)
  header.writeUInt16LE(utf8Names, at + 2)
  header.writeUInt16LE(time, at + 6)
  header.writeUInt16LE(date, at + 8)
  header.writeUInt32LE(crc32, at + 10)
  header.writeUInt32LE(Math.min(sizeBytes, max32), at + 14)
  header.writeUInt32LE(Math.min(sizeBytes, max32), at + 18)
  header.writeUInt16LE(name.length, at + 22)
  header.writeUInt16LE(header.length - fixedBytes - name.length, at + 24)
}

/** Extended timestamp: the true instant of the last change, which the DOS fields cannot hold. */
function writeTimestamp(header: Buffer, at: number, modifiedSeconds: number): void {
  header.writeUInt16LE(0x5455, at)
  header.writeUInt16LE(5, at + 2)
  header.writeUInt8(1, at + 4)
  header.writeInt32LE(modifiedSeconds, at + 5)
}

function writeZip64(header: Buffer, at: number, values: readonly number[]): void {
  header.writeUInt16LE(0x0001, at)
  header.writeUInt16LE(values.length * 8, at + 2)
  for (const [index, value] of values.entries()) header.writeBigUInt64LE(BigInt(value), at + 4 + index * 8)
}

function writeZip64End(end: Buffer, entryCount: number, centralOffset: number, centralBytes: number): void {
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(madeByUnix | 45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(entryCount), 24)
  end.writeBigUInt64LE(BigInt(entryCount), 32)
  end.writeBigUInt64LE(BigInt(centralBytes), 40)
  end.writeBigUInt64LE(BigInt(centralOffset), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(centralOffset) + BigInt(centralBytes), 64)
  end.writeUInt32LE(1, 72)
}

/** DOS time has no zone and knows 1980 to 2107 in steps of two seconds; it is given in UTC. */
function dosTime(seconds: number): { date: number; time: number } {
  const at = new Date(Math.max(seconds, 315_532_800) * 1000)
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}
