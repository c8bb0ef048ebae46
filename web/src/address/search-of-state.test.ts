import { expect, test } from 'vitest'
import { readBrowseAddress } from './browse-address.ts'
import { searchOfState } from './search-of-state.ts'

test('a download of all hits asks for what the list asks for', () => {
  const state = readBrowseAddress({})
  expect(searchOfState(state)).toEqual({ path: 'dam/data/asset', orderby: 'createdat desc' })
  expect(
    searchOfState({
      ...state,
      fulltext: 'harbour',
      values: { rootnature: ['1', '2'] },
      below: { keywords: ['7'] },
      without: ['city'],
      dates: { takenat: { from: '2024-01-01', until: '' } },
      numbers: { duration: { gt: 1200 } },
    }),
  ).toEqual({
    path: 'dam/data/asset',
    orderby: 'relevance',
    fulltext: 'harbour',
    query: {
      and: [
        { rootnature: { in: [1, 2] } },
        { keywords: { dof: [7] } },
        { city: { eq: null } },
        { takenat: { gte: '2024-01-01T00:00:00.000Z' } },
        { duration: { gt: 1200 } },
      ],
    },
  })
})
