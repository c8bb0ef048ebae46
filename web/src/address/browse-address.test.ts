import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSearchParams, parseSearchParams } from './search-params.ts'
import {
  clearConstraints,
  clearNumbers,
  isConstrained,
  readBrowseAddress,
  setDates,
  setLeast,
  toggleBelow,
  toggleValue,
  toggleWithout,
  writeBrowseAddress,
  type BrowseState,
} from './browse-address.ts'

const empty: BrowseState = {
  fulltext: '',
  values: {},
  below: {},
  dates: {},
  numbers: {},
  order: '',
  view: 'grid',
  group: '',
  saved: '',
}
const field = fc.constantFrom('keywords', 'city', 'metadata.filesize', 'order', 'q', 'view')
const day = fc.constantFrom('', '2024-01-31', '1999-12-01')
const states: fc.Arbitrary<BrowseState> = fc
  .record({
    fulltext: fc.string().map((text) => text.trim()),
    values: fc.dictionary(field, fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 })),
    below: fc.dictionary(field, fc.uniqueArray(fc.nat().map(String), { minLength: 1, maxLength: 4 })),
    dates: fc.dictionary(
      field,
      fc.record({ from: day, until: day }).filter(({ from, until }) => from + until !== ''),
    ),
    numbers: fc.dictionary(field, fc.record({ gt: fc.nat(), lte: fc.nat() }, { requiredKeys: ['gt'] })),
    order: fc.constantFrom('', 'relevance', 'takenat desc', 'name asc'),
    view: fc.constantFrom('grid', 'list'),
    group: fc.constantFrom('', 'city', 'keywords'),
    saved: fc.constantFrom('', '7'),
  })
  .chain((state) =>
    fc
      .uniqueArray(field, { maxLength: 2 })
      .map((without) => (without.length === 0 ? state : { ...state, without })),
  )

test('every state comes back from its address as it was', () => {
  fc.assert(
    fc.property(states, fc.constantFrom('grid', 'list'), (state, usualView) => {
      const address = formatSearchParams(writeBrowseAddress(state, usualView))
      expect(readBrowseAddress(parseSearchParams(address), usualView)).toEqual(state)
    }),
  )
})

test('an address typed by a person is never an error', () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), (query) => {
      const state = readBrowseAddress(parseSearchParams(`?${query}`))
      expect(readBrowseAddress(writeBrowseAddress(state))).toEqual(state)
    }),
  )
  expect(
    readBrowseAddress(
      parseSearchParams(
        '?order=;drop&view=x&is.=3&is.a b=1&below.keywords=sea&group=a b&saved=x&from.takenat=yesterday&gt.duration=long&utm_source=mail',
      ),
    ),
  ).toEqual(empty)
})

test('a field is without a value or has one of these: each ends the other', () => {
  const without = toggleWithout(toggleBelow(toggleValue(empty, 'city', 'Brest'), 'keywords', '3'), 'keywords')
  expect(without).toEqual({ ...empty, values: { city: ['Brest'] }, without: ['keywords'] })
  expect(isConstrained({ ...empty, without: ['keywords'] })).toBe(true)
  expect(toggleBelow(without, 'keywords', '3').without).toBeUndefined()
  expect(toggleValue(without, 'keywords', '3').without).toBeUndefined()
  expect(toggleValue(without, 'city', 'Ys').without).toEqual(['keywords'])
  expect(toggleWithout(without, 'keywords')).toEqual({ ...empty, values: { city: ['Brest'] } })
  expect(clearConstraints(without)).toEqual(empty)
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

test('a node of a tree takes the place of the same value without what is below it', () => {
  const one = toggleBelow(toggleValue(empty, 'keywords', '3'), 'keywords', '5')
  expect([one.values, one.below]).toEqual([{}, { keywords: ['3', '5'] }])
  expect(toggleBelow(toggleBelow(one, 'keywords', '3'), 'keywords', '5')).toEqual(empty)
  expect(toggleBelow(toggleValue(empty, 'keywords', '3'), 'keywords', '3')).toEqual(empty)
})

test('bounds of a number constrain, and end together', () => {
  const bounded = readBrowseAddress(parseSearchParams('?gt.duration=300&lte.duration=1200'))
  expect(bounded.numbers).toEqual({ duration: { gt: 300, lte: 1200 } })
  expect([isConstrained(bounded), isConstrained(clearConstraints(bounded))]).toEqual([true, false])
  expect(clearNumbers(bounded, 'duration')).toEqual(empty)
})

test('a list without a view in its address is shown as its reader likes it; groups are of the wall', () => {
  expect(readBrowseAddress({}, 'list').view).toBe('list')
  expect(readBrowseAddress({ view: 'grid' }, 'list').view).toBe('grid')
  expect(readBrowseAddress({ view: 'list' }, 'grid').view).toBe('list')
  expect(readBrowseAddress({ group: 'city' }, 'list').view).toBe('grid')
})

test('marks stand in the address as other fields do, and nothing else that begins with a dollar', () => {
  const params = { 'is.$label': ['red', 'none'], 'gte.$rating': '3', order: '$rating desc' }
  const state = readBrowseAddress({ ...params, 'is.$other': 'x' })
  expect([state.values, state.numbers, state.order]).toEqual([
    { $label: ['red', 'none'] },
    { $rating: { gte: 3 } },
    '$rating desc',
  ])
  expect(writeBrowseAddress(state)).toEqual(params)
  expect(setLeast(state, '$rating', 5).numbers).toEqual({ $rating: { gte: 5 } })
  expect(setLeast(state, '$rating', null).numbers).toEqual({})
})
