import type { Overlap } from '../../media/compare-fingerprints.ts'
import { hashBytes, hashedParts } from '../../media/fingerprint.ts'

/** 32-bit words of all hashes of one picture: two each. */
export const pictureWords = (hashedParts.length * hashBytes) / 4
/**
 * Signs of 64 that may differ, and of the first 32, which are looked at first.
 * @source decision 0166
 */
const mostApart = 16
const mostApartFirst = 9

/** A picture whose hashes are near: its place in the chunk, signs apart, and where they overlap. */
export interface NearHash extends Overlap {
  readonly row: number
  readonly apart: number
}

/** The hashes that begin a fingerprint, as words. Copied, as a `Buffer` is a part of larger memory. */
export function wordsOf(fingerprint: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(fingerprint.subarray(0, pictureWords * 4)).buffer)
}

/**
 * Looks at all hashes of a chunk: the whole of the picture wanted beside every part of the others, and its
 * parts beside the whole of the others, as they are and mirrored.
 * @param hashes of pictures one after another, {@link pictureWords} each
 * @returns the nearest, nearest first, at most `max`
 */
export function scanHashes(wanted: Uint32Array, hashes: Uint32Array, rows: number, max: number): NearHash[] {
  const near: NearHash[] = []
  for (let row = 0; row < rows; row++) {
    const found = nearestOf(row, wanted, hashes)
    if (found) near.push(found)
    if (near.length >= 4 * max) keepNearest(near, max)
  }
  keepNearest(near, max)
  return near
}

function keepNearest(near: NearHash[], max: number): void {
  near.sort((a, b) => a.apart - b.apart)
  near.length = Math.min(near.length, max)
}

/** One pass without objects: it runs for every picture of the library. */
function nearestOf(row: number, wanted: Uint32Array, hashes: Uint32Array): NearHash | undefined {
  const start = row * pictureWords
  const [first, second] = [wanted[0] ?? 0, wanted[1] ?? 0]
  const [firstWhole, secondWhole] = [hashes[start] ?? 0, hashes[start + 1] ?? 0]
  let least = mostApart + 1
  let place = 0
  for (let at = 0; at < pictureWords; at += 2) {
    const even = countBits(first ^ (hashes[start + at] ?? 0))
    if (even <= mostApartFirst) {
      const apart = even + oddApart(second ^ (hashes[start + at + 1] ?? 0))
      if (apart < least) [least, place] = [apart, at]
    }
    const evenOfPart = countBits((wanted[at] ?? 0) ^ firstWhole)
    if (evenOfPart <= mostApartFirst) {
      const apart = evenOfPart + oddApart((wanted[at + 1] ?? 0) ^ secondWhole)
      if (apart < least) [least, place] = [apart, at + 1]
    }
  }
  return least > mostApart ? undefined : { row, apart: least, ...overlapAt(place, row, wanted, hashes) }
}

/** Signs of the second half that differ, or that agree, where that is less: it is mirrored then. */
function oddApart(difference: number): number {
  const odd = countBits(difference)
  return odd <= 16 ? odd : 32 - odd
}

function overlapAt(place: number, row: number, wanted: Uint32Array, hashes: Uint32Array): Overlap {
  const ofOther = place % 2 === 0
  const at = ofOther ? place : place - 1
  const start = row * pictureWords
  const odd = countBits(
    ofOther
      ? (wanted[1] ?? 0) ^ (hashes[start + at + 1] ?? 0)
      : (wanted[at + 1] ?? 0) ^ (hashes[start + 1] ?? 0),
  )
  return { part: at / 2, ofOther, mirrored: odd > 16 }
}

/** How many bits of a word of 32 are set. */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
