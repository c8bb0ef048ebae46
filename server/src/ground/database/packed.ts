/*
 * Many numbers travel as one value that the statement packs with PostgreSQL's `int8send`: a hundred thousand
 * rows take longer to parse than to find.
 */

/** What one number takes. */
export const numberBytes = 8

/** The number at a place of a packed value, not below 0. `…send` writes in network order. */
export function readNumber(packed: Buffer, at: number): number {
  return packed.readUInt32BE(at) * 2 ** 32 + packed.readUInt32BE(at + 4)
}

/** All of them; none of a value that is missing. */
export function readNumbers(packed: Buffer | null | undefined): Float64Array<ArrayBuffer> {
  const numbers = new Float64Array((packed?.length ?? 0) / numberBytes)
  for (let at = 0; packed && at < numbers.length; at++) numbers[at] = readNumber(packed, at * numberBytes)
  return numbers
}
