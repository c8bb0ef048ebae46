import { open } from 'node:fs/promises'

/**
 * Item types of HEIF that name a codec which nothing here decodes, in words.
 * @source ISO/IEC 23008-12; 23001-17 (unci)
 */
const undecoded: Readonly<Record<string, string>> = {
  unci: 'uncompressed (ISO 23001-17)',
  j2k1: 'coded as JPEG 2000',
  jpeg: 'coded as JPEG',
  avc1: 'coded as H.264',
  vvc1: 'coded as H.266',
  evc1: 'coded as EVC',
  lhv1: 'coded as layered HEVC',
  mski: 'a mask',
}
const maxMetaBytes = 4 * 1024 * 1024

/**
 * How the pictures of a HEIF file are coded, where none of them is coded in a way that can be decoded here;
 * null otherwise, and where that is not known.
 */
export async function findUndecodedCodec(path: string): Promise<string | null> {
  const types = await itemTypes(path)
  if (types.some((type) => type === 'hvc1' || type === 'hev1' || type === 'av01')) return null
  return types.flatMap((type) => undecoded[type] ?? [])[0] ?? null
}

/** The types of all items of the file, in its order. */
async function itemTypes(path: string): Promise<string[]> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxMetaBytes), 0, maxMetaBytes, 0)
    const meta = boxesIn(buffer.subarray(0, bytesRead)).find(({ type }) => type === 'meta')
    // Full boxes begin with version and flags; iinf then counts its entries in 2 or 4 bytes.
    const iinf = meta && boxesIn(meta.content.subarray(4)).find(({ type }) => type === 'iinf')
    if (!iinf) return []
    const entries = boxesIn(iinf.content.subarray(iinf.content[0] === 0 ? 6 : 8))
    return entries.flatMap(({ type, content }) =>
      type === 'infe' && (content[0] ?? 0) >= 2 ? [typeOfEntry(content)] : [],
    )
  } finally {
    await file.close()
  }
}

/** Version 2 has an id of 2 bytes, version 3 of 4; protection (2 bytes) and the type follow. */
function typeOfEntry(content: Buffer): string {
  const at = content[0] === 2 ? 8 : 10
  return content.toString('latin1', at, at + 4)
}

function boxesIn(bytes: Buffer): { type: string; content: Buffer }[] {
  const boxes: { type: string; content: Buffer }[] = []
  for (let at = 0; at + 8 <= bytes.length && boxes.length < 10_000;) {
    const length = bytes.readUInt32BE(at)
    if (length < 8) break
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + 8, at + length),
    })
    at += length
  }
  return boxes
}
