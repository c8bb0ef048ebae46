/** Gives numbers from 0 up to, not including, 1: always the same ones for a seed. */
export type Random = () => number

/** @source mulberry32, public domain */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A way to damage a file. */
interface Mutation {
  readonly name: string
  readonly apply: (bytes: Buffer, random: Random) => Buffer
}

const below = (random: Random, end: number): number => Math.floor(random() * end)
/** Heads decide what a decoder does: every other place is among the first 4 kB. */
const place = (bytes: Buffer, random: Random): number =>
  below(random, random() < 0.5 ? Math.min(bytes.length, 4096) : bytes.length)

/** @source what damaged disks, broken transfers and fuzzers do to files */
const mutations: readonly Mutation[] = [
  {
    name: 'bits',
    apply: (bytes, random) => {
      for (let count = 1 + below(random, 64); count > 0; count--) {
        const at = place(bytes, random)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8))
      }
      return bytes
    },
  },
  { name: 'cut', apply: (bytes, random) => bytes.subarray(0, below(random, bytes.length)) },
  {
    name: 'swap',
    apply: (bytes, random) => {
      const length = 1 + below(random, Math.max(1, bytes.length / 4))
      const [from, to] = [below(random, bytes.length - length), below(random, bytes.length - length)]
      const chunk = Buffer.from(bytes.subarray(from, from + length))
      bytes.copy(bytes, from, to, to + length)
      chunk.copy(bytes, to)
      return bytes
    },
  },
  {
    name: 'number',
    apply: (bytes, random) => {
      // Sizes and counts at their extremes.
      const values = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff]
      for (let count = 1 + below(random, 8); count > 0 && bytes.length > 4; count--) {
        const at = Math.min(place(bytes, random), bytes.length - 4)
        bytes.writeUInt32BE(values[below(random, values.length)] ?? 0, at)
      }
      return bytes
    },
  },
  {
    name: 'hole',
    apply: (bytes, random) => {
      const at = place(bytes, random)
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(random, 4096))])
    },
  },
]

/**
 * Damages a copy of a file: flipped bits, a cut, swapped chunks, numbers at their extremes, a hole. The same
 * seed damages the same bytes the same way.
 * @returns also the name of what was done
 */
export function mutateBytes(bytes: Buffer, random: Random): { bytes: Buffer; name: string } {
  const mutation = mutations[below(random, mutations.length)]
  if (!mutation || bytes.length < 8) return { bytes: Buffer.from(bytes), name: 'none' }
  return { bytes: mutation.apply(Buffer.from(bytes), random), name: mutation.name }
}
