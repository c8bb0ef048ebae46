import { ageWords, fillers, natureWords, type Age } from './phrase-words.ts'
import type { Token } from './token.ts'

/**
 * A value of the library that a phrase may name: a linked entity by its id, or a text of a facet as it is.
 */
export interface VocabularyValue {
  readonly field: string
  readonly name: string
  readonly id?: number
  readonly isTree?: boolean
}

/** Values by what they are called, in the form of {@link nameKey}. */
export type Vocabulary = ReadonlyMap<string, readonly VocabularyValue[]>

const longestName = 5

/** A name as it is compared: words without their plural. `Harbours, old` and `harbour old` are equal. */
export function nameKey(words: readonly string[]): string {
  return words.map((word) => (word.length > 3 ? word.replace(/[sx]$/, '') : word)).join(' ')
}

/** Every run of up to five words, as a key: what of a library may be named in a phrase. */
export function keysIn(tokens: readonly Token[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from + 1; to <= Math.min(tokens.length, from + longestName); to++)
      if (isNameable(tokens, from, to)) keys.add(keyOf(tokens, from, to))
  }
  // A library may call children otherwise than the phrase does.
  for (const { word } of tokens)
    for (const [other, age] of ageWords) if (age === ageWords.get(word)) keys.add(nameKey([other]))
  return keys
}

/** The longest name of a value that begins at a place, of so many words at least. */
export function namedAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  leastWords = 1,
): { readonly length: number; readonly values: readonly VocabularyValue[] } | undefined {
  for (let length = Math.min(longestName, tokens.length - at); length >= leastWords; length--) {
    const values = isNameable(tokens, at, at + length)
      ? vocabulary.get(keyOf(tokens, at, at + length))
      : undefined
    if (values) return { length, values }
  }
  return undefined
}

/** Values that are called by any word for an age. */
export function namedByAge(age: Age, vocabulary: Vocabulary): VocabularyValue[] {
  const found = [...ageWords]
    .filter(([, one]) => one === age)
    .flatMap(([word]) => vocabulary.get(nameKey([word])) ?? [])
  return [...new Map(found.map((value) => [`${value.field} ${value.id ?? value.name}`, value])).values()]
}

function keyOf(tokens: readonly Token[], from: number, to: number): string {
  return nameKey(tokens.slice(from, to).map(({ word }) => word))
}

/** A filler, a number or a nature alone names nothing. */
function isNameable(tokens: readonly Token[], from: number, to: number): boolean {
  const words = tokens.slice(from, to).map(({ word }) => word)
  return words.length > 1
    ? words.some((word) => !fillers.has(word))
    : words.every((word) => !fillers.has(word) && !natureWords.has(word) && !/^\d+$/.test(word))
}
