import { expect, test } from 'vitest'
import {
  isFiltered,
  readRecordsAddress,
  recordsDefinition,
  withoutFilters,
  writeRecordsAddress,
} from './record-address.ts'

test('a list, its search and what is open stand in the address and come back', () => {
  const params = {
    section: 'data',
    resource: 'asset',
    record: '12',
    q: 'harbour',
    order: 'name desc',
    'is.rootnature': ['1'],
    'from.createdat': '2024-01-01',
    'has.city': 'bre',
    empty: ['credit'],
  }
  expect(writeRecordsAddress(readRecordsAddress(params))).toEqual(params)
})

test('what cannot be read is left out', () => {
  const state = readRecordsAddress({ record: '1;2', resource: ['a', 'b'], order: 'name; drop' })
  expect([state.record, state.resource, state.search.order]).toEqual(['', '', ''])
})

test('a text that a field holds, and a field without a value, are asked for', () => {
  const state = readRecordsAddress({ 'has.city': 'bre', empty: 'credit', 'has.;': 'x' })
  expect(recordsDefinition('dam/data/asset', state, 'name asc').constraints).toEqual({
    'has city': { field: 'city', operator: 'ct', values: ['bre'] },
    'empty credit': { field: 'credit', operator: 'eq', values: [null] },
  })
  expect([isFiltered(state), isFiltered(withoutFilters(state))]).toEqual([true, false])
})

test('a list without words stands in its usual order, one with words by what fits best', () => {
  const orderOf = (q: string) =>
    recordsDefinition('dam/data/asset', readRecordsAddress({ q }), 'name asc').orderby
  expect([orderOf(''), orderOf('sea')]).toEqual(['name asc', 'relevance'])
})
