import { createFakeServer } from '@cartouche/client/testing/fake-server'
import { createClient, searchOf } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BrowseState } from '../../address/browse-address.ts'
import { browseDefinition } from '../../address/browse-cursor.ts'
import { asksSame, browseOfSearch } from './browse-of-search.ts'

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
const fields = { city: {}, keywords: {}, takenat: {}, collections: {} }
const savedOf = (data: object): SavedSearch => ({
  id: 7,
  name: 'n',
  description: '',
  type: 'asset',
  owner: { id: 1, name: '' },
  subscribers: [],
  created: '',
  modified: '',
  version: 1,
  isMine: true,
  isPrivate: true,
  isPrivatelyShared: false,
  data: { ...data },
})

test('what the list asks comes back from its saved search as it was', () => {
  const day = fc.constantFrom('', '2024-01-31', '1999-12-01')
  const states = fc.record({
    fulltext: fc.constantFrom('night harbour', 'été'),
    values: fc.dictionary(
      fc.constantFrom('city', 'keywords', '$label', '$pick'),
      fc.uniqueArray(fc.constantFrom('12', 'Brest', '7'), { minLength: 1 }),
    ),
    below: fc.dictionary(
      fc.constantFrom('collections'),
      fc.uniqueArray(fc.nat(99).map(String), { minLength: 1, maxLength: 3 }),
    ),
    dates: fc.dictionary(
      fc.constantFrom('takenat'),
      fc.record({ from: day, until: day }).filter(({ from, until }) => from + until !== ''),
    ),
    order: fc.constantFrom('', 'name asc', 'createdat desc'),
  })
  const client = createClient({ mode: 'bearer', fetch: createFakeServer().fetch })
  fc.assert(
    fc.property(states, (part) => {
      const state: BrowseState = { ...empty, ...part, without: ['takenat'] }
      const definition = browseDefinition(state)
      client.cursors.ensure(definition)
      client.cursors.clearConstraints('browse')
      client.cursors.change('browse', { ...definition })
      const data = JSON.parse(
        JSON.stringify(searchOf(client.cursors.get('browse'), { name: 'n', date: new Date(0) })),
      ) as object
      const browsed = browseOfSearch(savedOf(data), fields)
      expect(browsed).toMatchObject({
        missingFields: [],
        leftOut: 0,
        state: { saved: '7', fulltext: state.fulltext, below: state.below, dates: state.dates },
      })
      expect(browsed && asksSame(browsed.state, state)).toBe(true)
    }),
  )
})

test('fields that are gone are left out and named; so much as the list has no filter for is counted', () => {
  const constraint = (field: string, operator: string, ...values: unknown[]) => ({ field, operator, values })
  const data = {
    path: 'dam/data/asset',
    fulltextTokens: ['sea'],
    query: { city: 'Brest' },
    userConstraints: {
      a: constraint('creator', 'in', 'me'),
      b: constraint('city', 'startswith', 'B'),
      c: constraint('city', 'eq', 'Brest'),
      d: constraint('takenat', 'gte', 'yesterday'),
      e: constraint('status', 'in', 6),
    },
  }
  expect(browseOfSearch(savedOf(data), fields)).toEqual({
    state: { ...empty, fulltext: 'sea', values: { city: ['Brest'], status: ['6'] }, saved: '7' },
    missingFields: ['creator'],
    leftOut: 3,
  })
  expect(browseOfSearch(savedOf({ ...data, path: 'dam/data/page' }), fields)).toBeUndefined()
  expect(browseOfSearch(savedOf({}), fields)).toBeUndefined()
})

test('states that ask the same do, however they are shown', () => {
  const state: BrowseState = { ...empty, values: { city: ['Brest', 'Lyon'], keywords: ['1'] } }
  expect(
    asksSame(state, {
      ...state,
      values: { keywords: ['1'], city: ['Lyon', 'Brest'] },
      view: 'list',
      group: 'city',
      saved: '3',
      order: 'createdat desc',
    }),
  ).toBe(true)
  expect(asksSame(state, { ...state, order: 'name asc' })).toBe(false)
  expect(asksSame(state, { ...state, fulltext: 'sea' })).toBe(false)
})
