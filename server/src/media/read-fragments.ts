/** Where the parts of a film in fragments are, as a playlist names them. */
export interface FragmentIndex {
  /** What a decoder needs before any fragment: the bytes from the start up to here. */
  readonly headBytes: number
  /** RFC 6381, `avc1.64001f,mp4a.40.2`. */
  readonly codecs: string
  /** In order, one behind the other. */
  readonly fragments: readonly Fragment[]
}

export interface Fragment {
  readonly offset: number
  readonly sizeBytes: number
  readonly seconds: number
}

/** The index of a film of four hours is as long as a tenth of this. */
const usualHeadBytes = 256 * 1024

/**
 * Reads the index of a film that {@link makeRung} wrote, from its first bytes.
 * @param read gives bytes of the film, from a place up to another
 * @throws where it is no such film
 * @source ISO/IEC 14496-12 §8.16.3 (Segment Index Box), ISO/IEC 14496-15 §5.3.3 (AVC configuration)
 */
export async function readFragments(
  read: (start: number, endExclusive: number) => Promise<Buffer>,
  sizeBytes: number,
): Promise<FragmentIndex> {
  const head = await read(0, Math.min(sizeBytes, usualHeadBytes))
  let moovEnd = 0
  let codecs = ''
  for (let at = 0; at + 8 <= head.length;) {
    const boxBytes = head.readUInt32BE(at)
    const type = head.toString('latin1', at + 4, at + 8)
    const end = at + boxBytes
    if (boxBytes < 8 || end > sizeBytes) break
    if (type === 'moov') {
      moovEnd = end
      codecs = codecsOf(head.subarray(at, end))
    }
    if (type === 'sidx') {
      const box = end <= head.length ? head.subarray(at, end) : await read(at, end)
      return { headBytes: moovEnd, codecs, fragments: fragmentsOf(box, end) }
    }
    at = end
  }
  throw new Error('The film has no index of fragments')
}

function fragmentsOf(box: Buffer, end: number): Fragment[] {
  const wide = box.readUInt8(8) === 1
  const timescale = box.readUInt32BE(16)
  const firstOffset = wide ? Number(box.readBigUInt64BE(28)) : box.readUInt32BE(24)
  const count = box.readUInt16BE(wide ? 38 : 30)
  let offset = end + firstOffset
  return Array.from({ length: count }, (_, index) => {
    const at = (wide ? 40 : 32) + 12 * index
    const sizeBytes = box.readUInt32BE(at) & 0x7fffffff
    const fragment = { offset, sizeBytes, seconds: box.readUInt32BE(at + 4) / timescale }
    offset += sizeBytes
    return fragment
  })
}

function codecsOf(moov: Buffer): string {
  const avc = moov.indexOf('avcC')
  const sound = moov.includes('mp4a') ? ',mp4a.40.2' : ''
  return avc < 0 ? '' : `avc1.${moov.toString('hex', avc + 5, avc + 8)}${sound}`
}
