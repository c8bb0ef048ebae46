import { wordsOf } from '../../ground/fold-text.ts'
import type { Clause, Term } from './fulltext.ts'

/** Words that mean the same in a search, folded: one of `from` finds each of `words`. */
export interface SynonymRule {
  readonly from: readonly (readonly string[])[]
  readonly words: readonly (readonly string[])[]
}

/** Most alternatives of what was typed, of all its words together: the rest is searched for as it is. */
const maxAlternatives = 60

/** The rules of a list of synonyms: where there is no `from`, each of the words finds the others. */
export function rulesOf(
  synonyms: readonly { readonly from: readonly string[]; readonly words: readonly string[] }[],
): SynonymRule[] {
  return synonyms.map((synonym) => {
    const [from, words] = [
      synonym.from.map((text) => wordsOf(text)),
      synonym.words.map((text) => wordsOf(text)),
    ]
    return { from: from.length === 0 ? words : from, words }
  })
}

/**
 * What was typed with what counts as well. Of several synonyms that begin at a word, the longest is taken;
 * what a synonym leads to is not looked up again.
 * @source decision 0185
 */
export function expandTerms(terms: readonly Term[], rules: readonly SynonymRule[]): Clause[] {
  const clauses: Clause[] = []
  let alternatives = 0
  for (let at = 0; at < terms.length;) {
    const rest = terms.slice(at)
    const found = alternatives < maxAlternatives ? longestAt(rest, rules) : []
    const typed = rest.slice(0, found[0]?.length ?? 1)
    const others = found.flatMap(({ words }) => words).filter((words) => !isSame(words, typed))
    const unique = [...new Map(others.map((words) => [words.join(' '), words])).values()]
    const room = unique.slice(0, maxAlternatives - alternatives)
    alternatives += room.length
    clauses.push([typed, ...room.map((words) => words.map((word) => ({ word, goesOn: false })))])
    at += typed.length
  }
  return clauses
}

/** The rules that the most of the next words are a source of, with how many words that is. */
function longestAt(
  terms: readonly Term[],
  rules: readonly SynonymRule[],
): { readonly length: number; readonly words: SynonymRule['words'] }[] {
  const found = rules.flatMap(({ from, words }) => {
    const length = Math.max(
      0,
      ...from.filter((source) => begins(terms, source)).map((source) => source.length),
    )
    return length === 0 ? [] : [{ length, words }]
  })
  const longest = Math.max(0, ...found.map(({ length }) => length))
  return found.filter(({ length }) => length === longest)
}

function begins(terms: readonly Term[], source: readonly string[]): boolean {
  return source.length > 0 && source.every((word, at) => terms[at]?.word === word)
}

function isSame(words: readonly string[], typed: readonly Term[]): boolean {
  return words.length === typed.length && begins(typed, words)
}
