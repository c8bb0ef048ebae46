import type { RawBuilder } from 'kysely'
import { segmentedWordsOf, wordsOf } from '../../ground/fold-text.ts'

/** One word of a full text; `goesOn`: a word that begins so. */
export interface Term {
  readonly word: string
  readonly goesOn: boolean
}

/**
 * What a row has to say for a part of what was typed: one of these, each with all of its words. The first is
 * what was typed.
 */
export type Clause = readonly (readonly Term[])[]

/**
 * Weights D to A of a rank, as PostgreSQL writes an array. Linked names count as much as what is written
 * beside the name; to anyone who is not allowed to see all of them, nothing.
 * @source decision 0115
 */
export function rankWeights(hidesLinks: boolean): string {
  return hidesLinks ? '{0, 0.2, 0.4, 1}' : '{0.4, 0.2, 0.4, 1}'
}

/**
 * What the rank of words in the row counts for where the document has others of those that are looked for:
 * less than any that all stand in the row. A power of two, so that a product is the same number everywhere.
 */
export const besideRank = 2 ** -80

/** How a full text finds and ranks; `hidesLinks`: the reader is not allowed to see all linked names. */
export interface Fulltext {
  readonly hidesLinks: boolean
  /** How well a row of `search s` fits it. */
  readonly rank: RawBuilder<number>
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
 * The tsquery of what someone typed: every part must be there (`must`, the default) or any of them
 * (`should`). Undefined where there is no word at all.
 * @source portal §5 fulltextMode
 */
export function fulltextQuery(
  clauses: readonly Clause[],
  mode: 'should' | 'must' = 'must',
  weights = '',
): string | undefined {
  return clauses.length === 0
    ? undefined
    : clauses.map((clause) => clauseQuery(clause, weights)).join(mode === 'must' ? ' & ' : ' | ')
}

function clauseQuery(clause: Clause, weights: string): string {
  const parts = clause.map((terms) => {
    const words = terms.map((term) => termQuery(term, weights))
    return words.length === 1 ? words.join('') : `(${words.join(' & ')})`
  })
  return parts.length === 1 ? parts.join('') : `(${parts.join(' | ')})`
}

/**
 * The same as it is looked for in documents, whose writings without spaces are taken apart into words. That
 * which was typed counts as well.
 */
export function clausesOfDocuments(clauses: readonly Clause[]): Clause[] {
  return clauses.map((clause) =>
    clause.flatMap((terms) => {
      const apart = terms.flatMap(takeApart)
      return apart.length === terms.length ? [terms] : [terms, apart]
    }),
  )
}

function takeApart(term: Term): Term[] {
  const words = segmentedWordsOf(term.word)
  return words.map((word, at) => ({ word, goesOn: term.goesOn && at === words.length - 1 }))
}
