/** Part of a representation: from `start` up to, not including, `endExclusive`, in bytes. */
export type ByteRange = { readonly start: number; readonly endExclusive: number }

const byteRangeSpec = /^(?:(\d+)-(\d*)|-(\d+))$/

/**
 * What a `Range` header asks of a representation of `sizeBytes` bytes: one range (its end cut at the size),
 * `whole` where the header is absent, malformed, of another unit or names several ranges, or `unsatisfiable`
 * (416).
 *
 * Several ranges are answered with the whole: RFC 9110 §14.2 lets a server ignore `Range`, every client must
 * cope with it, and no browser or download program asks a multipart answer of an archive.
 * @source RFC 9110 §14.1.1, §14.1.2, §14.2
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const set = /^bytes=(.*)$/i.exec(header ?? '')?.[1]
  const specs = set
    ?.split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '')
  const [, first, last, suffix] = (specs?.length === 1 ? byteRangeSpec.exec(specs[0] ?? '') : undefined) ?? []
  if (suffix !== undefined) return suffixRange(Number(suffix), sizeBytes)
  if (first === undefined) return 'whole'
  const start = Number(first)
  const end = last ? Number(last) : Infinity
  if (end < start) return 'whole' // RFC 9110 §14.1.1: "invalid if the last-pos value is present and less than first-pos"
  return start < sizeBytes ? { start, endExclusive: Math.min(end + 1, sizeBytes) } : 'unsatisfiable'
}

function suffixRange(lengthBytes: number, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (lengthBytes === 0) return 'unsatisfiable'
  // RFC 9110 §14.1.2: satisfiable, but an empty part has no Content-Range
  if (sizeBytes === 0) return 'whole'
  return { start: Math.max(0, sizeBytes - lengthBytes), endExclusive: sizeBytes }
}
