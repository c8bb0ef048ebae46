import { RenditionError } from './rendition-error.ts'

/** Side of the square of greys that a fingerprint is made of, whatever the shape of the picture. */
export const fingerprintSidePx = 320
/** Bytes of one hash: 64 signs. */
export const hashBytes = 8
/** Side of the square of greys that is kept beside the hashes. */
export const keptSidePx = 32
/** Grows with every change that makes other hashes of the same picture: older ones are made again. */
export const fingerprintVersion = 1

/** A part of a picture, in tenths of its sides. */
export interface Part {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const square = (tenths: number, offsets: readonly number[]): Part[] =>
  offsets.flatMap((left) => offsets.map((top) => ({ left, top, width: tenths, height: tenths })))

/**
 * The parts of a picture that have a hash each: the whole, then what is left where it was cut. A cut picture
 * is found by the part that it is nearest to.
 * @source decision 0166: measured
 */
export const hashedParts: readonly Part[] = [
  ...square(10, [0]),
  ...square(9, [0, 1]),
  ...square(9, [0.5]),
  ...square(8, [0, 1, 2]),
  ...[0, 1, 2].flatMap((at) => [
    { left: at, top: 0, width: 8, height: 10 },
    { left: 0, top: at, width: 10, height: 8 },
  ]),
]
/** Bytes of a fingerprint: a hash for each part, then the greys that are kept, row by row. */
export const fingerprintBytes = hashedParts.length * hashBytes + keptSidePx * keptSidePx

/** Means of 32 by 32 fields: enough for the frequencies of a hash. */
const fields = 32
const tenthPx = fingerprintSidePx / 10
/** Half waves that are looked at, a side. */
const waves = 11
/** A frequency: half waves across and down. */
interface Frequency {
  readonly across: number
  readonly down: number
}
const byCoarseness = Array.from({ length: waves * waves }, (_one, at): Frequency => ({
  across: at % waves,
  down: Math.floor(at / waves),
}))
  .slice(1)
  .sort((a, b) => a.across + a.down - (b.across + b.down) || a.across - b.across)
const coarsest = (odd: number): Frequency[] =>
  byCoarseness.filter(({ across }) => across % 2 === odd).slice(0, hashBytes * 4)
/**
 * The frequencies of a hash. Those with an odd number of half waves across are its second half: they turn
 * over, all of them, when a picture is mirrored, and the first half stays.
 */
const frequencies = [...coarsest(0), ...coarsest(1)]

const cosines = Float64Array.from({ length: waves * fields }, (_one, at) =>
  Math.cos((Math.PI * Math.floor(at / fields) * (2 * (at % fields) + 1)) / (2 * fields)),
)

/**
 * The fingerprint of a picture. Hashes are the signs of its coarsest frequencies, which stay when it is made
 * smaller, compressed, or loses its colours.
 * @param greys {@link fingerprintSidePx} squared, row by row
 * @returns {@link fingerprintBytes}; null where there is nothing to recognize it by: it is of one grey
 */
export function fingerprintOf(greys: Uint8Array): Uint8Array | null {
  const sums = sumsOf(greys)
  const kept = meansOf(sums, { left: 0, top: 0, width: 10, height: 10 }, keptSidePx)
  if (spreadOf(kept) < flatBelow) return null
  const bytes = new Uint8Array(fingerprintBytes)
  hashedParts.forEach((part, index) => {
    bytes.set(hashOf(meansOf(sums, part, fields)), index * hashBytes)
  })
  bytes.set(Uint8Array.from(kept, Math.round), hashedParts.length * hashBytes)
  return bytes
}

/** Greys that differ less than this from their mean are noise. */
const flatBelow = 2

function spreadOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** The sum of all greys above and to the left of each point, edges included: a side has one point more. */
type Sums = Uint32Array

const sumsSide = fingerprintSidePx + 1

function sumsOf(greys: Uint8Array): Sums {
  const sums = new Uint32Array(sumsSide * sumsSide)
  for (let y = 0; y < fingerprintSidePx; y++) {
    let row = 0
    for (let x = 0; x < fingerprintSidePx; x++) {
      row += greys[y * fingerprintSidePx + x] ?? 0
      sums[(y + 1) * sumsSide + x + 1] = (sums[y * sumsSide + x + 1] ?? 0) + row
    }
  }
  return sums
}

/** Means of fields of whole points: each is four looks at the sums, however many points it has. */
function meansOf(sums: Sums, { left, top, width, height }: Part, side: number): Float64Array {
  const [stepX, stepY] = [(width * tenthPx) / side, (height * tenthPx) / side]
  const means = new Float64Array(side * side)
  for (let row = 0; row < side; row++) {
    const above = (top * tenthPx + row * stepY) * sumsSide
    const below = (top * tenthPx + row * stepY + stepY) * sumsSide
    for (let column = 0; column < side; column++) {
      const x = left * tenthPx + column * stepX
      const right = x + stepX
      const sum =
        (sums[below + right] ?? 0) -
        (sums[below + x] ?? 0) -
        (sums[above + right] ?? 0) +
        (sums[above + x] ?? 0)
      means[row * side + column] = sum / (stepX * stepY)
    }
  }
  return means
}

/** The cosine transform in two steps, along rows and then along columns. */
function hashOf(means: Float64Array): Uint8Array {
  const rows = new Float64Array(fields * waves)
  for (let row = 0; row < fields; row++)
    for (let wave = 0; wave < waves; wave++) rows[row * waves + wave] = project(means, row * fields, 1, wave)
  return packSigns(frequencies.map(({ across, down }) => project(rows, across, waves, down) > 0))
}

function project(values: Float64Array, start: number, step: number, frequency: number): number {
  let sum = 0
  for (let at = 0; at < fields; at++)
    sum += (values[start + at * step] ?? 0) * (cosines[frequency * fields + at] ?? 0)
  return sum
}

function packSigns(signs: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(signs.length / 8)
  signs.forEach((sign, at) => {
    if (sign) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7))
  })
  return bytes
}

/**
 * A fingerprint as a worker sends it, which a file may have taken over.
 * @returns null where there is nothing to recognize the picture by
 * @throws RenditionError `crashed` where it is none
 */
export function readFingerprint(value: unknown): Uint8Array | null {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'base64') : undefined
  if (bytes?.length === 0) return null
  if (bytes?.length === fingerprintBytes) return new Uint8Array(bytes)
  throw new RenditionError('crashed', 'The decoder gave no fingerprint.')
}
