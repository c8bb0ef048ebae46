import { expect, test } from 'vitest'
import { formatSearchParams, parseSearchParams } from './search-params.ts'

test('repeated keys are lists, and the way back gives the same address', () => {
  const address = '?q=night+harbour&is.keywords=12&is.keywords=3&is.city=Paris%2C+Texas'
  expect(parseSearchParams(address)).toEqual({
    q: 'night harbour',
    'is.keywords': ['12', '3'],
    'is.city': 'Paris, Texas',
  })
  expect(formatSearchParams(parseSearchParams(address))).toBe(address)
})

test('empty and missing values leave no trace, hostile keys are only keys', () => {
  expect(formatSearchParams({ q: '', view: undefined, order: [] })).toBe('')
  expect(Object.keys(parseSearchParams('?__proto__=1&constructor=2'))).toContain('constructor')
})
