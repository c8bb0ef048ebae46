import { wordsOf } from './fold-text.ts'

/** One word of a full text; `goesOn`: a word that begins so. */
export interface Term {
  readonly word: string
  readonly goesOn: boolean
}

/** A full text as a tsquery; `hidesLinks`: the reader is not allowed to see all linked names. */
export interface Fulltext {
  readonly query: string
  readonly terms: readonly Term[]
  readonly mode: 'should' | 'must'
  readonly hidesLinks: boolean
}

/**
 * The words that someone typed; the last word may go on, unless a space follows it.
 * @source decision 0002
 */
export function termsOf(typed: string): Term[] {
  const words = wordsOf(typed).slice(0, 32)
  const isOpen = !/\s$/.test(typed)
  return words.map((word, index) => ({ word, goesOn: isOpen && index === words.length - 1 }))
}

/** One term as a tsquery; `weights`: of these weights alone, as `ABC`. */
export function termQuery({ word, goesOn }: Term, weights = ''): string {
  const marks = `${goesOn ? '*' : ''}${weights}`
  return `'${word}'${marks === '' ? '' : `:${marks}`}`
}

/**
 * The tsquery of what someone typed: every word must be there (`must`, the default) or any of them
 * (`should`). Undefined where there is no word at all.
 * @source portal §5 fulltextMode
 */
export function fulltextQuery(terms: readonly Term[], mode: 'should' | 'must' = 'must'): string | undefined {
  return terms.length === 0
    ? undefined
    : terms.map((term) => termQuery(term)).join(mode === 'must' ? ' & ' : ' | ')
}
