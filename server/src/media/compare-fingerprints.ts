import { hashBytes, hashedParts, keptSidePx, type Part } from './fingerprint.ts'

/**
 * Where two fingerprints have a hash in common, or nearly: the whole of one and a part of the other.
 * `ofOther`: the part is the other's, so that the first picture was cut out of it.
 */
export interface Overlap {
  readonly part: number
  readonly ofOther: boolean
  readonly mirrored: boolean
}

/** Points a side at which two parts are compared. */
const points = 16
/** Tenths by which the edges of a part are moved. */
const steps = [0.5, 0.25] as const
const smallestTenths = 5
/** What is not this near does not come near by moving edges a little. */
const hopelessBelow = 0.4
const whole: Part = { left: 0, top: 0, width: 10, height: 10 }

/**
 * How well one picture lies on a part of the other, -1 to 1: the correlation of their greys, so that
 * brightness and contrast do not count. Begins where their hashes overlap, and moves the edges while that
 * helps.
 */
export function compareFingerprints(
  one: Uint8Array,
  other: Uint8Array,
  { part: index, ofOther, mirrored }: Overlap,
): number {
  const first = mirrored ? mirror(greysOf(one)) : greysOf(one)
  const second = greysOf(other)
  const start = hashedParts[index] ?? whole
  return ofOther
    ? fit(first, second, start)
    : fit(second, first, mirrored ? { ...start, left: 10 - start.left - start.width } : start)
}

function greysOf(fingerprint: Uint8Array): Uint8Array {
  return fingerprint.subarray(hashedParts.length * hashBytes)
}

function mirror(greys: Uint8Array): Uint8Array {
  const last = keptSidePx - 1
  return greys.map((_grey, at) => greys[at - (at % keptSidePx) + (last - (at % keptSidePx))] ?? 0)
}

/** The best correlation of one picture with a part of another near `start`. */
function fit(picture: Uint8Array, other: Uint8Array, start: Part): number {
  const wanted = sample(picture, whole)
  const scored = (part: Part) => ({ part, score: correlate(wanted, sample(other, part)) })
  let best = scored(start)
  if (best.score < hopelessBelow) return best.score
  for (const step of steps)
    for (;;) {
      const moved = movesOf(best.part, step).map(scored)
      const better = moved.reduce((first, next) => (next.score > first.score ? next : first), best)
      if (better === best) break
      best = better
    }
  return best.score
}

function movesOf({ left, top, width, height }: Part, step: number): Part[] {
  return [-step, step]
    .flatMap((by) => [
      { left: left + by, top, width: width - by, height },
      { left, top: top + by, width, height: height - by },
      { left, top, width: width + by, height },
      { left, top, width, height: height + by },
      { left: left + by, top, width, height },
      { left, top: top + by, width, height },
    ])
    .filter(isInside)
}

function isInside({ left, top, width, height }: Part): boolean {
  return (
    left >= 0 &&
    top >= 0 &&
    width >= smallestTenths &&
    height >= smallestTenths &&
    left + width <= 10 &&
    top + height <= 10
  )
}

/** Greys at points spread over a part, less their mean, of length 1. */
function sample(greys: Uint8Array, { left, top, width, height }: Part): Float32Array {
  const values = new Float32Array(points * points)
  const perTenth = keptSidePx / 10
  let sum = 0
  for (let at = 0; at < values.length; at++) {
    const x = (left + (((at % points) + 0.5) / points) * width) * perTenth - 0.5
    const y = (top + ((Math.floor(at / points) + 0.5) / points) * height) * perTenth - 0.5
    const value = greyBetween(greys, x, y)
    values[at] = value
    sum += value
  }
  const mean = sum / values.length
  let square = 0
  for (const value of values) square += (value - mean) ** 2
  const length = Math.sqrt(square) || 1
  return values.map((value) => (value - mean) / length)
}

/** The grey at a place between four of those that are kept. */
function greyBetween(greys: Uint8Array, x: number, y: number): number {
  const [column, row] = [placeOf(x), placeOf(y)]
  const [right, down] = [shareOf(x - column), shareOf(y - row)]
  const at = row * keptSidePx + column
  const above = (greys[at] ?? 0) * (1 - right) + (greys[at + 1] ?? 0) * right
  const below = (greys[at + keptSidePx] ?? 0) * (1 - right) + (greys[at + keptSidePx + 1] ?? 0) * right
  return above * (1 - down) + below * down
}

function placeOf(at: number): number {
  return Math.min(keptSidePx - 2, Math.max(0, Math.floor(at)))
}

function shareOf(rest: number): number {
  return Math.min(1, Math.max(0, rest))
}

function correlate(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
