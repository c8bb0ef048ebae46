import { countBits } from '../reverse-search/scan-hashes.ts'

/** Signs of 64 that may differ between two pictures that are one. @source decision 0227: measured */
const mostApart = 7
/** Pictures that one is compared with point by point, at most: a family of thousands needs no more. */
const maxNear = 200
const bandBits = 16
const bandValues = 2 ** bandBits
const bands = 4

/** A picture whose hash is near: its fingerprint, signs apart, and whether it is the mirror image. */
export interface NearPicture {
  readonly id: number
  readonly apart: number
  readonly mirrored: boolean
}

/** The hashes of whole pictures: two words of 32 signs each, the second of which turns over when mirrored. */
export interface Hashes {
  readonly ids: Float64Array
  readonly words: Uint32Array
}

/** Rows of one band by its value: those of `value` stand from `starts[value]` to `starts[value + 1]`. */
interface Band {
  readonly starts: Uint32Array
  readonly rows: Uint32Array
}

/**
 * Finds hashes that are at most {@link mostApart} signs apart without looking at all of them. Of four bands
 * of 16 signs, one differs by one sign at most; so each is looked up with none and with each of its signs
 * turned over.
 * @source M. Norouzi and others, "Fast search in Hamming space with multi-index hashing", CVPR 2012
 */
export function createHashIndex({ ids, words }: Hashes): (even: number, odd: number) => NearPicture[] {
  const index = Array.from({ length: bands }, (_one, band) => sortBand(words, ids.length, band))
  // Which question a row was last looked at for.
  const seen = new Uint32Array(ids.length)
  let question = 0
  return (even, odd) => {
    question += 1
    const near: NearPicture[] = []
    const look = ({ starts, rows }: Band, value: number): void => {
      const end = starts[value + 1] ?? 0
      for (let at = starts[value] ?? 0; at < end; at++) {
        const row = rows[at] ?? 0
        if (seen[row] === question) continue
        seen[row] = question
        const apart = countBits(even ^ (words[2 * row] ?? 0))
        if (apart > mostApart) continue
        const oddApart = countBits(odd ^ (words[2 * row + 1] ?? 0))
        const all = apart + Math.min(oddApart, 32 - oddApart)
        if (all <= mostApart) near.push({ id: ids[row] ?? 0, apart: all, mirrored: oddApart > 16 })
      }
    }
    for (const [at, band] of index.entries())
      for (const value of at < 2 ? [bandOf(even, at)] : [bandOf(odd, at), bandOf(~odd, at)]) {
        look(band, value)
        for (let sign = 0; sign < bandBits; sign++) look(band, value ^ (1 << sign))
      }
    return near.sort((a, b) => a.apart - b.apart || a.id - b.id).slice(0, maxNear)
  }
}

function bandOf(word: number, band: number): number {
  return (band % 2 === 0 ? word : word >>> bandBits) & (bandValues - 1)
}

/** Counts each value, then puts the rows in their order. */
function sortBand(words: Uint32Array, count: number, band: number): Band {
  const valueOf = (row: number): number => bandOf(words[2 * row + (band >> 1)] ?? 0, band)
  const starts = new Uint32Array(bandValues + 1)
  for (let row = 0; row < count; row++) {
    const after = valueOf(row) + 1
    starts[after] = (starts[after] ?? 0) + 1
  }
  for (let value = 0; value < bandValues; value++)
    starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0)
  const free = starts.slice()
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) {
    const value = valueOf(row)
    const place = free[value] ?? 0
    rows[place] = row
    free[value] = place + 1
  }
  return { starts, rows }
}
