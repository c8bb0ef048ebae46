import { expect, test } from 'vitest'
import { expandTerms, rulesOf } from './expand-terms.ts'
import { fulltextQuery, termsOf } from './fulltext.ts'

const rules = rulesOf([
  { from: [], words: ['bike', 'Vélo', 'two wheeler'] },
  { from: ['NYC'], words: ['New York'] },
  { from: ['new york city'], words: ['Manhattan'] },
  { from: ['new york'], words: ['big apple'] },
])
const query = (typed: string, mode: 'must' | 'should' = 'must') =>
  fulltextQuery(expandTerms(termsOf(typed), rules), mode)

test.each([
  ['red bike ', `'red' & ('bike' | 'velo' | ('two' & 'wheeler'))`],
  ['bike', `('bike':* | 'velo' | ('two' & 'wheeler'))`],
  ['bik', `'bik':*`],
  ['two wheeler ', `(('two' & 'wheeler') | 'bike' | 'velo')`],
  ['two ', `'two'`],
  ['nyc ', `('nyc' | ('new' & 'york'))`],
  ['new york ', `(('new' & 'york') | ('big' & 'apple'))`],
  ['new york city ', `(('new' & 'york' & 'city') | 'manhattan')`],
  ['', undefined],
])('%s is searched for as %s', (typed, expected) => {
  expect(query(typed)).toBe(expected)
})

test('any of the words may do where that is asked for', () => {
  expect(query('red nyc ', 'should')).toBe(`'red' | ('nyc' | ('new' & 'york'))`)
})

test('the alternatives of one search are limited', () => {
  const many = rulesOf([{ from: [], words: Array.from({ length: 20 }, (_none, at) => `word${at}`) }])
  const clauses = expandTerms(termsOf('word1 '.repeat(30)), many)
  expect(clauses).toHaveLength(30)
  expect(clauses.flatMap(([, ...others]) => others)).toHaveLength(60)
})
