import type { FileHandle } from 'node:fs/promises'

/** A stream of a compound file: where it begins, in bytes; null where it stands among the small ones. */
export interface CompoundStream {
  readonly offset: number | null
  readonly sizeBytes: number
}

const signature = 0xd0cf11e0
const entryBytes = 128
/** Streams that are shorter stand in a stream of their own, which is not read here. */
const smallBytes = 4096
const namesInHeader = 109
/** A directory of more sectors is none of a document's. */
const maxSectors = 256

/** Whether a file begins as Microsoft's compound files do: Word 97, and whatever Office has encrypted. */
export function isCompoundFile(head: Buffer): boolean {
  return head.length >= 512 && head.readUInt32BE(0) === signature
}

/**
 * The streams of a compound file by name, as its directory lists them; what is damaged is left out.
 * @source [MS-CFB] §2.2 header, §2.3 FAT, §2.6 directory
 */
export async function readCompoundFile(file: FileHandle): Promise<Map<string, CompoundStream>> {
  const header = await readAt(file, 0, 512)
  const shift = header.readUInt16LE(30) === 12 ? 12 : 9
  const sectorBytes = 1 << shift
  const offsetOf = (sector: number): number => (sector + 1) * sectorBytes
  const perSector = sectorBytes / 4

  /** Which sector follows one, by the table of sectors; undefined at the end, and where that is damaged. */
  const nextOf = async (sector: number): Promise<number | undefined> => {
    const table = await tableSector(Math.floor(sector / perSector))
    if (table === undefined) return undefined
    const entry = await readAt(file, offsetOf(table) + (sector % perSector) * 4, 4)
    return sectorOf(entry, 0)
  }
  const tableSector = async (index: number): Promise<number | undefined> => {
    if (index < namesInHeader) return sectorOf(header, 76 + index * 4)
    let list = sectorOf(header, 68)
    let left = index - namesInHeader
    for (; list !== undefined && left >= perSector - 1; left -= perSector - 1)
      list = sectorOf(await readAt(file, offsetOf(list) + sectorBytes - 4, 4), 0)
    return list === undefined ? undefined : sectorOf(await readAt(file, offsetOf(list) + left * 4, 4), 0)
  }

  const streams = new Map<string, CompoundStream>()
  let sector = sectorOf(header, 48)
  for (let count = 0; sector !== undefined && count < maxSectors; count++) {
    const bytes = await readAt(file, offsetOf(sector), sectorBytes)
    for (let at = 0; at < sectorBytes; at += entryBytes) {
      const nameBytes = bytes.readUInt16LE(at + 64)
      if (bytes[at + 66] === 0 || nameBytes < 2 || nameBytes > 64) continue
      const start = sectorOf(bytes, at + 116)
      const sizeBytes = bytes.readUInt32LE(at + 120)
      const offset = start === undefined || sizeBytes < smallBytes ? null : offsetOf(start)
      streams.set(bytes.toString('utf16le', at, at + nameBytes - 2), { offset, sizeBytes })
    }
    sector = await nextOf(sector)
  }
  return streams
}

/** The number of a sector; undefined where it is a sign: the end of a chain, a free sector. */
function sectorOf(bytes: Buffer, at: number): number | undefined {
  const sector = bytes.readUInt32LE(at)
  return sector < 0xfffffffa ? sector : undefined
}

/** Bytes of a file; zeros after its end. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  return (await file.read(Buffer.alloc(length), 0, length, position)).buffer
}
