import { segmentedWordsOf } from '../ground/fold-text.ts'

/** How much of a document is read for its words. */
interface WordLimits {
  /** Most characters of its text. */
  readonly maxCharacters: number
  /** Most bytes of all its words together: a tsvector holds 1 MB. */
  readonly maxWordBytes: number
}

/** @source decision 0252: some 2,000 pages of text, and 80,000 words that differ */
export const defaultWordLimits: WordLimits = { maxCharacters: 5_000_000, maxWordBytes: 800_000 }

/** What was read: folded words, each once, and whether the text had no more. */
export interface DocumentWords {
  readonly words: readonly string[]
  readonly isComplete: boolean
}

/** Takes the text of a document in parts. */
export interface WordCollector {
  /** Lines of text; false where no more is taken. */
  take(text: string): boolean
  /** There was more that is not read. */
  cut(): void
  words(): DocumentWords
}

/** A word that goes on in the next line. A soft hyphen is there only to be shown where a line ends. */
const broken = /([\p{L}\p{M}]+)[-\u2010\u2011]\s*\n\s*([\p{L}\p{M}]+)/gu
const softHyphen = /\u00AD\s*\n?\s*/gu
/** A line of a writing without spaces ends anywhere. */
const brokenUnspaced =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s*\n\s*(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu

/** Collects the words of a text: a word that is broken across lines as a whole and in its parts. */
export function createWordCollector(limits: WordLimits = defaultWordLimits): WordCollector {
  const found = new Set<string>()
  let characters = 0
  let bytes = 0
  let isComplete = true
  const add = (word: string): boolean => {
    if (found.has(word)) return true
    bytes += Buffer.byteLength(word)
    if (bytes > limits.maxWordBytes) return false
    found.add(word)
    return true
  }
  return {
    take: (text) => {
      if (!isComplete) return false
      const taken = text.slice(0, limits.maxCharacters - characters)
      characters += taken.length
      isComplete = taken.length === text.length
      const joined = taken.replace(softHyphen, '').replace(brokenUnspaced, '')
      const whole = Array.from(joined.matchAll(broken), ([, start = '', end = '']) => start + end)
      for (const word of [...segmentedWordsOf(joined), ...segmentedWordsOf(whole.join(' '))])
        if (!add(word)) isComplete = false
      return isComplete
    },
    cut: () => {
      isComplete = false
    },
    words: () => ({ words: [...found], isComplete }),
  }
}
