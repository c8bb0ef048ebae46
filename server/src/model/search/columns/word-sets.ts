import { randomUUID } from 'node:crypto'
import { createCache, type Cache } from '../../../ground/cache.ts'
import type { WordsCondition } from '../condition.ts'
import { createBits, setBit, type Bits } from './bits.ts'

/** Words that a question is about; `isRanked`: with the rank of each row that has them. */
export interface WantedWords {
  readonly words: WordsCondition
  readonly isRanked: boolean
}

/**
 * Wanted words whose rows are still to be read; `token` distinguishes this reading from others of the same
 * words.
 */
export interface UnknownWords extends WantedWords {
  readonly token: string
}

/**
 * The rows that have some words, packed: ids, each with its rank where they are ranked. They are read after
 * the words were said to be unknown.
 */
export interface LearnedWords extends UnknownWords {
  readonly resource: string
  readonly packed: Uint8Array<ArrayBuffer>
}

/** Of the words that are kept, by their key, those that a row has, with its rank; 0 where they have none. */
export type FoundWords = ReadonlyMap<string, number>

/** The slots of the rows that have some words, of the words that were asked for last. */
export interface WordSets {
  /**
   * Those of some words whose rows are not known. Each row that is set from now on says whether it has them:
   * their rows are then read, and given to `learn`.
   */
  unknown(wanted: readonly WantedWords[]): UnknownWords[]
  /** Learns which slots have words that were unknown, with their ranks; what was set since then wins. */
  learn(unknown: UnknownWords, slots: Int32Array, ranks: Float32Array): void
  /** The slots that have known words. */
  get(words: WordsCondition): Bits
  /** The rank of each slot that has known words. */
  ranksOf(words: WordsCondition): Float32Array
  /** Notes which of the kept words a slot has now. */
  set(slot: number, found: FoundWords): void
  /** All of which a row has to say whether it has them. */
  kept(): WantedWords[]
  /** Makes room for this many slots. */
  grow(capacity: number): void
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

interface Entry extends UnknownWords {
  /** Undefined until they are learned. */
  slots: { bits: Bits; ranks: Float32Array<ArrayBuffer> | undefined } | undefined
  /** What was set while they were being read: the rank, or undefined where a slot does not have them. */
  readonly noted: Map<number, number | undefined>
}

/** A set takes a bit for each slot, 125 kB of a million; ranks take 4 MB of a million. */
const maxSets = 48
const maxRanked = 4
/** Words that nobody learned, since reading them failed, are forgotten after so many changes. */
const maxNoted = 100_000

/** Words that differ in their key have other rows. */
export function keyOfWords({ query, linksApart, documents }: WordsCondition): string {
  return `${linksApart ? 'apart' : 'all'} ${documents?.place ?? ''} ${query}`
}

/** Creates sets without words. */
export function createWordSets(rows: number): WordSets {
  const plain = createCache<string, Entry>({ max: maxSets })
  const ranked = createCache<string, Entry>({ max: maxRanked })
  let capacity = rows
  const entries = (): Entry[] => [...plain.values(), ...ranked.values()]
  const cacheOf = ({ isRanked }: WantedWords): Cache<string, Entry> => (isRanked ? ranked : plain)
  const known = (words: WordsCondition, isRanked: boolean): Entry['slots'] => {
    const key = keyOfWords(words)
    return ranked.get(key)?.slots ?? (isRanked ? undefined : plain.get(key)?.slots)
  }
  const put = ({ slots, noted }: Entry, slot: number, rank: number | undefined): void => {
    if (!slots) return void noted.set(slot, rank)
    setBit(slots.bits, slot, rank !== undefined)
    if (slots.ranks) slots.ranks[slot] = rank ?? 0
  }
  return {
    unknown: (wanted) =>
      wanted
        .filter(({ words, isRanked }) => known(words, isRanked) === undefined)
        .map((one) => {
          const key = keyOfWords(one.words)
          const begun = cacheOf(one).get(key) ?? {
            ...one,
            token: randomUUID(),
            slots: undefined,
            noted: new Map(),
          }
          cacheOf(one).set(key, begun)
          const { words, isRanked, token } = begun
          return { words, isRanked, token }
        }),
    learn: (unknown, slots, ranks) => {
      const entry = cacheOf(unknown).peek(keyOfWords(unknown.words))
      if (entry?.token !== unknown.token || entry.slots) return
      const noted = [...entry.noted]
      entry.noted.clear()
      entry.slots = {
        bits: createBits(capacity),
        ranks: unknown.isRanked ? new Float32Array(capacity) : undefined,
      }
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] ?? -1
        if (slot >= 0) put(entry, slot, ranks[at] ?? 0)
      }
      for (const [slot, rank] of noted) put(entry, slot, rank)
    },
    get: (words) => {
      const slots = known(words, false)
      if (!slots) throw new Error('These words are not known')
      return slots.bits
    },
    ranksOf: (words) => {
      const ranks = known(words, true)?.ranks
      if (!ranks) throw new Error('The ranks of these words are not known')
      return ranks
    },
    set: (slot, found) => {
      for (const entry of entries()) {
        const key = keyOfWords(entry.words)
        put(entry, slot, found.get(key))
        if (entry.noted.size > maxNoted) cacheOf(entry).delete(key)
      }
    },
    kept: () => entries(),
    grow: (wanted) => {
      capacity = wanted
      for (const { slots } of entries()) {
        if (!slots) continue
        slots.bits = new Int32Array(slots.bits.buffer.transfer(Math.ceil(wanted / 32) * 4))
        if (slots.ranks) slots.ranks = new Float32Array(slots.ranks.buffer.transfer(wanted * 4))
      }
    },
    sizeBytes: () =>
      entries().reduce(
        (sum, { slots }) => sum + (slots?.bits.byteLength ?? 0) + (slots?.ranks?.byteLength ?? 0),
        0,
      ),
  }
}
