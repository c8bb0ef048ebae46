import { foldText } from '../../ground/fold-text.ts'

/** A word or number of a phrase: folded, and where it stands (`end` is exclusive). */
export interface Token {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Days and months of ISO 8601, numbers, words; a number and the letters after it are two: `20min`. */
const parts = /\d{4}-\d{2}(?:-\d{2})?(?!\d)|\d+(?:[.,]\d+)?|\p{L}[\p{L}\p{M}]*/gu
const maxTokens = 60

/** The words and numbers of a phrase, in order. */
export function tokensOf(phrase: string): Token[] {
  return [...phrase.matchAll(parts)]
    .slice(0, maxTokens)
    .map((match) => ({ word: foldText(match[0]), start: match.index, end: match.index + match[0].length }))
}

/**
 * The first of several sequences of words that stands at a place, with its number of words; of each word
 * several spellings, parted by `|`.
 */
export function sequenceAt<Meaning>(
  tokens: readonly Token[],
  at: number,
  sequences: readonly (readonly [words: string, meaning: Meaning])[],
): { readonly length: number; readonly meaning: Meaning } | undefined {
  for (const [words, meaning] of sequences) {
    const wanted = words.split(' ')
    if (wanted.every((word, index) => word.split('|').includes(tokens[at + index]?.word ?? '')))
      return { length: wanted.length, meaning }
  }
  return undefined
}

/** Whether one of these words stands at a place. */
export function isWord(tokens: readonly Token[], at: number, words: string): boolean {
  return words.split('|').includes(tokens[at]?.word ?? '')
}
