import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSearchParams, parseSearchParams } from '../../app/search-params.ts'
import { clearConstraints, isConstrained, readBrowseAddress, setDates, toggleValue, writeBrowseAddress, type BrowseState } from './browse-address.ts'

const empty: BrowseState = { fulltext: '', values: {}, dates: {}, order: '', view: 'grid' }
const field = fc.constantFrom('keywords', 'city', 'metadata.filesize', 'order', 'q', 'view')
const day = fc.constantFrom('', '2024-01-31', '1999-12-01')
const states: fc.Arbitrary<BrowseState> = fc.record({
  fulltext: fc.string().map((text) => text.trim()),
  values: fc.dictionary(field, fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 })),
  dates: fc.dictionary(field, fc.record({ from: day, until: day }).filter(({ from, until }) => from + until !== '')),
  order: fc.constantFrom('', 'relevance', 'takenat desc', 'name asc'),
  view: fc.constantFrom('grid', 'list'),
})

test('every state comes back from its address as it was', () => {
  fc.assert(fc.property(states, (state) => {
    const address = formatSearchParams(writeBrowseAddress(state))
    expect(readBrowseAddress(parseSearchParams(address))).toEqual(state)
  }))
})

test('an address typed by a person is never an error', () => {
  fc.assert(fc.property(fc.webQueryParameters(), (query) => {
    const state = readBrowseAddress(parseSearchParams(`?${query}`))
    expect(readBrowseAddress(writeBrowseAddress(state))).toEqual(state)
  }))
  expect(readBrowseAddress(parseSearchParams('?order=;drop&view=x&is.=3&is.a b=1&from.takenat=yesterday&utm_source=mail'))).toEqual(empty)
})

test('values are added and taken out, dates set and ended', () => {
  const two = toggleValue(toggleValue(empty, 'keywords', '3'), 'keywords', '5')
  expect(two.values).toEqual({ keywords: ['3', '5'] })
  expect(toggleValue(toggleValue(two, 'keywords', '3'), 'keywords', '5')).toEqual(empty)
  const dated = setDates(empty, 'takenat', { from: '2024-01-01', until: '' })
  expect(isConstrained(dated)).toBe(true)
  expect(setDates(dated, 'takenat', { from: '', until: '' })).toEqual(empty)
  expect(isConstrained(clearConstraints({ ...dated, order: 'name asc' }))).toBe(false)
})
